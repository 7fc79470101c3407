import { type Pg, raw, sql, type Tx } from '@closingwire/chassis/pg';
import { settleReports } from './settle.ts';

const ROWS_AT_ONCE = 1_000;

type Row = { zip: string; id: string };

const FIRST: Row = { zip: '', id: '00000000-0000-0000-0000-000000000000' };

/** Decides between the sources of the next rows. Returns the last of them, undefined if there are no more. */
async function applySome(
  tx: Tx,
  table: 'agents' | 'closings',
  sourceId: number,
  after: Row,
): Promise<Row | undefined> {
  const rows = sql`select zip, id from ${raw(table)}
    where reports is not null and ${sourceId}::smallint = any(source_ids) and (zip, id) > (${after.zip}, ${after.id}::uuid)
    order by zip, id limit ${ROWS_AT_ONCE}`;
  const found = await tx.query<Row>(sql`${rows} for update`);
  if (found.length > 0) await settleReports(tx, table, rows);
  return found.length === ROWS_AT_ONCE ? found.at(-1) : undefined;
}

/**
 * Decides again between the sources of every row that this source and another one report, some rows at a time. Running
 * it again changes nothing.
 */
export async function applyTrust(pg: Pg, sourceId: number): Promise<void> {
  for (const table of ['agents', 'closings'] as const) {
    let next: Row | undefined = FIRST;
    while (next) {
      const after: Row = next;
      next = await pg.transaction(tx => applySome(tx, table, sourceId, after));
    }
  }
}
