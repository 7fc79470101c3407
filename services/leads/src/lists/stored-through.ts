import { setTimeout as sleep } from 'node:timers/promises';
import { type Queries, type Sql, sql } from '@closingwire/chassis/pg';

/** The process that stores closings, and the name of its connections. */
export const INGEST = 'leads-ingest';

const runningOf = (processes: readonly string[]) => sql`
  from pg_stat_activity
  where datname = current_database() and application_name = any(${processes}) and pid <> pg_backend_pid()`;

/** The process that stores which ZIPs an account has, and the name of its connections. */
const READERS = 'leads';

/**
 * Returns the instant until which all stored closings and ZIPs of accounts are visible to later statements. A load stores
 * its closings with the time of its begin: while it runs, a digest ends there, so that the load's agents are in the next
 * one. It is text, because a Date would round it to milliseconds.
 */
export async function storedThrough(db: Queries): Promise<string> {
  const { through } = await db.one<{ through: string }>(
    sql`select least(clock_timestamp(), min(xact_start))::text as through ${runningOf([INGEST, READERS])}`,
  );
  return through;
}

/** Selects how long ago `storedThrough` is; no time while nothing is being stored. */
export const STORE_LAG: Sql = sql`(
  select greatest(clock_timestamp() - min(xact_start), interval '0') ${runningOf([INGEST, READERS])})`;

const LOOK_MS = 50;

/** Waits until the loads that run now have ended, at most this long: a user who asks for news expects the newest. */
export async function waitForLoads(db: Queries, mostMs: number): Promise<void> {
  const { asked } = await db.one<{ asked: string }>(sql`select clock_timestamp()::text as asked`);
  const isRunning = () =>
    db.returnsRow(sql`select ${runningOf([INGEST])} and xact_start < ${asked}::timestamptz limit 1`);
  const deadline = performance.now() + mostMs;
  while ((await isRunning()) && performance.now() < deadline) await sleep(LOOK_MS);
}
