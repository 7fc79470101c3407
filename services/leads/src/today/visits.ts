import { type Queries, type Sql, sql } from '@closingwire/chassis/pg';

const HOUR_MS = 3_600_000;

/** Without a look for this long, the next look begins a new visit. */
const VISIT_HOURS = 2;

const beginOfVisit = (now: Date) => new Date(now.getTime() - VISIT_HOURS * HOUR_MS);

/** Selects the last look of the visit before; null in the first visit. A reading changes nothing. */
export const newSince = (accountId: string, now: Date): Sql => sql`(
  select case when v.seen_at < ${beginOfVisit(now)} then v.seen_at else v.previous_at end
  from visits v where v.account_id = ${accountId}::uuid)`;

/** Stores a look, and returns since when agents are new. */
export async function storeVisit(db: Queries, accountId: string, now: Date): Promise<Date | null> {
  const { previousAt } = await db.one<{ previousAt: Date | null }>(
    sql`insert into visits as v (account_id, seen_at) values (${accountId}, ${now})
     on conflict (account_id) do update set seen_at = greatest(v.seen_at, excluded.seen_at),
       previous_at = case when v.seen_at < ${beginOfVisit(now)} then v.seen_at else v.previous_at end
     returning previous_at as "previousAt"`,
  );
  return previousAt;
}
