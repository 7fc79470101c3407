import type { Queries, Tx } from '@closingwire/chassis/pg';
import { PAYING_STATES } from '../domain/standing.ts';

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

/** `readableOf` in SQL, of a subscription `s` and its account `a` at $1; an account not yet heard of is in its trial. */
const READABLE = `(s.kind = 'granted' or a.id is null or a.trial_expires_at > $1
  or a.payment_state = any($3::text[]) or a.payment_state is null and a.has_active_payment)`;

/**
 * Takes up to `limit` subscribed ZIPs that somebody may read and that were not yet asked for on this day. A ZIP
 * that the catalogue never spoke of is as it was made: active.
 */
export async function takeDueZips(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const rows = await tx.query<{ zip: string }>(
    `insert into refresh_requests (zip, day, requested_at)
     select zip, ($1::timestamptz at time zone 'UTC')::date, $1
     from (select distinct s.zip from subscriptions s left join accounts a on a.id = s.account_id
           where s.cancelled_at is null and ${READABLE}) subscribed
     where not exists (select from zips z where z.zip = subscribed.zip and not z.scrape_active)
       and not exists (
         select from refresh_requests r
         where r.zip = subscribed.zip and r.day = ($1::timestamptz at time zone 'UTC')::date)
     order by zip limit $2
     on conflict do nothing returning zip`,
    [now, limit, PAYING_STATES],
  );
  return rows.map(row => row.zip);
}
