import { publish } from '@closingwire/chassis/outbox';
import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import { trialGraceEnded, trialGraceEnding } from '@closingwire/contracts/billing';
import { lockAccount } from '../accounts/lock.ts';
import { newAccountState } from '../accounts/publish.ts';
import * as rules from '../accounts/rules.ts';
import { accountIds, storeRelease } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { settleAccountJob } from '../jobs.ts';
import { pendingOrders } from '../orders/store.ts';
import { endSubscriptions } from '../subscriptions/change.ts';
import { activeOf } from '../subscriptions/store.ts';

const WITH_UNPAID_ZIPS = sql`
  select a.id from accounts a
  where a.status <> 'deleted' and a.stripe_subscription_id is null and exists (
    select from subscriptions s where s.account_id = a.id and s.kind = 'trial' and s.cancelled_at is null)`;

/**
 * Returns accounts with unpaid ZIPs and without a release date. Their ZIPs have been kept since `trialEnd` or longer,
 * from the trial's end or a later change of mode.
 */
function accountsToWarn(db: Queries, trialEnd: Date, limit: number): Promise<string[]> {
  return accountIds(
    db,
    sql`
    ${WITH_UNPAID_ZIPS} and a.release_at is null and greatest(a.trial_expires_at, a.held_since) <= ${trialEnd}
    order by a.trial_expires_at limit ${limit}`,
  );
}

function accountsToRelease(db: Queries, now: Date, limit: number): Promise<string[]> {
  return accountIds(
    db,
    sql`
    ${WITH_UNPAID_ZIPS} and a.release_at <= ${now} and a.trial_expires_at <= ${now}
    order by a.release_at limit ${limit}`,
  );
}

const limit = 200;

/** Returns the account and the release time of its ZIPs, if its trial is expired and unpaid. */
async function unpaidOf(tx: Tx, billing: Billing, accountId: string, now: Date) {
  const account = await lockAccount(tx, billing, accountId);
  const releaseAt = account && rules.releaseTime(account, account.zips, billing.terms, now);
  return account && releaseAt ? { account, releaseAt } : undefined;
}

async function warn(tx: Tx, billing: Billing, accountId: string, now: Date): Promise<void> {
  const unpaid = await unpaidOf(tx, billing, accountId, now);
  if (!unpaid || unpaid.account.releaseAt !== null) return;
  const releaseAt = rules.warnedRelease(unpaid.account, billing.terms, now);
  await storeRelease(tx, accountId, releaseAt);
  await publish(tx, trialGraceEnding, {
    ...(await newAccountState(tx, accountId, billing.terms)),
    releaseAt: releaseAt.toISOString(),
    zipCodes: [...rules.zipCodesOf(unpaid.account.zips, 'trial')],
  });
}

/** A reading of the provider older than this does not prove that the user has still not paid. */
const freshMs = 5 * 60_000;

/**
 * Returns true if the provider was read lately. A card that no webhook reported keeps the ZIPs, so they are released
 * only then.
 */
const isReadFresh = ({ stripeCustomerId, paymentReadAt }: rules.Account, now: Date): boolean =>
  stripeCustomerId === null || (paymentReadAt !== null && now.getTime() - paymentReadAt.getTime() < freshMs);

async function release(tx: Tx, billing: Billing, accountId: string, now: Date): Promise<void> {
  const unpaid = await unpaidOf(tx, billing, accountId, now);
  if (
    !unpaid ||
    unpaid.account.releaseAt === null ||
    unpaid.releaseAt > now ||
    unpaid.account.hasActivePayment
  )
    return;
  // The user may be paying for the ZIPs right now.
  if ((await pendingOrders(tx, accountId)).length > 0) return;
  // The pass reads the provider; the run of this job in the next minute then releases the ZIPs.
  if (!isReadFresh(unpaid.account, now)) return settleAccountJob.enqueue(tx, { accountId });
  await endSubscriptions(tx, billing, unpaid.account, await activeOf(tx, accountId, ['trial']), 'trial-over');
  await publish(tx, trialGraceEnded, {
    ...(await newAccountState(tx, accountId, billing.terms)),
    zipCodes: [...rules.zipCodesOf(unpaid.account.zips, 'trial')],
  });
}

/**
 * Warns users three days before the ZIPs of their expired, unpaid trial are released, then releases them. Each account
 * has its own transaction.
 */
export async function releaseTrials(billing: Billing): Promise<void> {
  const { pg, terms, clock, log } = billing;
  const now = clock();
  const each = async (ids: string[], step: typeof warn) => {
    for (const id of ids) {
      await pg
        .transaction(tx => step(tx, billing, id, now))
        .catch(error =>
          log.error({ err: error, accountId: id }, 'ZIPs of an expired trial not released, will retry'),
        );
    }
  };
  await each(await accountsToWarn(pg, rules.warnedTrialEnd(terms, now), limit), warn);
  await each(await accountsToRelease(pg, now, limit), release);
}
