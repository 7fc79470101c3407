import { prepared, raw, sql, type Tx } from '@closingwire/chassis/pg';
import { recordClosings } from './changes.ts';
import { type Columns, copyIn } from './copy-in.ts';
import { isNumberKey, numberKey, placeKey } from './sale-keys.ts';
import {
  isSameListing,
  isSamePlace,
  NUMBER_WINDOW_DAYS,
  PLACE_WINDOW_DAYS,
  type Reported,
  type Sale,
  type Sales,
} from './sales.ts';

type StagedKey = { key: string; sale: Sale };

const columns: Columns<StagedKey> = [
  ['key', ({ key }) => key],
  ['is_number', ({ key }) => (isNumberKey(key) ? 't' : 'f')],
  ['sale_id', ({ sale }) => sale.id],
  ['zip', ({ sale }) => sale.zipCode],
  ['sold_date', ({ sale }) => sale.soldDate],
  ['stated_date', ({ sale }) => sale.statedDate],
];

const STAGE = sql`create temp table if not exists sale_stage (like sale_keys, is_number boolean) on commit delete rows`;

function* keysOf(sales: Iterable<Sale>) {
  for (const sale of sales) for (const key of sale.keys) yield { key, sale };
}

const stageSales = (tx: Tx, sales: Iterable<Sale>) => copyIn(tx, 'sale_stage', columns, keysOf(sales));

/** `statedDate` is the day that was last given under the key. */
type Candidate = { key: string; saleId: string; storedId: string; zipCode: string; statedDate: string };

/** Finds stored sales that can be staged ones under another id, day or ZIP. For most loads there is none. */
const findCandidates = (tx: Tx) =>
  tx.query<Candidate>(
    prepared(sql`select s.key, s.sale_id as "saleId", k.sale_id as "storedId", k.zip as "zipCode",
        k.stated_date::text as "statedDate"
      from sale_stage s join sale_keys k on k.key = s.key
      where case when k.sale_id = s.sale_id then (k.sold_date, k.zip) <> (s.sold_date, s.zip)
        else abs(k.sold_date - s.sold_date) <= case when s.is_number then ${raw(String(NUMBER_WINDOW_DAYS))}
            else ${raw(String(PLACE_WINDOW_DAYS))} end
          and not exists (select from sale_keys e where e.key = s.key and e.sale_id = s.sale_id)
        end`),
  );

type StoredSale = Reported & {
  saleId: string;
  zipCode: string;
  receivedAt: Date | null;
  sourceIds: readonly number[];
};

type StoredClosing = Omit<StoredSale, 'keys'> & {
  address1: string;
  address2: string | null;
  numbers: { source: number; number: string }[];
};

const both = <T>(one: readonly T[] = [], other: readonly T[]): T[] => [...new Set([...one, ...other])];

/** Returns the sales that have closings, each as its last report has it, with the keys of all. */
async function findStored(tx: Tx, candidates: readonly Candidate[]): Promise<Map<string, StoredSale>> {
  const closings = await tx.query<StoredClosing>(
    sql`select c.sale_id as "saleId", c.zip as "zipCode", c.sold_date::text as "soldDate", c.price, c.batch_id as "batchId",
       c.received_at as "receivedAt", coalesce(c.source_ids, '{}') as "sourceIds", c.address1, c.address2,
       coalesce((select json_agg(json_build_object('source', source,
           'number', coalesce(c.reports -> source::text -> 'facts' ->> 'mls_id', c.mls_id)))
         from unnest(coalesce(c.source_ids, '{0}')) source where c.mls_id is not null), '[]') as numbers
     from (select distinct * from unnest(${candidates.map(({ zipCode }) => zipCode)}::text[],
         ${candidates.map(({ storedId }) => storedId)}::uuid[]) as w (zip, sale_id)) w
       join closings c on c.zip = w.zip and c.sale_id = w.sale_id
     order by c.received_at nulls first`,
  );
  const sales = new Map<string, StoredSale>();
  for (const { numbers, address1, address2, ...closing } of closings) {
    const place = placeKey({ zip: closing.zipCode, address1, address2 });
    const keys = numbers.map(({ source, number }) => numberKey(source, number));
    const known = sales.get(closing.saleId);
    sales.set(closing.saleId, {
      ...closing,
      keys: both(known?.keys, place ? [...keys, place] : keys),
      sourceIds: both(known?.sourceIds, closing.sourceIds),
    });
  }
  return sales;
}

type TrustOf = (sourceIds: readonly number[]) => number;

async function findTrust(tx: Tx): Promise<TrustOf> {
  const sources = await tx.query<{ id: number; trust: number }>(sql`select id, trust from sources`);
  const trusts = new Map(sources.map(({ id, trust }) => [id, trust]));
  return sourceIds => Math.max(0, ...sourceIds.map(id => trusts.get(id) ?? 0));
}

/** A staged sale that is a stored one. */
type Adopted = { sale: Sale; stagedId: string; stored: StoredSale; statedDate: string | undefined };

/** Decides which staged sales are stored ones. A listing number decides before an address. */
function adopt(
  sales: readonly Sale[],
  candidates: readonly Candidate[],
  stored: ReadonlyMap<string, StoredSale>,
): Adopted[] {
  const bySale = Map.groupBy(candidates, ({ saleId }) => saleId);
  const taken = new Set(sales.map(({ id }) => id));
  return sales.flatMap(sale => {
    const found = (bySale.get(sale.id) ?? []).toSorted(
      (one, other) => Number(isNumberKey(other.key)) - Number(isNumberKey(one.key)),
    );
    for (const { key, storedId, statedDate: stated } of found) {
      const known = stored.get(storedId);
      if (!known) continue;
      const statedDate = isNumberKey(key) ? stated : undefined;
      if (storedId === sale.id) return [{ sale, stagedId: sale.id, stored: known, statedDate }];
      const fits = isNumberKey(key) ? isSameListing(known, sale) : isSamePlace(known, sale);
      if (!fits || taken.has(storedId)) continue;
      taken.add(storedId);
      return [{ sale, stagedId: sale.id, stored: known, statedDate }];
    }
    return [];
  });
}

