import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** How long a server still reads requests on open connections after it stopped listening. */
const LINGER_MS = 500;

/**
 * How long our clients keep an idle connection, in milliseconds; for requests that must not be sent twice. It is shorter
 * than `LINGER_MS`: while draining, each reply closes its connection, so a connection that the server drops as idle is
 * already closed by its client. The difference allows for a busy client's late timers.
 */
export const SAFE_IDLE_MS = 200;

const SWEEP_MS = 50;

const SHORT_TURN_MS = 0.5;
const MAX_TURNS = 50;

export type Drain = {
  isDraining(): boolean;
  /** Resolves when every connection is closed. */
  finish(): Promise<void>;
};

/**
 * Closes a server without failing a request: it stops listening, still reads requests on open connections for
 * `LINGER_MS`, closes each with its reply, then drops idle ones. Call it on a new server.
 */
export function drainOf(server: Server): Drain {
  let draining = false;
  // Browsers connect in advance. To Node, a connection without a request is not idle.
  const unused = new Set<Socket>();
  server.on('connection', socket => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.prependListener('request', ({ socket }, res) => {
    unused.delete(socket);
    if (draining) res.setHeader('connection', 'close');
  });

  async function dropIdle(): Promise<void> {
    await afterReading();
    server.closeIdleConnections();
    for (const socket of unused) socket.destroy();
  }

  return {
    isDraining: () => draining,
    async finish() {
      if (!server.listening) return;
      draining = true;
      await untilNoneWaits();
      const closed = new Promise<void>(resolve => {
        // `close` of an HTTP server would drop idle connections at once.
        NetServer.prototype.close.call(server, () => resolve());
      });
      let sweep: NodeJS.Timeout | undefined;
      const linger = setTimeout(() => {
        sweep = setInterval(dropIdle, SWEEP_MS);
      }, LINGER_MS);
      await closed;
      clearTimeout(linger);
      clearInterval(sweep);
    },
  };
}

/**
 * Closing a server cuts off connections that are not accepted yet, which may have sent a request. Resolves after a turn of
 * the event loop so short that none was waiting.
 */
async function untilNoneWaits(): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const from = performance.now();
    await afterReading();
    if (performance.now() - from < SHORT_TURN_MS) return;
  }
}

/** Node accepts connections and reads between a timer and an immediate. */
const afterReading = () => new Promise<void>(resolve => setImmediate(resolve));
