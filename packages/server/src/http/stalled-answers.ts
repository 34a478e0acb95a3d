import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How often connections are looked at. */
const LOOK_MS = 10_000;
/**
 * How long a caller may take nothing at all of an answer that waits for it, from the look that sees it wait. Node compares what waits at the
 * ends of such times, so that it can be twice as long.
 */
const STALL_MS = 60_000;

/**
 * Ends connections whose callers ask and do not read: each would keep its answer, its open file and its place for ever, and none needs a
 * secret for that. Who reads slowly is not touched: any byte that is taken begins the time anew.
 * A look at every connection now and then, because a watch on each answer would cost those that are read at once.
 */
export class StalledAnswers {
  readonly #connections = new Set<Socket>();
  readonly #warned = new WeakSet<Socket>();
  readonly #stallMs: number;

  constructor(stallMs = STALL_MS) {
    this.#stallMs = stallMs;
  }

  /** Watches the connections of a server until it closes. @param event with which the server tells of a new one */
  watch(server: Server, event: 'connection' | 'secureConnection'): void {
    server.on(event, (socket: Socket) => {
      this.#connections.add(socket);
      socket.once('close', () => this.#connections.delete(socket));
    });
    let timer: NodeJS.Timeout | undefined;
    server.on('listening', () => (timer ??= setInterval(() => this.look(), LOOK_MS).unref()));
    server.on('close', () => clearInterval(timer));
  }

  /** Gives those that have bytes waiting their time, and takes it back from those that have none any more. */
  look(): void {
    for (const socket of this.#connections) {
      if (socket.writableLength > 0) {
        // A time that is set already is Node's own, or of an upload that may not be silent: it ends the connection, too.
        if (socket.timeout) continue;
        this.#warned.add(socket);
        socket.setTimeout(this.#stallMs);
      } else if (this.#warned.delete(socket) && socket.timeout === this.#stallMs) socket.setTimeout(0);
    }
  }
}
