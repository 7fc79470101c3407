import { type Queries, sql } from '@closingwire/chassis/pg';
import type { SubscriptionState } from '@closingwire/contracts/billing';
import { defaultDigest } from '@closingwire/contracts/digest';
import { zoneOf } from '@closingwire/contracts/state-days';
import { isNotDeleted } from '../not-deleted.ts';
import { nextDigest } from './schedule.ts';

/** The zone of most people of the US. */
const USUAL_ZONE = 'America/New_York';

/** Inserts the default digest of an account, in this time zone; changes nothing if it has one, or is deleted. */
async function insertMissing(
  db: Queries,
  accounts: readonly { accountId: string; timeZone: string }[],
  now: Date,
): Promise<void> {
  const nextAt = accounts.map(({ timeZone }) => nextDigest({ ...defaultDigest, timeZone }, now));
  await db.execute(
    sql`insert into digests (account_id, time_zone, next_at)
     select n.account_id, n.zone, n.next_at
     from unnest(${accounts.map(({ accountId }) => accountId)}::uuid[],
       ${accounts.map(({ timeZone }) => timeZone)}::text[], ${nextAt}::timestamptz[]) as n (account_id, zone, next_at)
     where ${isNotDeleted(sql`n.account_id`)}
     on conflict (account_id) do nothing`,
  );
}

export const insertMissingDigest = (db: Queries, accountId: string, now: Date): Promise<void> =>
  insertMissing(db, [{ accountId, timeZone: USUAL_ZONE }], now);

/** Gives accounts their default digest with their first ZIP, in the time zone of the ZIP's state. */
export async function insertDefaultDigests(
  db: Queries,
  subscriptions: readonly Pick<SubscriptionState, 'accountId' | 'state' | 'cancelledAt'>[],
): Promise<void> {
  const zones = new Map<string, string>();
  for (const { accountId, state, cancelledAt } of subscriptions) {
    if (cancelledAt === null && !zones.has(accountId)) zones.set(accountId, zoneOf(state) ?? USUAL_ZONE);
  }
  if (zones.size === 0) return;
  // In the order of the accounts, so that two statements do not deadlock.
  const accounts = [...zones].map(([accountId, timeZone]) => ({ accountId, timeZone }));
  await insertMissing(
    db,
    accounts.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1)),
    new Date(),
  );
}
