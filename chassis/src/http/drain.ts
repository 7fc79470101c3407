import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** For so long a server that listens no more still reads requests on the connections that it has. */
const LINGER_MS = 500;

/**
 * A client that sends what cannot be sent twice keeps an idle connection for this long, in milliseconds. It is less
 * than a server lingers: a reply to a request of the drain closes its connection, so that one which is idle when the
 * server drops it has been let go of by its client. The difference is for a busy client's late timers, and for replies
 * to requests that came just before the drain.
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
 * The way to close a new server without failing a request: it listens no more, for a moment reads what comes on the
 * connections that it has, each reply closing its own, and then drops what is idle.
 */
export function drainOf(server: Server): Drain {
  let draining = false;
  // Browsers connect ahead of need. Node does not count a connection as idle before its first request.
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
        // An HTTP server's own `close` drops idle connections at once.
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
 * Whoever has connected without being accepted is cut off when a server closes, after it may have sent a request. So it
 * closes after a turn in which hardly any time went by.
 */
async function untilNoneWaits(): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const from = performance.now();
    await afterReading();
    if (performance.now() - from < SHORT_TURN_MS) return;
  }
}

/** Between a timer and an immediate, Node accepts and reads what has arrived. */
const afterReading = () => new Promise<void>(resolve => setImmediate(resolve));
