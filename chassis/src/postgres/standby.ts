import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Counter, Gauge } from 'prom-client';
import { nodePostgresUrl } from '../process/connection-urls.ts';
import { isDatabaseAway, isPoolFull, isWorthRerunning } from '../process/database-error.ts';
import type { Log } from '../process/log.ts';
import type { Part } from '../process/part.ts';
import { registry } from '../process/telemetry.ts';
import { keepSession, type Pg, type PgSession } from './pg.ts';

/**
 * Runs `read` on a server that has all changes for this reader. It can run twice, so it must only read.
 */
export type Reads = <T>(reader: string, read: (pg: Pg) => Promise<T>) => Promise<T>;

export type Standby = {
  /** Whether the standby has all changes for this reader and is not too far behind. */
  hasAllOf(reader: string): boolean;
  /** Call it after a failure: nothing is read there until its position is known again. */
  distrust(): void;
  part: Part;
};

export type StandbyOptions = {
  url: string;
  primary: Pg;
  /** The primary's triggers notify this channel of each reader whose data changed. */
  channel: string;
  mostBehindMs: number;
  log: Log;
};

const EVERY_MS = 100;
/** The most positions kept while the standby replays nothing. */
const MOST_MARKS = 1_000;

/** Seconds behind, by the name of the primary. */
const secondsBehind = new Map<string, () => number>();

new Gauge({
  name: 'standby_behind_seconds',
  help: 'How far the standby is behind the primary, +Inf while that is unknown',
  labelNames: ['database'] as const,
  registers: [registry],
  collect() {
    this.reset();
    for (const [database, seconds] of secondsBehind) this.set({ database }, seconds());
  },
});

const readsFrom = new Counter({
  name: 'standby_reads_total',
  help: 'Reads that may be served by a standby, by where they were (standby, primary, both when the standby failed)',
  labelNames: ['database', 'from'] as const,
  registers: [registry],
});

/** A position in the primary's log, and when the primary was there. */
type Mark = { at: number; position: bigint };

/** Parses 16/B374D848: the upper and the lower half in hexadecimal. */
function positionOf(lsn: string): bigint {
  const [upper = '0', lower = '0'] = lsn.split('/');
  return (BigInt(`0x${upper}`) << 32n) | BigInt(`0x${lower}`);
}

async function onePosition(client: pg.Client, sql: string): Promise<bigint> {
  const { rows } = await client.query<{ lsn: string | null }>(`select ${sql} as lsn`);
  const lsn = rows[0]?.lsn;
  if (!lsn) throw new Error('Expected a standby that follows a primary');
  return positionOf(lsn);
}

/**
 * Watches a standby. Ten times a second it reads the primary's log position; a standby that has replayed it has all earlier
 * commits. Once a change for a reader is notified, that reader reads from the primary until the standby has replayed the
 * change. While either server is away, the standby is not used.
 */
export function openStandby({ url, primary, channel, mostBehindMs, log }: StandbyOptions): Standby {
  const changedAt = new Map<string, number>();
  let hasAllUpTo = Number.NEGATIVE_INFINITY;
  let session: PgSession | undefined;

  const behindMs = () => performance.now() - hasAllUpTo;

  function distrust(): void {
    hasAllUpTo = Number.NEGATIVE_INFINITY;
  }

  function reached(marks: readonly Mark[], position: bigint): Mark[] {
    hasAllUpTo = marks.findLast(mark => mark.position <= position)?.at ?? hasAllUpTo;
    for (const [reader, at] of changedAt) {
      if (at <= hasAllUpTo) changedAt.delete(reader);
    }
    return marks.filter(mark => mark.position > position).slice(-MOST_MARKS);
  }

  async function watch(onPrimary: pg.Client, onStandby: pg.Client, signal: AbortSignal): Promise<void> {
    changedAt.clear();
    onPrimary.on('notification', ({ payload }) => {
      if (payload) changedAt.set(payload, performance.now());
    });
    await onPrimary.query(`listen ${channel}`);
    let marks: Mark[] = [];
    while (!signal.aborted) {
      const at = performance.now();
      marks.push({ at, position: await onePosition(onPrimary, 'pg_current_wal_insert_lsn()') });
      const replayed = 'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end';
      marks = reached(marks, await onePosition(onStandby, replayed));
      await sleep(EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }

  async function follow(onPrimary: pg.Client, signal: AbortSignal): Promise<void> {
    const onStandby = new pg.Client({
      connectionString: nodePostgresUrl(url),
      application_name: `${primary.name}-standby`,
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
    });
    const lost = new AbortController();
    onStandby.on('error', () => lost.abort());
    try {
      await onStandby.connect();
      await watch(onPrimary, onStandby, AbortSignal.any([signal, lost.signal]));
    } finally {
      distrust();
      await onStandby.end().catch(() => {});
    }
  }

  return {
    hasAllOf(reader) {
      return behindMs() <= mostBehindMs && !changedAt.has(reader);
    },
    distrust,
    part: {
      name: 'standby',
      async start() {
        secondsBehind.set(primary.name, () => behindMs() / 1_000);
        session = keepSession({ url: primary.url, name: `${primary.name}-standby`, log }, follow);
      },
      async stop() {
        await session?.stop();
        secondsBehind.delete(primary.name);
      },
    },
  };
}

/** Failures that the primary may not have, unlike a refusal or a slow statement. */
const isOfServer = (error: unknown) => isDatabaseAway(error) || isWorthRerunning(error);

/** Reads on the standby if it has all changes for the reader; otherwise, or if it fails, on the primary. */
export function readsOn(primary: Pg, behind?: { pg: Pg; standby: Standby }): Reads {
  if (!behind) return (_reader, read) => read(primary);
  const { pg, standby } = behind;
  const count = (from: string) => readsFrom.inc({ database: primary.name, from });
  return async (reader, read) => {
    if (!standby.hasAllOf(reader)) {
      count('primary');
      return read(primary);
    }
    try {
      const result = await read(pg);
      count('standby');
      return result;
    } catch (error) {
      if (!isOfServer(error)) throw error;
      // A full pool is not a failure of the standby.
      if (!isPoolFull(error)) standby.distrust();
      count('both');
      return read(primary);
    }
  };
}
