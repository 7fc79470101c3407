import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@closingwire/chassis/app-error';
import { allow } from '@closingwire/chassis/handlers';
import { sql } from '@closingwire/chassis/pg';
import { parseInput } from '@closingwire/chassis/problem';
import type { Reject } from '@closingwire/contracts/ingestion';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import { id } from '@closingwire/contracts/primitive';
import type { Response, Router } from 'express';
import { escapeLiteral } from 'pg';
import type { RouteDeps } from '../context.ts';
import { copyRows } from '../copy-rows.ts';
import { faultsOf, rejectedRowsCsv } from './rejected-rows.ts';

/** Returns the cells left out of a delivery as CSV. COPY takes no parameters. */
const droppedCells = (batchId: string) => `copy (
    select line, csv_text(field) as field, csv_text(message) as reason from dropped_cells
    where batch_id = ${escapeLiteral(batchId)} order by line, field) to stdout with (format csv, header)`;

const ROWS_AT_ONCE = 500;

type Stored = Reject & { sheetRow: number; cells: string | null };

/** Reads the rejected rows of a delivery, some at a time. */
async function* storedRejects({ pg }: RouteDeps, batchId: string): AsyncIterable<Stored[]> {
  for (let after = 0; ; ) {
    const rows = await pg.query<Stored>(
      sql`select line, field, message, coalesce(further, '[]') as further,
         coalesce(sheet_row, line) as "sheetRow", cells
       from rejects where batch_id = ${batchId} and line > ${after} order by line limit ${ROWS_AT_ONCE}`,
    );
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = last.line;
  }
}

async function* rejectedRows(deps: RouteDeps, batchId: string, header: string | null): AsyncIterable<string> {
  const csv = rejectedRowsCsv(header === null ? null : (JSON.parse(header) as string[]));
  yield csv.head();
  for await (const rows of storedRejects(deps, batchId)) {
    yield csv.lines(
      rows.map(({ sheetRow, cells, ...reject }) => ({
        sheetRow,
        faults: faultsOf(reject),
        cells: cells === null ? null : (JSON.parse(cells) as string[]),
      })),
    );
  }
}

/** Makes the reply a file to download. */
export function sendAsFile(response: Response, name: string): void {
  response.setHeader('content-type', 'text/csv; charset=utf-8');
  response.setHeader('content-disposition', `attachment; filename="${name}"`);
}

/** Streams the rejected rows of a delivery, or the cells left out, by line. */
export function rejectsFile(app: Router, deps: RouteDeps): void {
  const { copies, pg } = deps;
  const { path, access } = plainRoutes.deliveryRejects;
  app.get(path.replace('{batchId}', ':batchId'), allow(access), async (request, response) => {
    const batchId = parseInput(id, request.params.batchId);
    const batch = await pg.maybe<{ header: string | null }>(
      sql`select header from batches where id = ${batchId}`,
    );
    if (!batch) throw new AppError('missing', 'not_found', 'There is no such delivery');
    if (request.query.of !== 'cells') {
      sendAsFile(response, `rejects-${batchId}.csv`);
      return pipeline(Readable.from(rejectedRows(deps, batchId, batch.header)), response);
    }
    return copyRows(await copies.pool.connect(), droppedCells(batchId), rows => {
      sendAsFile(response, `cells-left-out-${batchId}.csv`);
      response.write('\ufeff');
      return pipeline(rows, response);
    });
  });
}
