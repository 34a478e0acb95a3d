import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Requests of one connection that may wait for the answers before them; no more is read from the connection until fewer do. Those that came
 * with the last piece that was read wait as well: a few hundred.
 */
const MOST_WAITING = 50;

type Handle = (this: Server, request: IncomingMessage, response: ServerResponse) => void;

/**
 * Makes a server serve the requests of a connection one after another. Node hands every request on that was read, so a caller who sends
 * a thousand without waiting for answers has a thousand long polls at once; and only what changes nothing may be served side by side
 * (RFC 9112 §9.3.2): an append and the download after it could be served the other way round.
 * Call it when the one listener that serves requests is there.
 */
export function serveInTurn(server: Server): void {
  const [handle] = server.listeners('request') as [Handle];
  const waiting = new WeakMap<Socket, number>();
  server.removeListener('request', handle);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // An answer gets the connection when those before it are written.
    if (response.socket !== null) return handle.call(server, request, response);
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    // At the end of each request Node goes on reading, which is in this turn where there is no body.
    if (count >= MOST_WAITING) process.nextTick(() => waiting.get(socket)! >= MOST_WAITING && socket.pause());
    response.once('socket', () => {
      const left = waiting.get(socket)! - 1;
      waiting.set(socket, left);
      if (left < MOST_WAITING) socket.resume();
      // Node has not finished with handing the connection over.
      process.nextTick(() => handle.call(server, request, response));
    });
  });
}
