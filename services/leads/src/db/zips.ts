import type { Queries, Tx } from '@closingwire/chassis/pg';

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

/**
 * Takes up to `limit` subscribed ZIPs that were not yet asked for on this day. A ZIP that the catalogue never
 * spoke of is as it was made: active.
 */
export async function takeDueZips(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const rows = await tx.query<{ zip: string }>(
    `insert into refresh_requests (zip, day, requested_at)
     select zip, ($1::timestamptz at time zone 'UTC')::date, $1
     from (select distinct zip from subscriptions where cancelled_at is null) subscribed
     where not exists (select from zips z where z.zip = subscribed.zip and not z.scrape_active)
       and not exists (
         select from refresh_requests r
         where r.zip = subscribed.zip and r.day = ($1::timestamptz at time zone 'UTC')::date)
     order by zip limit $2
     on conflict do nothing returning zip`,
    [now, limit],
  );
  return rows.map(row => row.zip);
}
