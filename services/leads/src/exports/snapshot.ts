import type { Readable } from 'node:stream';
import { AppError } from '@closingwire/chassis/app-error';
import { isPoolFull, toDatabaseError } from '@closingwire/chassis/database-error';
import { type Sql, sql } from '@closingwire/chassis/pg';
import { escapeLiteral, type Pool, type PoolClient, type QueryConfig } from 'pg';
import { ARE_PHONES_MARKED, HAS_CALL_WARNING } from '../contacts/states.ts';
import { copyRows } from '../copy-rows.ts';
import type { ClosingFilter } from '../lists/closing-filter.ts';
import { type HeldRows, heldRows } from '../lists/kept-exports.ts';
import { ARE_SOURCES_NAMED, IS_NAMED } from '../sources/store.ts';
import { heldOf, type Layout, rowsOf } from './layouts.ts';

/** COPY takes no parameters, so the values become literals. */
function literal(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "'{}'" : `array[${value.map(literal).join(',')}]`;
  return escapeLiteral(String(value));
}

const withValues = ({ strings, values }: Sql) =>
  strings.reduce((text, piece, index) => `${text}${literal(values[index - 1])}${piece}`);

/** The longest time that a slow client may take. */
export const EXPORT_MS = 10 * 60_000;
/** Sorts 100,000 rows without a temporary file. */
const SORT_MEMORY = '32MB';

const BUSY = 'Too many exports at the moment; try again shortly';

const BEGIN: QueryConfig & { query_timeout: number } = {
  // One snapshot, so that the header and the kept rows fit the file.
  text: `begin isolation level repeatable read read only; set local statement_timeout = ${EXPORT_MS}; set local work_mem = '${SORT_MEMORY}'`,
  // A hanging server fails here; the other database may serve the file.
  query_timeout: 5_000,
};

const EXPORTING = 'Another file of new agents is being downloaded; try again afterwards';

/** The class of the advisory locks, one for each account. */
const EXPORT_LOCKS = 72_243;

/** Until the connection is closed or unlocked, no other such export of the account begins. */
const lockAccount = (accountId: string) =>
  sql`select pg_try_advisory_lock(${EXPORT_LOCKS}, hashtext(${accountId})) as "isLocked"`;

async function begin(client: PoolClient, alone?: string): Promise<void> {
  if (alone !== undefined) {
    // Before the snapshot, which otherwise misses the export that held the lock.
    const { rows } = await client.query<{ isLocked: boolean }>(lockAccount(alone));
    if (!rows[0]?.isLocked) throw new AppError('conflict', 'export_running', EXPORTING);
  }
  await client.query(BEGIN);
}

/**
 * Returns a connection in a read-only transaction; throws `exports_busy` when all are in use. `alone`: the account of
 * which no other such export may begin before its end.
 */
export async function beginExport(pool: Pool, alone?: string): Promise<PoolClient> {
  const client = await pool.connect().catch(cause => {
    if (!isPoolFull(cause)) throw toDatabaseError(cause);
    throw new AppError('unavailable', 'exports_busy', BUSY, { cause });
  });
  try {
    await begin(client, alone);
    return client;
  } catch (error) {
    client.release(true);
    throw error instanceof AppError ? error : toDatabaseError(error);
  }
}

/** The columns after those of the layout. */
export type Extras = { hasWarnings: boolean; hasSources: boolean };

/** The last columns that the rows need. */
const neededExtras = (rows: Sql) => sql`select
  case when ${ARE_PHONES_MARKED} then exists (select ${rows} and ${HAS_CALL_WARNING}) else false end as "hasWarnings",
  case when ${ARE_SOURCES_NAMED} then exists (select ${rows} and ${IS_NAMED}) else false end as "hasSources"`;

/** The last columns of a layout whose columns do not depend on the rows. */
const fixedExtras = ({ hasCallWarnings }: Layout) =>
  sql`select ${hasCallWarnings}::boolean as "hasWarnings", ${ARE_SOURCES_NAMED} as "hasSources"`;

type Begun = { client: PoolClient; layout: Layout; filter: ClosingFilter };

/** Closes the connection if a query fails. */
async function ask<Row extends object>(client: PoolClient, query: Sql): Promise<Row> {
  try {
    const { rows } = await client.query<Row>(query);
    if (!rows[0]) throw new Error('Expected one row, got none');
    return rows[0];
  } catch (error) {
    client.release(true);
    throw toDatabaseError(error);
  }
}

export const extrasOf = ({ client, layout, filter }: Begun): Promise<Extras> =>
  ask<Extras>(client, layout.hasFixedColumns ? fixedExtras(layout) : neededExtras(rowsOf(layout, filter)));

/** Reads which rows the file will have. */
export const heldIn = ({ client, layout, filter }: Begun): Promise<HeldRows> =>
  ask<HeldRows>(client, heldRows(heldOf(layout, filter)));

/** Ends the snapshot, and lets the account's next export begin. */
async function end(client: PoolClient): Promise<void> {
  await client.query(sql`commit`);
  await client.query(sql`select pg_advisory_unlock_all()`);
}

/** Ends a snapshot whose rows nobody reads. */
export async function endExport(client: PoolClient): Promise<void> {
  await end(client);
  client.release();
}

/** Streams the rows of a query from the snapshot, and ends it. */
export const streamRows = (
  client: PoolClient,
  { rows, format }: { rows: Sql; format: 'csv' | 'text' },
  use: (lines: Readable) => Promise<void>,
): Promise<void> =>
  copyRows(client, `copy (${withValues(rows)}) to stdout with (format ${format})`, async lines => {
    await use(lines);
    await end(client);
  });
