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
