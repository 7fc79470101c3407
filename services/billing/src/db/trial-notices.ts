import type { Queries, Tx } from '@closingwire/chassis/pg';
import { reminderDays } from '../domain/trial.ts';

export type TrialClock = { id: string; trialExpiresAt: Date };

/** Active accounts with a reminder of their trial's end due and not given; see `dueReminder`. */
export async function accountsToRemind(db: Queries, now: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select a.id from accounts a cross join lateral (
       select min(days) as days from unnest($2::int[]) as days
       where a.trial_expires_at - days * interval '1 day' <= $1
     ) due
     where a.status = 'active' and due.days is not null and not exists (
       select from trial_notices n
       where n.account_id = a.id and n.trial_expires_at = a.trial_expires_at and n.days = due.days
     ) order by a.trial_expires_at limit $3`,
    [now, [...reminderDays], limit],
  );
  return rows.map(({ id }) => id);
}

export async function noticesOf(tx: Tx, { id, trialExpiresAt }: TrialClock): Promise<number[]> {
  const rows = await tx.query<{ days: number }>(
    'select days from trial_notices where account_id = $1 and trial_expires_at = $2',
    [id, trialExpiresAt],
  );
  return rows.map(({ days }) => days);
}

export async function noteNotice(tx: Tx, { id, trialExpiresAt }: TrialClock, days: number): Promise<void> {
  await tx.query('insert into trial_notices (account_id, trial_expires_at, days) values ($1, $2, $3)', [
    id,
    trialExpiresAt,
    days,
  ]);
}
