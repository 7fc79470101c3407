import { type Queries, sql } from '@closingwire/chassis/pg';

/** The process that stores closings, and the name of its connections. */
export const INGEST = 'leads-ingest';

/**
 * Returns the instant until which all stored closings are visible to later statements. A load stores its closings with
 * the time of its begin: while it runs, a digest ends there, so that the load's agents are in the next one. It is text,
 * because a Date would round it to milliseconds.
 */
export async function storedThrough(db: Queries): Promise<string> {
  const { through } = await db.one<{ through: string }>(
    sql`select least(clock_timestamp(), min(xact_start))::text as through from pg_stat_activity
     where datname = current_database() and application_name = ${INGEST} and pid <> pg_backend_pid()`,
  );
  return through;
}
