import { type Queries, type Sql, sql } from '@closingwire/chassis/pg';
import { STORE_LAG } from '../lists/stored-through.ts';

const HOUR_MS = 3_600_000;

/** Without a look for this long, the next look begins a new visit. */
const VISIT_HOURS = 2;

const beginOfVisit = (now: Date) => new Date(now.getTime() - VISIT_HOURS * HOUR_MS);

/** Selects the last look of the visit before; null in the first visit. A reading changes nothing. */
export const newSince = (accountId: string, now: Date): Sql => sql`(
  select case when v.seen_at < ${beginOfVisit(now)} then v.seen_at else v.previous_at end
  from visits v where v.account_id = ${accountId}::uuid)`;

/**
 * Selects the account's ZIPs that came after the last visit or an outcome, of the CTEs `since` and `latest`. Others came
 * before all that their closings are compared with. Mostly none is left, so that the join costs nothing.
 */
export const cameZips = (accountId: string): Sql => sql`
  select s.zip, max(s.readable_since) as readable_since from subscriptions s
  where s.account_id = ${accountId}::uuid and s.cancelled_at is null
    and s.readable_since >= (select least(new_since, (select min(made_at) from latest)) from since)
  group by s.zip`;

/**
 * Stores a look, and returns since when agents are new. While agents are being stored, the look is before them: they come
 * with the time at which their load began, but the user did not see them.
 */
export async function storeVisit(db: Queries, accountId: string, now: Date): Promise<Date | null> {
  const { previousAt } = await db.one<{ previousAt: Date | null }>(
    sql`insert into visits as v (account_id, seen_at) values (${accountId}, ${now}::timestamptz - ${STORE_LAG})
     on conflict (account_id) do update set seen_at = greatest(v.seen_at, excluded.seen_at),
       previous_at = case when v.seen_at < ${beginOfVisit(now)} then v.seen_at else v.previous_at end
     returning previous_at as "previousAt"`,
  );
  return previousAt;
}
