import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const open = new WeakMap<Server, Set<Socket>>();

/**
 * Remembers every connection of a server from now on. Node's own list, which `closeAllConnections` goes by, has none of those whose TLS
 * handshake is not over, and none that it has let go of (CONNECT), and a server is not closed as long as one of them is there.
 */
export function watchConnections(server: Server): void {
  const sockets = new Set<Socket>();
  open.set(server, sockets);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
}

/** Cuts all connections of a server, whatever happens on them. */
export function cutConnections(server: Server): void {
  server.closeAllConnections();
  for (const socket of open.get(server) ?? []) socket.destroy();
}
