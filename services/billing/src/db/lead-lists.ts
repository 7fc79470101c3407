import type { Tx } from '@closingwire/chassis/pg';

/** When the list of a ZIP last changed, as last heard of. */
export async function keepLeadList(
  tx: Tx,
  list: { zipCode: string; version: number; readyAt: string },
): Promise<void> {
  await tx.query(
    `insert into lead_lists (zip_code, version, ready_at) values ($1, $2, $3)
     on conflict (zip_code) do update set version = excluded.version, ready_at = excluded.ready_at
     where lead_lists.version < excluded.version`,
    [list.zipCode, list.version, list.readyAt],
  );
}
