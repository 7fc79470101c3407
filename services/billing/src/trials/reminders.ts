import { publish } from '@closingwire/chassis/outbox';
import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import { reminderDays, trialExpiring } from '@closingwire/contracts/billing';
import { lockAccount } from '../accounts/lock.ts';
import { newAccountState, publishAccount } from '../accounts/publish.ts';
import * as rules from '../accounts/rules.ts';
import { accountIds } from '../accounts/store.ts';
import { type Billing, firstId } from '../billing.ts';

const limit = 200;

type TrialClock = { id: string; trialExpiresAt: Date };

/** Returns the next active accounts for which a reminder of the trial's end is due; see `dueReminder`. */
function accountsToRemind(db: Queries, now: Date, after: string, limit: number): Promise<string[]> {
  return accountIds(
    db,
    sql`select a.id from accounts a cross join lateral (
       select min(days) as days from unnest(${[...reminderDays]}::int[]) as days
       where a.trial_expires_at - days * interval '1 day' <= ${now}
     ) due
     where a.id > ${after} and a.status = 'active' and due.days is not null and not exists (
       select from trial_notices n
       where n.account_id = a.id and n.trial_expires_at = a.trial_expires_at and n.days = due.days
     ) order by a.id limit ${limit}`,
  );
}

async function remindersOf(tx: Tx, { id, trialExpiresAt }: TrialClock): Promise<number[]> {
  const rows = await tx.query<{ days: number }>(
    sql`select days from trial_notices where account_id = ${id} and trial_expires_at = ${trialExpiresAt}`,
  );
  return rows.map(({ days }) => days);
}

async function insertReminder(tx: Tx, { id, trialExpiresAt }: TrialClock, days: number): Promise<void> {
  await tx.execute(
    sql`insert into trial_notices (account_id, trial_expires_at, days)
     values (${id}, ${trialExpiresAt}, ${days})`,
  );
}

async function remind(tx: Tx, billing: Billing, accountId: string, now: Date): Promise<void> {
  const { terms } = billing;
  const account = await lockAccount(tx, billing, accountId);
  if (account?.status !== 'active') return;
  const days = rules.dueReminder(account, await remindersOf(tx, account), now);
  if (days === undefined) return;
  await insertReminder(tx, account, days);
  await publish(tx, trialExpiring, { ...(await newAccountState(tx, accountId, terms)), daysRemaining: days });
  if (days === 0 && !account.hasActivePayment) {
    await publishAccount(tx, accountId, terms, ['trial-expired']);
  }
}

/** Publishes reminders of trials 7, 3, 1 and 0 days before their end, each once. Each account has its own transaction. */
export async function remindOfTrials(billing: Billing): Promise<void> {
  const now = billing.clock();
  // Visits each account once, so that an account that fails does not make the run endless.
  for (let last: string | undefined = firstId; last !== undefined; ) {
    const ids = await accountsToRemind(billing.pg, now, last, limit);
    for (const id of ids) {
      await billing.pg
        .transaction(tx => remind(tx, billing, id, now))
        .catch(error =>
          billing.log.error({ err: error, accountId: id }, 'trial reminder not sent, will retry'),
        );
    }
    last = ids.length < limit ? undefined : ids.at(-1);
  }
}
