import type { Task } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import { announceHoldEnded, announceHoldEnding } from '../accounts/announce.ts';
import type { Billing } from '../billing.ts';
import { findAccount, keepRelease, lockAccount } from '../db/accounts.ts';
import { pendingOrders } from '../db/orders.ts';
import { activeOf } from '../db/subscriptions.ts';
import { accountsToRelease, accountsToWarn } from '../db/trial-holds.ts';
import { announcedRelease, releaseTime, warnedTrialEnd } from '../domain/hold.ts';
import { refreshPayment } from '../payments/apply-payment.ts';
import { endSubscriptions } from '../subscriptions/end-subscription.ts';

export const releaseTrials = 'release-trials';
const batch = 200;

/** The ZIPs that the account holds from an expired, unpaid trial, and until when. */
async function heldBy(tx: Tx, { terms }: Billing, accountId: string, now: Date) {
  const account = await lockAccount(tx, accountId);
  const zips = await activeOf(tx, accountId, ['trial']);
  const releaseAt = account && releaseTime(account, { unpaid: zips.length }, terms, now);
  return account && releaseAt ? { account, zips, releaseAt } : undefined;
}

async function warn(tx: Tx, billing: Billing, accountId: string, now: Date): Promise<void> {
  const held = await heldBy(tx, billing, accountId, now);
  if (!held || held.account.releaseAt !== null) return;
  const releaseAt = announcedRelease(held.account, billing.terms, now);
  await keepRelease(tx, accountId, releaseAt);
  await announceHoldEnding(tx, accountId, billing.terms.centsPerZip, {
    releaseAt: releaseAt.toISOString(),
    zipCodes: held.zips.map(({ zipCode }) => zipCode),
  });
}

/** A card that nobody told us of keeps the ZIPs, so the provider is asked before they go. */
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
  await announceHoldEnded(tx, accountId, billing.terms.centsPerZip, {
    zipCodes: held.zips.map(({ zipCode }) => zipCode),
  });
}

/**
 * Frees the ZIPs of expired, unpaid trials for others once their time is over, and says so three days before;
 * each account in a transaction of its own.
 */
export function releaseTrialsTask(billing: Billing): Task {
  const { pg, terms, clock, log } = billing;
  return async () => {
    const now = clock();
    for (const id of await accountsToWarn(pg, warnedTrialEnd(terms, now), batch)) {
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
  };
}
