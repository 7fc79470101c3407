import { prepared, raw, sql, type Tx } from '@closingwire/chassis/pg';
import { recordClosings } from './changes.ts';
import { type Columns, copyIn } from './copy-in.ts';
import { isNumberKey, mlsIdAt, numberKey, placeKey } from './sale-keys.ts';
import {
  addPlace,
  isSameListing,
  isSamePlace,
  NUMBER_WINDOW_DAYS,
  type Reported,
  type Sale,
  type Sales,
} from './sales.ts';

type SaleKey = { key: string; sale: Sale };

const columns: Columns<SaleKey> = [
  ['key', ({ key }) => key],
  ['sale_id', ({ sale }) => sale.id],
  ['zip', ({ sale }) => sale.zipCode],
  ['sold_date', ({ sale }) => sale.soldDate],
  ['stated_date', ({ sale }) => sale.statedDate],
];

const arraysOf = (keys: readonly SaleKey[]) => sql`unnest(${keys.map(({ key }) => key)}::text[],
  ${keys.map(({ sale }) => sale.id)}::uuid[], ${keys.map(({ sale }) => sale.zipCode)}::text[],
  ${keys.map(({ sale }) => sale.soldDate)}::date[], ${keys.map(({ sale }) => sale.statedDate)}::date[])`;

type Stored = { storedId: string; zipCode: string; statedDate: string };

/** A stored sale that can be a staged one. `statedDate` is the day that was last given under the key. */
type Candidate = SaleKey & Stored;

/** A stored sale under the key `n`. One row instead has all `n` that are stored as they are, with commas. */
type Met = { known: string | null; n: number | null } & { [Fact in keyof Stored]: string | null };

/** The keys that are stored as they are, and other sales under the keys, near the day. */
type Look = { known: Set<SaleKey>; candidates: Candidate[] };

/** OFFSET keeps the planner from reading all keys. */
async function look(tx: Tx, keys: readonly SaleKey[]): Promise<Look> {
  if (keys.length === 0) return { known: new Set(), candidates: [] };
  const met = await tx.query<Met>(
    prepared(sql`with met as materialized (
       select s.n::int as n, k.zip, k.sale_id, k.stated_date, is_known
       from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ sale }) => sale.id)}::uuid[],
           ${keys.map(({ sale }) => sale.soldDate)}::date[], ${keys.map(({ sale }) => sale.zipCode)}::text[])
           with ordinality as s (key, sale_id, sold_date, zip, n)
         cross join lateral (
           select *, (k.sale_id, k.sold_date, k.zip) = (s.sale_id, s.sold_date, s.zip) as is_known from sale_keys k
           where k.key = s.key offset 0) k
       where k.sale_id = s.sale_id or abs(k.sold_date - s.sold_date) <= ${raw(String(NUMBER_WINDOW_DAYS))})
     select string_agg(n::text, ',') as known, null as n, null as "zipCode", null as "storedId", null as "statedDate"
     from met where is_known
     union all
     select null, n, zip, sale_id, stated_date::text from met where not is_known`),
  );
  const known = new Set<SaleKey>();
  const others: Candidate[] = [];
  const keyAt = (n: number) => keys[n - 1] as SaleKey;
  for (const { known: numbers, n, ...stored } of met) {
    if (n === null) for (const one of numbers?.split(',') ?? []) known.add(keyAt(Number(one)));
    else others.push({ ...keyAt(n), ...(stored as Stored) });
  }
  const exact = new Set([...known].map(({ key }) => key));
  return { known, candidates: others.filter(({ key }) => !exact.has(key)) };
}

/** Stores keys, those of known sales with their new days and ZIPs. */
async function changeKeys(tx: Tx, keys: readonly SaleKey[]): Promise<void> {
  if (keys.length === 0) return;
  const columns = sql`(key, sale_id, zip, sold_date, stated_date)`;
  await tx.execute(
    sql`with changed as (
       update sale_keys k set zip = s.zip, sold_date = s.sold_date, stated_date = s.stated_date
       from ${arraysOf(keys)} as s ${columns} where k.key = s.key and k.sale_id = s.sale_id returning k.key, k.sale_id)
     insert into sale_keys ${columns} select * from ${arraysOf(keys)} as s ${columns}
     where not exists (select from changed c where c.key = s.key and c.sale_id = s.sale_id)`,
  );
}

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
           'number', ${raw(mlsIdAt('source'))}))
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
type Adopted = { sale: Sale; stored: StoredSale; statedDate: string | undefined };

