import type { Queries } from '@closingwire/chassis/pg';

/** Keeps whether a ZIP is to be refreshed. */
export async function saveZip(
  db: Queries,
  zip: { zipCode: string; version: number; scrapeActive: boolean },
): Promise<void> {
  await db.query(
    `insert into zips as z (zip, version, scrape_active) values ($1, $2, $3)
     on conflict (zip) do update set version = excluded.version, scrape_active = excluded.scrape_active
     where z.version < excluded.version`,
    [zip.zipCode, zip.version, zip.scrapeActive],
  );
}
