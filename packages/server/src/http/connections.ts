import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const open = new WeakMap<Server, Set<Socket>>();

/**
 * Tracks every connection of a server from now on. Node's own list, which `closeAllConnections` uses, lacks connections
 * whose TLS handshake is unfinished and those it has let go of (CONNECT), but a server does not close while one of them
 * is open.
 */
export function watchConnections(server: Server): void {
  const sockets = new Set<Socket>();
  open.set(server, sockets);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
}

/** Cuts all connections of a server, whatever is happening on them. */
export function cutConnections(server: Server): void {
  server.closeAllConnections();
  for (const socket of open.get(server) ?? []) socket.destroy();
}
