import { publish } from '@closingwire/chassis/outbox';
import type { Clock } from '@closingwire/chassis/part';
import { type Pg, sql, type Tx } from '@closingwire/chassis/pg';
import { zipRefreshRequested } from '@closingwire/contracts/leads';
import { isReadable } from './standing.ts';

/**
 * Inserts requests for up to `limit` readable ZIPs without one today, and returns the ZIPs. A ZIP that catalog has not
 * published counts as active.
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
 * Requests fresh leads of each readable, scrape-active ZIP once a day. A second run on the same day requests the
 * missing ones.
 */
export async function requestRefreshes(pg: Pg, clock: Clock): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE; ) {
    const now = clock();
    taken = await pg.transaction(async tx => {
      const zipCodes = await takeDueZips(tx, now, AT_ONCE);
      for (const zipCode of zipCodes) {
        await publish(tx, zipRefreshRequested, { zipCode, requestedAt: now.toISOString() });
      }
      return zipCodes.length;
    });
  }
}
