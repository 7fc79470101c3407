import { sql } from '@closingwire/chassis/pg';
import type { Reject } from '@closingwire/contracts/ingestion';
import type { RouteDeps } from '../context.ts';
import { faultsOf, rejectedRowsCsv } from './rejected-rows.ts';
import { referenceOf } from './rows-again.ts';

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

/** Returns the file of rejected rows of a delivery, in pieces. `header` names the columns of their content. */
export async function* rejectedRows(
  deps: RouteDeps,
  batchId: string,
  header: string | null,
): AsyncIterable<string> {
  const csv = rejectedRowsCsv(header === null ? null : (JSON.parse(header) as string[]), {
    isStored: true,
  });
  yield csv.head();
  for await (const rows of storedRejects(deps, batchId)) {
    yield csv.lines(
      rows.map(({ sheetRow, cells, ...reject }) => ({
        sheetRow,
        faults: faultsOf(reject),
        reference: referenceOf({ batchId, line: reject.line }),
        cells: cells === null ? null : (JSON.parse(cells) as string[]),
      })),
    );
  }
}
