import { AppError } from '@closingwire/chassis/app-error';
import { publish } from '@closingwire/chassis/outbox';
import { type Pg, sql, type Tx } from '@closingwire/chassis/pg';
import { type AuditChange, changeOf } from '@closingwire/contracts/audit';
import { zipChanged } from '@closingwire/contracts/catalog';
import type { EventData } from '@closingwire/contracts/event';
import type { ImportedZip, NewZip } from './rules.ts';

export type ZipRow = EventData<typeof zipChanged>;

const columns = sql`zip_code as "zipCode", city, state, price, is_available as "isAvailable",
  scrape_active as "scrapeActive", version`;

/** Locks ZIPs in one order, so that two orders cannot deadlock. Every change of claims on a ZIP holds its lock. */
export function lockZips(tx: Tx, zipCodes: readonly string[]): Promise<ZipRow[]> {
  return tx.query<ZipRow>(
    sql`select ${columns} from zips where zip_code = any(${zipCodes}) order by zip_code for no key update`,
  );
}

export async function lockZip(tx: Tx, zipCode: string): Promise<ZipRow> {
  const [zip] = await lockZips(tx, [zipCode]);
  return zip ?? unknownZip(zipCode);
}

function unknownZip(zipCode: string): never {
  throw new AppError('missing', 'zip_unknown', `ZIP code ${zipCode} is not in the catalog`);
}

export function insertZip(tx: Tx, zip: NewZip): Promise<boolean> {
  return tx.returnsRow(
    sql`insert into zips (zip_code, city, state, price, is_available)
     values (${zip.zipCode}, ${zip.city}, ${zip.state}, ${zip.price}, ${zip.isAvailable})
     on conflict do nothing returning zip_code`,
  );
}

const IMPORT_CHUNK = 10_000;

/**
 * Inserts the ZIPs that do not exist yet and returns their number. Chunks keep each statement short. After a crash
 * halfway, the same import adds the rest.
 */
export async function insertZips(pg: Pg, zips: readonly NewZip[]): Promise<number> {
  let created = 0;
  for (let start = 0; start < zips.length; start += IMPORT_CHUNK) {
    created += await insertChunk(pg, zips.slice(start, start + IMPORT_CHUNK));
  }
  return created;
}

async function insertChunk(pg: Pg, zips: readonly NewZip[]): Promise<number> {
  const { created } = await pg.one<{ created: number }>(
    sql`with added as (
       insert into zips (zip_code, city, state, price, is_available)
       select * from unnest(
         ${zips.map(zip => zip.zipCode)}::text[], ${zips.map(zip => zip.city)}::text[],
         ${zips.map(zip => zip.state)}::text[], ${zips.map(zip => zip.price)}::int[],
         ${zips.map(zip => zip.isAvailable)}::bool[])
       on conflict do nothing returning 1)
     select count(*) as created from added`,
  );
  return created;
}

const MOST_SKIPPED = 100;

/** Returns the first rows that `insertZips` would skip: their ZIP exists, or an earlier row has it. */
export async function skippedRows(pg: Pg, zips: readonly ImportedZip[]): Promise<number[]> {
  const rows = await pg.query<{ rowIndex: number }>(
    sql`select given.row_index as "rowIndex" from (
       select zip_code, row_index, place, row_number() over (partition by zip_code order by place) as nth
       from unnest(${zips.map(zip => zip.zipCode)}::text[], ${zips.map(zip => zip.rowIndex)}::int[])
         with ordinality t (zip_code, row_index, place)) given
     where given.nth > 1 or exists (select from zips where zips.zip_code = given.zip_code)
     order by given.place limit ${MOST_SKIPPED}`,
  );
  return rows.map(({ rowIndex }) => rowIndex);
}

/** Returns the number of ZIPs that `insertZips` would insert. */
export async function countMissing(pg: Pg, zips: readonly NewZip[]): Promise<number> {
  const { missing } = await pg.one<{ missing: number }>(
    sql`select count(distinct given.zip_code) as missing
     from unnest(${zips.map(zip => zip.zipCode)}::text[]) given (zip_code)
     where not exists (select from zips where zips.zip_code = given.zip_code)`,
  );
  return missing;
}

export type ZipChange = Partial<Pick<ZipRow, 'price' | 'isAvailable' | 'scrapeActive'>>;

/** Stores the next version of a ZIP whose lock is held. */
const updateZip = (tx: Tx, zip: ZipRow): Promise<ZipRow> =>
  tx.one<ZipRow>(sql`
    update zips set price = ${zip.price}, is_available = ${zip.isAvailable}, scrape_active = ${zip.scrapeActive},
      version = version + 1
    where zip_code = ${zip.zipCode} returning ${columns}`);

const auditedFields = {
  price: 'priceNote',
  isAvailable: 'isAvailable',
  scrapeActive: 'scrapeActive',
} as const;

/** Changes one field of a ZIP, publishes it if the value differs, and returns the old and new value for the audit log. */
export async function changeZipField<F extends keyof ZipChange>(
  pg: Pg,
  zipCode: string,
  { field, value }: { field: F; value: NonNullable<ZipChange[F]> },
): Promise<AuditChange[]> {
  const before = await pg.transaction(async tx => {
    const zip = await lockZip(tx, zipCode);
    if (zip[field] !== value) await publish(tx, zipChanged, await updateZip(tx, { ...zip, [field]: value }));
    return zip;
  });
  return [changeOf(auditedFields[field], before[field], value)];
}
