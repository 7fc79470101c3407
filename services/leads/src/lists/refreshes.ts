import { publish } from '@closingwire/chassis/outbox';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import { zipRefreshRequested } from '@closingwire/contracts/leads';
import sql from 'sql-template-tag';
import { isReadable } from './standing.ts';

/**
 * Takes up to `limit` subscribed ZIPs that somebody may read and that were not yet asked for on this day. A ZIP
 * that the catalogue never published is as it was made: active.
 */
async function takeDueZips(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const today = sql`(${now}::timestamptz at time zone 'UTC')::date`;
  const rows = await tx.query<{ zip: string }>(
    sql`insert into refresh_requests (zip, day, requested_at)
     select zip, ${today}, ${now}::timestamptz
     from (select distinct s.zip from subscriptions s left join accounts a on a.id = s.account_id
           where s.cancelled_at is null and ${isReadable(now)}) subscribed
     where not exists (select from zips z where z.zip = subscribed.zip and not z.scrape_active)
       and not exists (select from refresh_requests r where r.zip = subscribed.zip and r.day = ${today})
     order by zip limit ${limit}
     on conflict do nothing returning zip`,
  );
  return rows.map(row => row.zip);
}

const AT_ONCE = 500;

/**
 * Asks for fresh leads of each subscribed, scrape-active ZIP, once a day: run again on the same day, or after a
 * kill, it asks for those that are missing.
 */
export async function requestRefreshes(pg: Pg, clock: Clock): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE; ) {
    const now = clock();
    taken = await pg.transaction(async tx => {
      const zips = await takeDueZips(tx, now, AT_ONCE);
      for (const zipCode of zips) {
        await publish(tx, zipRefreshRequested, { zipCode, requestedAt: now.toISOString() });
      }
      return zips.length;
    });
  }
}
