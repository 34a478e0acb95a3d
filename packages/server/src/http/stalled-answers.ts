import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How often connections are looked at. */
const LOOK_MS = 10_000;
/**
 * How long a caller may read nothing at all of an answer, counted from the look that sees it wait. Node compares at the
 * ends of such periods, so it can be twice as long.
 */
const STALL_MS = 60_000;

/**
 * Ends connections whose callers ask but do not read: each would hold its answer, its open file and its place for ever,
 * and none needs a secret for that. Slow readers are not affected: any byte read restarts the time. All connections are
 * checked now and then, because watching each answer would cost the ones that are read at once.
 */
export class StalledAnswers {
  readonly #connections = new Set<Socket>();
  readonly #warned = new WeakSet<Socket>();
  readonly #stallMs: number;

  constructor(stallMs = STALL_MS) {
    this.#stallMs = stallMs;
  }

  /** Watches the connections of a server until it closes. @param event emitted by the server for a new connection */
  watch(server: Server, event: 'connection' | 'secureConnection'): void {
    server.on(event, (socket: Socket) => {
      this.#connections.add(socket);
      socket.once('close', () => this.#connections.delete(socket));
    });
    let timer: NodeJS.Timeout | undefined;
    server.on('listening', () => (timer ??= setInterval(() => this.look(), LOOK_MS).unref()));
    server.on('close', () => clearInterval(timer));
  }

  /** Sets the timeout for connections with bytes waiting, and removes it from those without. */
  look(): void {
    for (const socket of this.#connections) {
      if (socket.writableLength > 0) {
        // An existing timeout is Node's own, or that of an upload that must not be silent: it ends the connection, too.
        if (socket.timeout) continue;
        this.#warned.add(socket);
        socket.setTimeout(this.#stallMs);
      } else if (this.#warned.delete(socket) && socket.timeout === this.#stallMs) socket.setTimeout(0);
    }
  }
}
