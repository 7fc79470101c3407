import { type Queries, sql } from '@closingwire/chassis/pg';
import type { Form } from '../reading/open-rows.ts';
import { referenceColumn } from '../reading/own-headers.ts';
import type { SourceRow } from '../reading/rows.ts';
import { isReject } from '../reject-state.ts';

/* Rejected rows that a later delivery contains again, because an admin repaired the file of rejects. */

/** A stored rejected row. */
type Reference = { batchId: string; line: number };
type RowAgain = Reference & { isAccepted: boolean };

export const referenceOf = ({ batchId, line }: Reference): string => `${batchId}/${line}`;

const reference = /^\s*([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(\d{1,9})\s*$/i;

/** Reads a cell of references. Other texts, such as an edited one, name no row. */
export function readReference(cell: string | undefined): Reference | undefined {
  const [, batchId, line] = reference.exec(cell ?? '') ?? [];
  return batchId ? { batchId: batchId.toLowerCase(), line: Number(line) } : undefined;
}

/** Collects the rows of a delivery that were rejected before. */
export function rowsAgain() {
  let found: RowAgain[] = [];
  let headers: readonly string[] | undefined;
  let column: number | undefined;
  return {
    take({ cells, received }: SourceRow, { table }: Form, isAccepted: boolean): void {
      const named = table?.columns?.headers;
      if (named !== headers) {
        headers = named;
        column = named && referenceColumn(named);
      }
      if (column === undefined) return;
      const row = cells ?? (typeof received === 'string' ? [] : received);
      const read = readReference(row?.[column]);
      if (read) found.push({ ...read, isAccepted });
    },
    drain(): RowAgain[] {
      const drained = found;
      found = [];
      return drained;
    },
  };
}

/**
 * Marks rejected rows of the same source that a delivery contains again. A row that an earlier delivery repaired stays
 * repaired by it. Running it again changes nothing.
 */
export async function markAgain(
  db: Queries,
  { batchId, sourceId }: { batchId: string; sourceId: number },
  rows: readonly RowAgain[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(
    sql`with again as (
       select distinct on (batch_id, line) * from unnest(${rows.map(row => row.batchId)}::uuid[],
         ${rows.map(({ line }) => line)}::integer[], ${rows.map(({ isAccepted }) => isAccepted)}::boolean[])
         as t (batch_id, line, is_accepted) order by batch_id, line, is_accepted desc),
     open as (
       select r.batch_id, r.line, n.is_accepted from again n
         join rejects r on r.batch_id = n.batch_id and r.line = n.line
         join batches b on b.id = r.batch_id
       where b.source_id = ${sourceId}::smallint and b.id <> ${batchId} and (${isReject.open} or ${isReject['rejected-again']})
       order by r.batch_id, r.line for update of r)
     update rejects r set again_by = ${batchId}, is_repaired = open.is_accepted from open
     where r.batch_id = open.batch_id and r.line = open.line`,
  );
}
