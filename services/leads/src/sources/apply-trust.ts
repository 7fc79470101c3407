import { type Pg, raw, sql } from '@closingwire/chassis/pg';
import { settleReports } from '../loading/settle.ts';

const ROWS_AT_ONCE = 1_000;

/**
 * Decides again between the sources of every row that this source and another one report, some rows at a time. Running
 * it again changes nothing.
 */
export async function applyTrust(pg: Pg, sourceId: number): Promise<void> {
  for (const table of ['agents', 'closings'] as const) {
    let after: { zip: string; id: string } | undefined = {
      zip: '',
      id: '00000000-0000-0000-0000-000000000000',
    };
    while (after) {
      const { zip, id }: { zip: string; id: string } = after;
      const rows = sql`select zip, id from ${raw(table)} where reports is not null and ${sourceId}::smallint = any(source_ids)
        and (zip, id) > (${zip}, ${id}::uuid) order by zip, id limit ${ROWS_AT_ONCE}`;
      after = await pg.transaction(async tx => {
        const found = await tx.query<{ zip: string; id: string }>(sql`${rows} for update`);
        if (found.length > 0) await settleReports(tx, table, rows);
        return found.length === ROWS_AT_ONCE ? found.at(-1) : undefined;
      });
    }
  }
}
