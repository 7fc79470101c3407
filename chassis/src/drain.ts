import type { Server } from 'node:http';

const LINGER_MS = 300;
const SWEEP_MS = 50;

/**
 * Closes a server without failing a request: for a moment it goes on answering, each reply closing its
 * connection (the caller sets `Connection: close`), then it listens no more and drops what is idle.
 */
export async function drain(server: Server): Promise<void> {
  if (!server.listening) return;
  if ((await openConnections(server)) > 0) await new Promise(resolve => setTimeout(resolve, LINGER_MS));
  const closed = new Promise<void>(resolve => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await closed;
  clearInterval(sweep);
}

function openConnections(server: Server): Promise<number> {
  return new Promise(resolve => server.getConnections((_error, count) => resolve(count ?? 0)));
}
