import { prepared, raw, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import { type Delivery, listingOf } from './merge.ts';
import { mlsIdAt, numberKey, numberKeySql } from './sale-keys.ts';
import { settleRows } from './settle.ts';

/** A load holds it shared from its look at `retractions` to its commit; a retraction holds it alone. */
const RETRACTIONS_LOCK = 7_224_327;

/** Removes listings from the closings of a table, and each source that has no other listing there. */
const remove = (table: 'closings' | 'closing_stage', listings: Sql) => sql`
  update ${raw(table)} c set
    listing_keys = array(select l from unnest(c.listing_keys) l where not l = any(${listings})),
    source_ids = array(select s from unnest(c.source_ids) s where not exists (
        select from unnest(c.listing_keys) l where l = any(${listings}) and split_part(l, ':', 1) = s::text)
      or exists (
        select from unnest(c.listing_keys) l
        where not l = any(${listings}) and split_part(l, ':', 1) = s::text))`;

/** Stores retractions. Until the commit, no load looks at them. */
async function storeRetractions(tx: Tx, listings: readonly string[], now: Date): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(${RETRACTIONS_LOCK})`);
  await tx.execute(
    sql`insert into retractions (listing, retracted_at) select distinct l, ${now}::timestamptz from unnest(${listings}::text[]) l
     on conflict (listing) do update set retracted_at = greatest(retractions.retracted_at, excluded.retracted_at)`,
  );
}

/** Runs an update of closings `c` that sources leave, and gives those of other sources the others' facts. */
async function leave(tx: Tx, update: Sql): Promise<number> {
  const left = await tx.query<{ zip: string; id: string; isShared: boolean }>(
    sql`${update} returning c.zip, c.id, c.reports is not null as "isShared"`,
  );
  await settleRows(
    tx,
    'closings',
    left.filter(({ isShared }) => isShared),
  );
  return left.length;
}

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
  await storeRetractions(tx, listings, now);
  await leave(
    tx,
    sql`${remove('closings', sql`${listings}::text[]`)}, updated_at = now() where c.listing_keys && ${listings}::text[]`,
  );
}

/**
 * Retracts listings of a source by their numbers, and returns how many closings it no longer reports. Otherwise as
 * `retract`.
 */
export async function retractNumbers(
  tx: Tx,
  { sourceId, mlsIds, now }: { sourceId: number; mlsIds: readonly string[]; now: Date },
): Promise<number> {
  const keys = [...new Set(mlsIds.map(mlsId => numberKey(sourceId, mlsId)))];
  const source = String(sourceId);
  await storeRetractions(tx, keys, now);
  return leave(
    tx,
    sql`update closings c set source_ids = array_remove(c.source_ids, ${sourceId}::smallint), updated_at = now()
     from (select distinct zip, sale_id, key from sale_keys where key = any(${keys}::text[])) k
     where c.zip = k.zip and c.sale_id = k.sale_id and ${sourceId}::smallint = any(c.source_ids)
       and ${raw(numberKeySql(source, mlsIdAt(source)))} = k.key`,
  );
}

/** Removes the source from staged closings whose listing number was retracted after the rows were received. */
async function unstageNumbers(tx: Tx, sole: Delivery | undefined): Promise<void> {
  if (!(await tx.returnsRow(prepared(sql`select from retractions where listing like '#%' limit 1`)))) return;
  const listing = raw(numberKeySql('coalesce(c.source_ids[1], sole.source_id)', 'c.mls_id'));
  await tx.execute(
    sql`update closing_stage c set source_ids = '{}'
     from retractions r, (select ${sole?.sourceId ?? null}::smallint as source_id) sole
     where r.listing like '#%' and r.listing = ${listing} and r.retracted_at >= c.received_at`,
  );
}

/** Removes the listings of staged closings that were retracted after the rows were received. */
export async function unstageRetracted(tx: Tx, sole?: Delivery): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock_shared(${RETRACTIONS_LOCK})`);
  await unstageNumbers(tx, sole);
  // The rows of a sole delivery have no listings.
  if (sole) return;
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
