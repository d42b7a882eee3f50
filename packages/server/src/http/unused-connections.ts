import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { hasWaiting } from './pipelines.ts';

/** Connections on which no request is being served. */
const unused = new Set<Socket>();

export function watchUnused(server: Server): void {
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.prependListener('request', ({ socket }, response) => {
    unused.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed && !hasWaiting(socket)) unused.add(socket);
    });
  });
  server.on('upgrade', ({ socket }) => unused.delete(socket));
}

/**
 * Closes connections whose request has not come, or not all of its head: Node takes them for busy, and a server that stops
 * would wait for them as long as for work that it accepted.
 */
export function closeUnused(): void {
  for (const socket of unused) socket.destroy();
}
