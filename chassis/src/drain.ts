import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const LINGER_MS = 300;
const SWEEP_MS = 50;

/**
 * The way to close a new server without failing a request: for a moment it goes on answering, each reply closing its
 * connection (the caller sets `Connection: close`), then it listens no more, reads what has arrived, and drops what is
 * idle.
 */
export function drainOf(server: Server): () => Promise<void> {
  // Browsers connect ahead of need. Node does not count a connection as idle before its first request.
  const unused = new Set<Socket>();
  server.on('connection', socket => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));

  return async () => {
    if (!server.listening) return;
    if ((await openConnections(server)) > 0) await new Promise(resolve => setTimeout(resolve, LINGER_MS));
    const closed = new Promise<void>(resolve => server.close(() => resolve()));
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      // A first request may be on its way. Between a timer and an immediate, Node reads what has arrived.
      setImmediate(() => {
        for (const socket of unused) socket.destroy();
      });
    }, SWEEP_MS);
    await closed;
    clearInterval(sweep);
  };
}

function openConnections(server: Server): Promise<number> {
  return new Promise(resolve => server.getConnections((_error, count) => resolve(count ?? 0)));
}
