import { newId } from '@closingwire/chassis/ids';
import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { SaleWindow } from '../domain/sale-window.ts';
import { filterValues, IN_LIST } from './closing-filter.ts';

export type LeadList = { id: string; zip: string; version: number; agentCount: number; updatedAt: Date };

const COUNTS = `select c.zip, count(*) as agent_count from closings c ${IN_LIST} group by c.zip`;

type Row = { id: string; zip: string; version: number; agent_count: number; updated_at: Date };

const toList = (row: Row): LeadList => ({
  id: row.id,
  zip: row.zip,
  version: row.version,
  agentCount: row.agent_count,
  updatedAt: row.updated_at,
});

/** The lists of these ZIPs that exist, with the number of closings in the window. */
export async function findLists(
  db: Queries,
  zips: readonly string[],
  window: SaleWindow,
): Promise<LeadList[]> {
  const rows = await db.query<Row>(
    `select l.id, l.zip, l.version, coalesce(n.agent_count, 0) as agent_count, l.updated_at
     from lead_lists l left join (${COUNTS}) n on n.zip = l.zip
     where l.zip = any($1::text[]) order by l.zip`,
    filterValues({ zips, window }),
  );
  return rows.map(toList);
}

/** Notes that the lists of these ZIPs are up to date as of now, and returns their new state. */
export async function refreshLists(
  tx: Tx,
  zips: readonly string[],
  { now, window }: { now: Date; window: SaleWindow },
): Promise<LeadList[]> {
  await tx.query(
    `insert into lead_lists as l (zip, id, version, updated_at)
     select zip, id, 1, $3 from unnest($1::text[], $2::uuid[]) as t (zip, id) order by zip
     on conflict (zip) do update set version = l.version + 1, updated_at = excluded.updated_at`,
    [zips, zips.map(() => newId()), now],
  );
  return findLists(tx, zips, window);
}

/** The ZIP of a list. */
export async function findListZip(db: Queries, id: string): Promise<string | undefined> {
  const row = await db.maybe<{ zip: string }>('select zip from lead_lists where id = $1', [id]);
  return row?.zip;
}
