import { AppError } from '@closingwire/chassis/app-error';
import { once } from '@closingwire/chassis/consume';
import { sql, type Tx } from '@closingwire/chassis/pg';
import type { SubscriptionEnd } from '@closingwire/contracts/billing';
import { type ClaimedZip, zipAssigned, zipReleased } from '@closingwire/contracts/catalog';
import { lockAccount } from '../accounts/lock.ts';
import * as ownZips from '../accounts/own-zips.ts';
import { publishAccount } from '../accounts/publish.ts';
import { removalOf } from '../accounts/removal.ts';
import type { LockedAccount } from '../accounts/rules.ts';
import type { Billing } from '../billing.ts';
import { settleAccountJob } from '../jobs.ts';
import * as store from './store.ts';

/** Gives an account those of the ZIPs that it does not have. Returns their number. */
export async function addSubscriptions(
  tx: Tx,
  { terms, clock }: Pick<Billing, 'terms' | 'clock'>,
  account: LockedAccount,
  zips: readonly ClaimedZip[],
  given: { kind: ownZips.SubscriptionKind; industry: string },
): Promise<number> {
  const added: ownZips.Subscription[] = [];
  for (const zip of zips) {
    const subscription = await store.insertSubscription(tx, {
      ...zip,
      ...given,
      accountId: account.id,
      createdAt: clock(),
    });
    if (subscription) added.push(subscription);
  }
  const [first] = added;
  if (!first) return 0;
  const order = { id: first.id, zipCount: added.length };
  for (const subscription of added) await ownZips.publishCreated(tx, { ...subscription, order });
  await publishAccount(tx, account.id, terms, ['standing-changed']);
  return added.length;
}

/** Ends subscriptions, and enqueues a pass that corrects the charge. Running it again changes nothing. */
export async function endSubscriptions(
  tx: Tx,
  { terms, clock }: Pick<Billing, 'terms' | 'clock'>,
  account: LockedAccount,
  subscriptions: readonly ownZips.Subscription[],
  endedBy?: SubscriptionEnd,
): Promise<void> {
  let ended = 0;
  for (const { id } of subscriptions) {
    const cancelled = await store.cancel(tx, id, clock());
    if (!cancelled) continue;
    ended += 1;
    await ownZips.publishCancelled(tx, {
      ...cancelled,
      ...(endedBy && { endedBy }),
      ...(endedBy === 'removed' && { removal: removalOf(account, account.zips, cancelled, terms) }),
    });
  }
  if (ended === 0) return;
  await publishAccount(tx, account.id, terms, ['standing-changed']);
  if (account.stripeCustomerId !== null) await settleAccountJob.enqueue(tx, { accountId: account.id });
}

/** Gives a ZIP back. Repeating it changes nothing. Throws `missing` for a ZIP of another account. */
export async function unsubscribe(
  billing: Billing,
  accountId: string,
  id: string,
): Promise<{ message: string }> {
  await billing.pg.transaction(async tx => {
    const account = await lockAccount(tx, billing, accountId);
    const subscription = await store.findSubscription(tx, id);
    if (!account || subscription?.accountId !== accountId) {
      throw new AppError('missing', 'subscription_unknown', 'This subscription does not exist');
    }
    await endSubscriptions(tx, billing, account, [subscription], 'given-back');
  });
  return { message: 'ZIP code removed successfully' };
}

/** Ends the active subscription of a claim, if it belongs to this account. */
export async function endByClaim(
  tx: Tx,
  billing: Billing,
  claimId: string,
  account: LockedAccount | undefined,
  endedBy?: SubscriptionEnd,
): Promise<void> {
  const subscription = await store.activeByClaim(tx, claimId);
  if (account && subscription?.accountId === account.id) {
    await endSubscriptions(tx, billing, account, [subscription], endedBy);
  }
}

async function recordReleased(tx: Tx, claimId: string): Promise<void> {
  await tx.execute(sql`insert into released_claims (id) values (${claimId}) on conflict do nothing`);
}

function isReleased(tx: Tx, claimId: string): Promise<boolean> {
  return tx.returnsRow(sql`select 1 from released_claims where id = ${claimId}`);
}

/** Adds a free subscription for an admin's assignment. Other claims already have a subscription of billing. */
const onZipAssigned = (billing: Billing) =>
  once(zipAssigned, async ({ data: claim }, tx) => {
    if (claim.assignedBy !== 'admin') return;
    const account = await lockAccount(tx, billing, claim.userId);
    if (await isReleased(tx, claim.claimId)) return;
    if (!account) {
      throw new AppError('missing', 'account_unknown', `No account yet for the user ${claim.userId}`);
    }
    if (account.status === 'deleted') return;
    await addSubscriptions(tx, billing, account, [claim], { kind: 'granted', industry: claim.industry });
  });

/** Ends the subscription of a claim that was released or refused. */
const onZipReleased = (billing: Billing) =>
  once(zipReleased, async ({ data: { claimId, userId, releasedBy } }, tx) => {
    const account = await lockAccount(tx, billing, userId);
    await recordReleased(tx, claimId);
    await endByClaim(tx, billing, claimId, account, releasedBy === 'admin' ? 'removed' : undefined);
  });

export const zipHandlers = (billing: Billing) => [onZipAssigned(billing), onZipReleased(billing)];