/**
 * Whether the load corrects the day: a more trusted source does, and of equal ones the one that corrects itself. So two
 * sources that disagree do not move the sale each time.
 */
function correctsDay({ sale, stored, statedDate }: Adopted, trustOf: TrustOf): boolean {
  if (stored.receivedAt !== null && stored.receivedAt > sale.receivedAt) return false;
  const source = sale.sourceId ?? 0;
  const others = stored.sourceIds.filter(id => id !== source);
  if (others.length === 0) return true;
  const [own, theirs] = [trustOf([source]), trustOf(others)];
  if (own !== theirs) return own > theirs;
  return stored.sourceIds.includes(source) && statedDate !== undefined && statedDate !== sale.statedDate;
}

/** Moves the closings of sales to their corrected days. */
async function moveClosings(tx: Tx, moved: readonly Adopted[]): Promise<void> {
  if (moved.length === 0) return;
  const keys = moved.flatMap(({ sale, stored }) => stored.keys.map(key => ({ key, sale })));
  await tx.execute(
    sql`update sale_keys k set sold_date = w.sold_date
     from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ sale }) => sale.id)}::uuid[],
       ${keys.map(({ sale }) => sale.soldDate)}::date[]) as w (key, sale_id, sold_date)
     where k.key = w.key and k.sale_id = w.sale_id`,
  );
  await tx.execute(
    recordClosings(sql`update closings c set sold_date = w.sold_date, batch_id = coalesce(w.batch_id, c.batch_id), updated_at = now()
       from unnest(${moved.map(({ stored }) => stored.zipCode)}::text[], ${moved.map(({ sale }) => sale.id)}::uuid[],
         ${moved.map(({ sale }) => sale.soldDate)}::date[], ${moved.map(({ sale }) => sale.batchId ?? null)}::uuid[])
         as w (zip, sale_id, sold_date, batch_id)
       where c.zip = w.zip and c.sale_id = w.sale_id and c.sold_date <> w.sold_date`),
  );
}

/** A source that corrects the ZIP of a listing no longer reports its closings in the other ZIP. */
async function leaveOtherZips(tx: Tx, moved: readonly Adopted[]): Promise<void> {
  if (moved.length === 0) return;
  await tx.execute(
    recordClosings(sql`update closings c set source_ids = array_remove(c.source_ids, w.source_id),
         batch_id = coalesce(w.batch_id, c.batch_id), updated_at = now()
       from unnest(${moved.map(({ stored }) => stored.zipCode)}::text[], ${moved.map(({ sale }) => sale.id)}::uuid[],
         ${moved.map(({ sale }) => sale.sourceId ?? 0)}::smallint[], ${moved.map(({ sale }) => sale.batchId ?? null)}::uuid[])
         as w (zip, sale_id, source_id, batch_id)
       where c.zip = w.zip and c.sale_id = w.sale_id and w.source_id = any(c.source_ids)`),
  );
}

/**
 * Stages the keys of sales, and gives sales that are stored under another id that id. A stored sale whose day is
 * corrected moves to the new day; returns the moved ones. A dry run moves none, and stages them on the stored day.
 */
export async function identifySales(
  tx: Tx,
  { all: sales }: Sales,
  { isDryRun = false } = {},
): Promise<Set<string>> {
  await tx.execute(STAGE);
  await stageSales(tx, sales);
  const candidates = await findCandidates(tx);
  if (candidates.length === 0) return new Set();
  const adopted = adopt(sales, candidates, await findStored(tx, candidates));
  if (adopted.length === 0) return new Set();
  const trustOf = await findTrust(tx);
  const moved: Adopted[] = [];
  for (const one of adopted) {
    const { sale, stored } = one;
    sale.id = stored.saleId;
    if (sale.soldDate === stored.soldDate) continue;
    const isCorrected = correctsDay(one, trustOf);
    if (isCorrected) moved.push(one);
    if (!isCorrected || isDryRun) sale.soldDate = stored.soldDate;
  }
  const movedIds = new Set(moved.map(({ sale }) => sale.id));
  if (isDryRun) return movedIds;
  const isElsewhere = ({ sale, stored }: Adopted) => sale.zipCode !== stored.zipCode;
  await moveClosings(
    tx,
    moved.filter(one => !isElsewhere(one)),
  );
  await leaveOtherZips(tx, adopted.filter(isElsewhere));
  await tx.execute(
    sql`delete from sale_stage where sale_id = any(${adopted.map(({ stagedId }) => stagedId)}::uuid[])`,
  );
  await stageSales(
    tx,
    adopted.map(({ sale }) => sale),
  );
  return movedIds;
}

/**
 * Stores the keys of the staged sales, in one order for all loads. `is_new_number`: no source has reported the listing.
 */
export const STORE_SALE_KEYS = sql`insert into sale_keys as t (key, sale_id, zip, sold_date, stated_date)
  select distinct on (key, sale_id) key, sale_id, zip, sold_date, stated_date from sale_stage order by key, sale_id
  on conflict (key, sale_id) do update
  set zip = excluded.zip, sold_date = excluded.sold_date, stated_date = excluded.stated_date
  where (t.zip, t.sold_date, t.stated_date) <> (excluded.zip, excluded.sold_date, excluded.stated_date)
  returning new.sale_id, old.sale_id is null and new.key like '#%' as is_new_number`;
