import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from './log.ts';
import { typeParsers } from './pg-parsers.ts';
import { backoffMs } from './retry.ts';

export type PgSession = { stop(): Promise<void> };

/**
 * Keeps `work` running on one dedicated connection, for what a pool cannot hold: LISTEN and session locks.
 * When the connection is lost or `work` throws, connects anew with back-off and runs it again. `work` must end
 * soon after its signal aborts; the signal also aborts when the connection dies.
 */
export function keepSession(
  { url, name, log }: { url: string; name: string; log: Log },
  work: (client: pg.Client, signal: AbortSignal) => Promise<void>,
): PgSession {
  const stopped = new AbortController();
  const done = loop();

  async function loop(): Promise<void> {
    for (let attempt = 0; !stopped.signal.aborted; attempt++) {
      const startedAt = Date.now();
      await once().catch(error => log.warn({ err: error, session: name }, 'database session ended'));
      if (Date.now() - startedAt > 10_000) attempt = 0;
      await sleep(backoffMs(attempt), undefined, { signal: stopped.signal }).catch(() => {});
    }
  }

  async function once(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
      types: typeParsers,
    });
    const lost = new AbortController();
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    try {
      await client.connect();
      await work(client, AbortSignal.any([lost.signal, stopped.signal]));
    } finally {
      await client.end().catch(() => {});
    }
  }

  return {
    async stop() {
      stopped.abort();
      await done;
    },
  };
}
