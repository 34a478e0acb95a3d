import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Most requests of one connection that wait for the answers before them; beyond that, reading from the connection
 * pauses. Those in the last piece that was read wait as well: a few hundred.
 */
const MOST_WAITING = 50;

type Handle = (this: Server, request: IncomingMessage, response: ServerResponse) => void;

/**
 * Makes a server serve the requests of a connection one after another. Node passes on every request it has read, so a
 * caller that sends a thousand without waiting for answers would have a thousand long polls at once. Also, only
 * requests that change nothing may be served in parallel (RFC 9112 §9.3.2): an append and the download after it could
 * be served in the wrong order. Call it when the one listener that serves requests is registered.
 * @param prepare called with each request first; not a listener of its own, because one is called faster than two
 */
export function serveInTurn(server: Server, prepare: (request: IncomingMessage) => void = () => {}): void {
  const [handle] = server.listeners('request') as [Handle];
  const waiting = new WeakMap<Socket, number>();
  server.removeListener('request', handle);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    prepare(request);
    // An answer gets the connection once those before it are written.
    if (response.socket !== null) return handle.call(server, request, response);
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    // At the end of each request Node resumes reading, in this turn if there is no body.
    if (count >= MOST_WAITING) process.nextTick(() => waiting.get(socket)! >= MOST_WAITING && socket.pause());
    response.once('socket', () => {
      const left = waiting.get(socket)! - 1;
      waiting.set(socket, left);
      if (left < MOST_WAITING) socket.resume();
      // Node has not finished handing over the connection.
      process.nextTick(() => handle.call(server, request, response));
    });
  });
}
