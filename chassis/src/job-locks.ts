import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from './log.ts';
import type { Pg } from './pg.ts';
import { keepSession, type PgSession } from './pg-session.ts';

const NAMESPACE = 7_224_202;
const LOOK_MS = 2_000;
const LOCK = `select pg_advisory_lock(${NAMESPACE}, hashtext($1))`;
const UNLOCK = `select pg_advisory_unlock(${NAMESPACE}, hashtext($1))`;

/** Worker pools that hold a job but no session lock: their process is gone. */
const ORPHANS = `
  with holder as (
    select distinct locked_by from graphile_worker._private_jobs where locked_by is not null
  )
  select locked_by from holder where not exists (
    select 1 from pg_locks
    where locktype = 'advisory' and classid = ${NAMESPACE} and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())
      and objid = (hashtext(locked_by)::bigint & 4294967295)::oid
  )`;

/**
 * graphile-worker leaves the jobs of a killed process locked for four hours. Here each pool of workers holds
 * a session lock in the database, which ends with its process; every process looks for jobs whose holder has none, twice
 * in a row so that a session reconnecting after an outage is not mistaken for a dead one, and frees them.
 */
export function jobLocks({ pg, log, pools }: { pg: Pg; log: Log; pools: Set<string> }): {
  start(): void;
  stop(): Promise<void>;
} {
  let session: PgSession | undefined;

  async function watch(client: pg.Client, signal: AbortSignal): Promise<void> {
    const held = new Set<string>();
    let suspects = new Set<string>();
    while (!signal.aborted) {
      for (const pool of pools) {
        if (held.has(pool)) continue;
        await client.query(LOCK, [pool]);
        held.add(pool);
      }
      for (const pool of held) {
        if (pools.has(pool)) continue;
        await client.query(UNLOCK, [pool]);
        held.delete(pool);
      }
      const { rows } = await client.query<{ locked_by: string }>(ORPHANS);
      const orphans = rows.map(row => row.locked_by).filter(pool => !pools.has(pool));
      const dead = orphans.filter(pool => suspects.has(pool));
      if (dead.length > 0) {
        log.warn({ pools: dead }, 'freeing the jobs of dead workers');
        await client.query('select graphile_worker.force_unlock_workers($1::text[])', [dead]);
      }
      suspects = new Set(orphans);
      await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  }

  return {
    start() {
      session = keepSession({ url: pg.url, name: `${pg.name} jobs`, log }, watch);
    },
    stop: async () => session?.stop(),
  };
}
