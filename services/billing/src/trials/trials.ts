import type { Queries, Tx } from '@closingwire/chassis/pg';
import * as accounts from '../accounts/publish.ts';
import * as rules from '../accounts/rules.ts';
import { findAccount, lockAccount, storeRelease } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { pendingOrders } from '../orders/store.ts';
import { refreshPayment } from '../stripe/apply-payment.ts';
import { endSubscriptions } from '../subscriptions/change.ts';
import { activeOf } from '../subscriptions/store.ts';

const holding = `
  select a.id from accounts a
  where a.status <> 'deleted' and a.stripe_subscription_id is null and exists (
    select from subscriptions s where s.account_id = a.id and s.kind = 'trial' and s.cancelled_at is null)`;

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** Accounts that hold ZIPs of a trial that ended by then and have no date of release yet. */
async function accountsToWarn(db: Queries, trialEnd: Date, limit: number): Promise<string[]> {
  const sql = `${holding} and a.release_at is null and a.trial_expires_at <= $1 order by a.trial_expires_at limit $2`;
  return idsOf(await db.query<{ id: string }>(sql, [trialEnd, limit]));
}

async function accountsToRelease(db: Queries, now: Date, limit: number): Promise<string[]> {
  const sql = `${holding} and a.release_at <= $1 and a.trial_expires_at <= $1 order by a.release_at limit $2`;
  return idsOf(await db.query<{ id: string }>(sql, [now, limit]));
}

const batch = 200;

/** The ZIPs that the account holds from an expired, unpaid trial, and until when. */
async function heldBy(tx: Tx, { terms }: Billing, accountId: string, now: Date) {
  const account = await lockAccount(tx, accountId);
  const zips = await activeOf(tx, accountId, ['trial']);
  const releaseAt = account && rules.releaseTime(account, { unpaid: zips.length }, terms, now);
  return account && releaseAt ? { account, zips, releaseAt } : undefined;
}

async function warn(tx: Tx, billing: Billing, accountId: string, now: Date): Promise<void> {
  const held = await heldBy(tx, billing, accountId, now);
  if (!held || held.account.releaseAt !== null) return;
  const releaseAt = rules.warnedRelease(held.account, billing.terms, now);
  await storeRelease(tx, accountId, releaseAt);
  await accounts.publishHoldEnding(tx, accountId, billing.terms.centsPerZip, {
    releaseAt: releaseAt.toISOString(),
    zipCodes: held.zips.map(({ zipCode }) => zipCode),
  });
}

/** A card that no webhook reported keeps the ZIPs, so the provider is asked before they go. */
async function isPaidAfterAll(billing: Billing, accountId: string): Promise<boolean> {
  const account = await findAccount(billing.pg, accountId);
  if (!account?.stripeCustomerId || account.status === 'deleted') return false;
  await refreshPayment(billing, account, account.stripeCustomerId);
  return (await findAccount(billing.pg, accountId))?.hasActivePayment === true;
}

async function release(tx: Tx, billing: Billing, accountId: string, now: Date): Promise<void> {
  const held = await heldBy(tx, billing, accountId, now);
  if (!held || held.account.releaseAt === null || held.releaseAt > now || held.account.hasActivePayment)
    return;
  // Somebody is just paying for them.
  if ((await pendingOrders(tx, accountId)).length > 0) return;
  await endSubscriptions(tx, billing, accountId, held.zips);
  await accounts.publishHoldEnded(tx, accountId, billing.terms.centsPerZip, {
    zipCodes: held.zips.map(({ zipCode }) => zipCode),
  });
}

/**
 * Frees the ZIPs of expired, unpaid trials for others once their time is over, and warns three days before;
 * each account in a transaction of its own.
 */
export async function releaseTrials(billing: Billing): Promise<void> {
  const { pg, terms, clock, log } = billing;
  const now = clock();
  for (const id of await accountsToWarn(pg, rules.warnedTrialEnd(terms, now), batch)) {
    await pg.transaction(tx => warn(tx, billing, id, now));
  }
  for (const id of await accountsToRelease(pg, now, batch)) {
    try {
      if (await isPaidAfterAll(billing, id)) continue;
      await pg.transaction(tx => release(tx, billing, id, now));
    } catch (error) {
      log.warn({ err: error, accountId: id }, 'the ZIPs of this trial are released later');
    }
  }
}

export type TrialClock = { id: string; trialExpiresAt: Date };

/** Active accounts with a reminder of their trial's end due and not given; see `dueReminder`. */
async function accountsToRemind(db: Queries, now: Date, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select a.id from accounts a cross join lateral (
       select min(days) as days from unnest($2::int[]) as days
       where a.trial_expires_at - days * interval '1 day' <= $1
     ) due
     where a.status = 'active' and due.days is not null and not exists (
       select from trial_notices n
       where n.account_id = a.id and n.trial_expires_at = a.trial_expires_at and n.days = due.days
     ) order by a.trial_expires_at limit $3`,
    [now, [...rules.reminderDays], limit],
  );
  return rows.map(({ id }) => id);
}

async function noticesOf(tx: Tx, { id, trialExpiresAt }: TrialClock): Promise<number[]> {
  const rows = await tx.query<{ days: number }>(
    'select days from trial_notices where account_id = $1 and trial_expires_at = $2',
    [id, trialExpiresAt],
  );
  return rows.map(({ days }) => days);
}

async function insertNotice(tx: Tx, { id, trialExpiresAt }: TrialClock, days: number): Promise<void> {
  await tx.query('insert into trial_notices (account_id, trial_expires_at, days) values ($1, $2, $3)', [
    id,
    trialExpiresAt,
    days,
  ]);
}

async function remind(tx: Tx, { terms }: Billing, accountId: string, now: Date): Promise<void> {
  const account = await lockAccount(tx, accountId);
  if (account?.status !== 'active') return;
  const days = rules.dueReminder(account, await noticesOf(tx, account), now);
  if (days === undefined) return;
  await insertNotice(tx, account, days);
  await accounts.publishTrialExpiring(tx, accountId, terms.centsPerZip, days);
  if (days === 0 && !account.hasActivePayment) {
    await accounts.publishAccount(tx, accountId, terms.centsPerZip, ['trial-expired']);
  }
}

/** Publishes trials that end in 7, 3, 1 and 0 days, once each; each account in a transaction of its own. */
export async function remindOfTrials(billing: Billing): Promise<void> {
  const now = billing.clock();
  for (;;) {
    const ids = await accountsToRemind(billing.pg, now, batch);
    for (const id of ids) await billing.pg.transaction(tx => remind(tx, billing, id, now));
    if (ids.length < batch) return;
  }
}
