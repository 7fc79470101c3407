import { raw, sql, type Tx } from '@closingwire/chassis/pg';
import { listingOf } from './merge.ts';
import { settleRows } from './settle.ts';

/** A load holds it shared from its look at `retractions` to its commit; a retraction holds it alone. */
const RETRACTIONS_LOCK = 7_224_327;

/** Removes listings from the closings of a table, and each source that has no other listing there. */
const remove = (table: 'closings' | 'closing_stage', listings: ReturnType<typeof sql>) => sql`
  update ${raw(table)} c set
    listing_keys = array(select l from unnest(c.listing_keys) l where not l = any(${listings})),
    source_ids = array(select s from unnest(c.source_ids) s where not exists (
        select from unnest(c.listing_keys) l where l = any(${listings}) and split_part(l, ':', 1) = s::text)
      or exists (
        select from unnest(c.listing_keys) l
        where not l = any(${listings}) and split_part(l, ':', 1) = s::text))`;

/**
 * Retracts listings of a source. A closing that only they reported is in no list from the commit on; it is shown again
 * when a source reports it again. Rows that were received before and are not loaded yet are retracted too. Running it
 * again changes nothing.
 */
export async function retract(
  tx: Tx,
  { sourceId, listingKeys, now }: { sourceId: number; listingKeys: readonly string[]; now: Date },
): Promise<void> {
  if (listingKeys.length === 0) return;
  const listings = listingKeys.map(key => listingOf(sourceId, key));
  await tx.query(sql`select pg_advisory_xact_lock(${RETRACTIONS_LOCK})`);
  await tx.execute(
    sql`insert into retractions (listing, retracted_at) select distinct l, ${now}::timestamptz from unnest(${listings}::text[]) l
     on conflict (listing) do update set retracted_at = greatest(retractions.retracted_at, excluded.retracted_at)`,
  );
  const shared = await tx.query<{ zip: string; id: string; isShared: boolean }>(
    sql`${remove('closings', sql`${listings}::text[]`)}, updated_at = now() where c.listing_keys && ${listings}::text[]
     returning c.zip, c.id, c.reports is not null as "isShared"`,
  );
  await settleRows(
    tx,
    'closings',
    shared.filter(({ isShared }) => isShared),
  );
}

/** Removes the listings of staged closings that were retracted after the rows were received. */
export async function unstageRetracted(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock_shared(${RETRACTIONS_LOCK})`);
  const retracted = sql`array(select r.listing from retractions r
    where r.listing = any(c.listing_keys) and r.retracted_at >= c.received_at)`;
  await tx.execute(
    sql`${remove('closing_stage', retracted)} where c.listing_keys is not null
     and exists (select from retractions r where r.listing = any(c.listing_keys) and r.retracted_at >= c.received_at)`,
  );
}

/** Forgets retractions that no row can precede: parked rows are replayed for 30 days at most. */
export async function forgetRetractions(tx: Tx, before: Date): Promise<void> {
  await tx.execute(sql`delete from retractions where retracted_at < ${before}`);
}
