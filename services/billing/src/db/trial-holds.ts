import type { Queries } from '@closingwire/chassis/pg';

const holding = `
  select a.id from accounts a
  where a.status <> 'deleted' and a.stripe_subscription_id is null and exists (
    select from subscriptions s where s.account_id = a.id and s.kind = 'trial' and s.cancelled_at is null)`;

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** Accounts that hold ZIPs of a trial that ended by then and have no date of release yet. */
export async function accountsToWarn(db: Queries, trialEnd: Date, limit: number): Promise<string[]> {
  const sql = `${holding} and a.release_at is null and a.trial_expires_at <= $1 order by a.trial_expires_at limit $2`;
  return idsOf(await db.query<{ id: string }>(sql, [trialEnd, limit]));
}

export async function accountsToRelease(db: Queries, now: Date, limit: number): Promise<string[]> {
  const sql = `${holding} and a.release_at <= $1 and a.trial_expires_at <= $1 order by a.release_at limit $2`;
  return idsOf(await db.query<{ id: string }>(sql, [now, limit]));
}
