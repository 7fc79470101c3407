import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@closingwire/chassis/app-error';
import { isPoolFull, toDatabaseError } from '@closingwire/chassis/database-error';
import { allow, contextOf } from '@closingwire/chassis/handlers';
import { asUser } from '@closingwire/chassis/identity';
import { empty, raw, type Sql, sql } from '@closingwire/chassis/pg';
import { parseInput } from '@closingwire/chassis/problem';
import { dashboardFileFields, type Field } from '@closingwire/contracts/lead-fields';
import { dashboardFilters } from '@closingwire/contracts/leads';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import { callWarningColumn, sourceColumn } from '@closingwire/contracts/rare-columns';
import express from 'express';
import { escapeLiteral, type Pool, type PoolClient, type QueryConfig } from 'pg';
import { ARE_PHONES_MARKED, CALL_WARNING_CELL, HAS_CALL_WARNING } from '../contacts/states.ts';
import type { RouteDeps } from '../context.ts';
import { copyRows } from '../copy-rows.ts';
import { ARE_SOURCES_NAMED, IS_NAMED, NAMED_SOURCES } from '../sources/store.ts';
import { type ClosingFilter, columnOf, dashboardFilter, inList, WITH_AGENT } from './closing-filter.ts';
import { insertExport } from './export-log.ts';
import { readableZips } from './readers.ts';

/** Returns the SQL of a field's cell, in which no spreadsheet takes text for a formula. */
function cellOf(field: Field): string {
  const column = columnOf(field);
  if (field.kind === 'phone') return `csv_phone(${column})`;
  return field.kind === 'text' || field.kind === 'email' ? `csv_text(${column})` : column;
}

const HEADERS = dashboardFileFields.map(({ header }) => header);

/** The columns that a file has only if a row needs them. */
type Extras = { hasWarnings: boolean; hasSources: boolean };

/** Begins with a byte order mark: without it, spreadsheets misread UTF-8. */
const headerOf = ({ hasWarnings, hasSources }: Extras) =>
  `\ufeff${[
    ...HEADERS,
    ...(hasWarnings ? [callWarningColumn.header] : []),
    ...(hasSources ? [sourceColumn.header] : []),
  ].join(',')}\r\n`;

const CELLS = raw(dashboardFileFields.map(cellOf).join(', '));
const SOURCE_CELL = sql`, csv_text(nullif(array_to_string(${NAMED_SOURCES}, ${sourceColumn.between}), ''))`;
const WARNING_CELL = sql`, ${CALL_WARNING_CELL}`;

const rowsQuery = (filter: ClosingFilter, { hasWarnings, hasSources }: Extras) => sql`
  select ${CELLS}${hasWarnings ? WARNING_CELL : empty}${hasSources ? SOURCE_CELL : empty}
  from closings c ${WITH_AGENT} ${inList(filter)}
  order by c.sold_date desc, c.zip, c.id`;

const extrasQuery = (filter: ClosingFilter) => sql`select
  case when ${ARE_PHONES_MARKED}
    then exists (select from closings c ${WITH_AGENT} ${inList(filter)} and ${HAS_CALL_WARNING}) else false end
    as "hasWarnings",
  case when ${ARE_SOURCES_NAMED} then exists (select from closings c ${inList(filter)} and ${IS_NAMED}) else false end
    as "hasSources"`;

/** COPY takes no parameters, so the values become literals. */
function literal(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "'{}'" : `array[${value.map(literal).join(',')}]`;
  return escapeLiteral(String(value));
}

const withValues = ({ strings, values }: Sql) =>
  strings.reduce((text, piece, index) => `${text}${literal(values[index - 1])}${piece}`);

/** The longest time that a slow client may take. */
const EXPORT_MS = 10 * 60_000;
/** Sorts 100,000 rows without a temporary file. */
const SORT_MEMORY = '32MB';

const BUSY = 'Too many exports at the moment; try again shortly';

const BEGIN: QueryConfig & { query_timeout: number } = {
  // One snapshot, so that the header fits the rows.
  text: `begin isolation level repeatable read read only; set local statement_timeout = ${EXPORT_MS}; set local work_mem = '${SORT_MEMORY}'`,
  // A hanging server fails here; the other database may serve the file.
  query_timeout: 5_000,
};

/** Returns a connection in a read-only transaction; throws `exports_busy` when all are in use. */
export async function beginExport(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect().catch(cause => {
    if (!isPoolFull(cause)) throw toDatabaseError(cause);
    throw new AppError('unavailable', 'exports_busy', BUSY, { cause });
  });
  try {
    await client.query(BEGIN);
    return client;
  } catch (error) {
    client.release(true);
    throw toDatabaseError(error);
  }
}

async function extrasOf(client: PoolClient, filter: ClosingFilter): Promise<Extras> {
  try {
    const { rows } = await client.query<Extras>(extrasQuery(filter));
    return rows[0] ?? { hasWarnings: false, hasSources: false };
  } catch (error) {
    client.release(true);
    throw toDatabaseError(error);
  }
}

/** Streams a list as CSV lines without a header, ended by LF, straight from the database. */
async function streamClosingsCsv(
  client: PoolClient,
  filter: ClosingFilter,
  use: (lines: Readable, extras: Extras) => Promise<void>,
): Promise<void> {
  const extras = await extrasOf(client, filter);
  const statement = `copy (${withValues(rowsQuery(filter, extras))}) to stdout with (format csv)`;
  await copyRows(client, statement, async lines => {
    await use(lines, extras);
    await client.query(sql`commit`);
  });
}

/** Cells hold no line breaks (ingestion removes them), so each LF ends a row; RFC 4180 requires CRLF. */
function withCrlf(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, Buffer.from(chunk.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'));
    },
  });
}

const wantsCsv = (request: IncomingMessage) => /text\/csv/i.test(request.headers.accept ?? '');

/**
 * Streams the dashboard's file to clients that accept text/csv. The front end writes the files of lists and ZIPs,
 * which have more columns (`list/lead-csv.ts` there).
 */
export function exportCsv(app: express.Router, deps: RouteDeps): void {
  const { path, access } = plainRoutes.exportAgentsCsv;
  app.post(
    path,
    (request, _response, next) => next(wantsCsv(request) ? undefined : 'router'),
    allow(access),
    express.json({ limit: '16kb' }),
    async (request, response) => {
      const filters = parseInput(dashboardFilters, request.body ?? {});
      const now = deps.clock();
      const { caller, request: from } = contextOf(request);
      const { id: userId } = asUser(caller);
      const zipCodes = await deps.reads(userId, pg => readableZips({ ...deps, pg }, caller, filters.zipCode));
      await insertExport(deps.pg, { userId, format: 'csv', filters, from }, now);
      const begun = await deps.exportReads(userId, ({ pool }) => beginExport(pool));
      const filter: ClosingFilter = { ...dashboardFilter(userId, zipCodes, filters, now), use: 'exports' };
      await streamClosingsCsv(begun, filter, async (lines, extras) => {
        response.setHeader('content-type', 'text/csv; charset=utf-8');
        response.setHeader('cache-control', 'no-store');
        const day = now.toISOString().slice(0, 10);
        response.setHeader('content-disposition', `attachment; filename="custom-agent-filter-${day}.csv"`);
        response.write(headerOf(extras));
        // `statement_timeout` does not help if the server hangs.
        await pipeline(lines, withCrlf(), response, { signal: AbortSignal.timeout(EXPORT_MS) });
      });
    },
  );
}
