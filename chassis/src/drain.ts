import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const LINGER_MS = 500;

/**
 * A client that sends what cannot be sent twice keeps an idle connection for this long, in milliseconds. It is less
 * than a server lingers: a connection that is idle when the server closes had its last reply before that, or else the
 * reply would have closed it, and its client has let go of it. The difference is for a busy client's late timers.
 */
export const SAFE_IDLE_MS = 200;

/** From the moment when a client connects until its first request arrives. */
const UNUSED_MS = 300;
const SWEEP_MS = 50;

/**
 * The way to close a new server without failing a request: for a moment it goes on answering, each reply closing its
 * connection (the caller sets `Connection: close`), then it listens no more, reads what has arrived, and drops what is
 * idle.
 */
export function drainOf(server: Server): () => Promise<void> {
  // Browsers connect ahead of need. Node does not count a connection as idle before its first request.
  const unused = new Map<Socket, number>();
  server.on('connection', socket => {
    unused.set(socket, performance.now());
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));

  return async () => {
    if (!server.listening) return;
    if ((await openConnections(server)) > 0) await new Promise(resolve => setTimeout(resolve, LINGER_MS));
    await afterReading();
    const closed = new Promise<void>(resolve => server.close(() => resolve()));
    const sweep = setInterval(async () => {
      await afterReading();
      server.closeIdleConnections();
      const latest = performance.now() - UNUSED_MS;
      for (const [socket, openedAt] of unused) if (openedAt < latest) socket.destroy();
    }, SWEEP_MS);
    await closed;
    clearInterval(sweep);
  };
}

/** Between a timer and an immediate, Node reads what has arrived. */
const afterReading = () => new Promise<void>(resolve => setImmediate(resolve));

function openConnections(server: Server): Promise<number> {
  return new Promise(resolve => server.getConnections((_error, count) => resolve(count ?? 0)));
}