/** Decides which staged sales are stored ones. A listing number decides before an address. */
function adopt(
  sales: readonly Sale[],
  candidates: readonly Candidate[],
  stored: ReadonlyMap<string, StoredSale>,
): Adopted[] {
  const bySale = Map.groupBy(candidates, ({ sale }) => sale);
  const taken = new Set(sales.map(({ id }) => id));
  return sales.flatMap(sale => {
    const found = (bySale.get(sale) ?? []).toSorted(
      (one, other) => Number(isNumberKey(other.key)) - Number(isNumberKey(one.key)),
    );
    for (const { key, storedId, statedDate: stated } of found) {
      const known = stored.get(storedId);
      if (!known) continue;
      const statedDate = isNumberKey(key) ? stated : undefined;
      if (storedId === sale.id) return [{ sale, stored: known, statedDate }];
      const fits = isNumberKey(key) ? isSameListing(known, sale) : isSamePlace(known, sale);
      if (!fits || taken.has(storedId)) continue;
      taken.add(storedId);
      return [{ sale, stored: known, statedDate }];
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

const isHere = ({ sale, stored }: Adopted) => sale.zipCode === stored.zipCode;

/** Gives staged sales their stored ids, and their days. Returns those whose day or ZIP is corrected. */
function decideDays(adopted: readonly Adopted[], trustOf: TrustOf): Adopted[] {
  return adopted.filter(one => {
    const { sale, stored } = one;
    sale.id = stored.saleId;
    if (sale.soldDate === stored.soldDate) return !isHere(one);
    if (correctsDay(one, trustOf)) return true;
    sale.soldDate = stored.soldDate;
    return !isHere(one);
  });
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

const adoptStored = async (tx: Tx, sales: readonly Sale[], candidates: readonly Candidate[]) =>
  decideDays(adopt(sales, candidates, await findStored(tx, candidates)), await findTrust(tx));

/**
 * Gives sales that are stored under another id that id, and stores the keys of all. A stored sale whose day is corrected
 * moves to the new day. Sets `stored` of the sales. A dry run stores and moves nothing, and leaves them on the stored day.
 */
export async function identifySales(tx: Tx, { all: sales }: Sales, { isDryRun = false } = {}): Promise<void> {
  const firstKeys = sales.flatMap(sale => (sale.keys[0] ? [{ key: sale.keys[0], sale }] : []));
  const first = await look(tx, firstKeys);
  const known = new Set([...first.known].map(({ sale }) => sale));
  const found = new Set(first.candidates.map(({ sale }) => sale));
  const others = sales.filter(sale => !known.has(sale) && !found.has(sale));
  for (const sale of others) addPlace(sale);
  const further = others.flatMap(sale => sale.keys.slice(1).map(key => ({ key, sale })));
  const second = await look(tx, further);
  for (const { sale } of second.candidates) found.add(sale);
  const candidates = [...first.candidates, ...second.candidates];
  const moved = candidates.length > 0 ? await adoptStored(tx, sales, candidates) : [];
  for (const sale of sales) if (sale.keys.length === 0) sale.stored = 'maybe';
  for (const sale of [...known, ...found]) sale.stored = 'maybe';
  for (const { sale } of second.known) sale.stored = 'maybe';
  for (const { sale } of moved) sale.stored = 'moved';
  if (isDryRun) for (const { sale, stored } of moved) sale.soldDate = stored.soldDate;
  else {
    await moveClosings(tx, moved.filter(isHere));
    await leaveOtherZips(
      tx,
      moved.filter(one => !isHere(one)),
    );
    await changeKeys(
      tx,
      [...found].flatMap(sale => sale.keys.map(key => ({ key, sale }))),
    );
    const isNew = ({ sale }: SaleKey) => !found.has(sale) && !known.has(sale);
    const unknown = [...firstKeys, ...further].filter(key => isNew(key) && !second.known.has(key));
    if (unknown.length > 0) await copyIn(tx, 'sale_keys', columns, unknown);
  }
}
