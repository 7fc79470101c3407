import { type Pg, sql, type Tx } from '@closingwire/chassis/pg';
import { numberKey, placeKey } from './sale-keys.ts';

const ZIPS_AT_ONCE = 50;

type EarlierSale = {
  saleId: string;
  zip: string;
  soldDate: string;
  address1: string;
  address2: string | null;
  mlsId: string | null;
  sourceIds: number[];
};

function keysOf({ zip, address1, address2, mlsId, sourceIds }: EarlierSale): string[] {
  const place = placeKey({ zip, address1, address2 });
  const numbers = mlsId ? sourceIds.map(id => numberKey(id, mlsId)) : [];
  return place ? [...numbers, place] : numbers;
}

async function storeKeys(tx: Tx, sales: readonly EarlierSale[]): Promise<void> {
  const keys = sales.flatMap(sale => keysOf(sale).map(key => ({ key, sale })));
  await tx.execute(
    sql`insert into sale_keys (key, sale_id, zip, sold_date, stated_date)
     select key, sale_id, zip, sold_date, sold_date
     from unnest(${keys.map(({ key }) => key)}::text[], ${keys.map(({ sale }) => sale.saleId)}::uuid[],
       ${keys.map(({ sale }) => sale.zip)}::text[], ${keys.map(({ sale }) => sale.soldDate)}::date[])
       as s (key, sale_id, zip, sold_date)
     where not exists (select from sale_keys k where k.key = s.key and k.sale_id = s.sale_id)`,
  );
}

/** Stores the keys of the sales of the next ZIPs. Returns false when all ZIPs are done. */
async function keySome(tx: Tx): Promise<boolean> {
  const progress = await tx.one<{ zip: string | null }>(sql`select zip from sale_key_progress for update`);
  if (progress.zip === null) return false;
  const zips = await tx.query<{ zip: string }>(
    sql`select zip from agents where zip > ${progress.zip} group by zip order by zip limit ${ZIPS_AT_ONCE}`,
  );
  const sales = await tx.query<EarlierSale>(
    sql`select distinct on (sale_id) sale_id as "saleId", zip, sold_date::text as "soldDate", address1, address2,
       mls_id as "mlsId", coalesce(source_ids, '{0}') as "sourceIds"
     from closings where zip = any(${zips.map(({ zip }) => zip)}::text[]) order by sale_id`,
  );
  await storeKeys(tx, sales);
  await tx.execute(sql`update sale_key_progress set zip = ${zips.at(-1)?.zip ?? null}`);
  return zips.length > 0;
}

/**
 * Stores the keys of sales from before sales had keys, some ZIPs at a time, so that loads and lists go on. Running it
 * again goes on where it stopped.
 */
export async function keyEarlierSales(pg: Pg): Promise<void> {
  while (await pg.transaction(keySome));
}
