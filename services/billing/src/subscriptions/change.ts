import { AppError } from '@closingwire/chassis/app-error';
import { on } from '@closingwire/chassis/consume';
import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import * as events from '@closingwire/contracts/billing';
import { zipAssigned, zipReleased } from '@closingwire/contracts/catalog';
import { publishAccount } from '../accounts/publish.ts';
import type { Account } from '../accounts/rules.ts';
import { lockAccount } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { matchSubscriptionJob } from '../jobs.ts';
import * as store from './store.ts';

const stateOf = (subscription: store.Subscription): events.SubscriptionState => ({
  ...subscription,
  createdAt: subscription.createdAt.toISOString(),
  cancelledAt: subscription.cancelledAt?.toISOString() ?? null,
});

/** Also published for a subscription that turned from trial to paid: the same one, in a newer version. */
export const publishCreated = (tx: Tx, subscription: store.Subscription): Promise<void> =>
  publish(tx, events.subscriptionCreated, stateOf(subscription));

const publishCancelled = (tx: Tx, subscription: store.Subscription): Promise<void> =>
  publish(tx, events.subscriptionCancelled, stateOf(subscription));

/** Gives an account these ZIPs, those that it has left out. Returns how many came new. */
export async function addSubscriptions(
  tx: Tx,
  account: Pick<Account, 'id' | 'industry'>,
  zips: readonly store.HeldZip[],
  kind: store.SubscriptionKind,
  now: Date,
): Promise<number> {
  let added = 0;
  for (const { claimId, zipCode, city, state } of zips) {
    const subscription = await store.insertSubscription(tx, {
      claimId,
      zipCode,
      city,
      state,
      accountId: account.id,
      industry: account.industry,
      kind,
      createdAt: now,
    });
    if (!subscription) continue;
    added += 1;
    await publishCreated(tx, subscription);
  }
  return added;
}

/** Takes ZIPs from an account, and lets the provider charge for the fewer that are left. Again it does nothing. */
export async function endSubscriptions(
  tx: Tx,
  { terms, clock }: Pick<Billing, 'terms' | 'clock'>,
  accountId: string,
  subscriptions: readonly store.Subscription[],
): Promise<void> {
  let ended = 0;
  for (const { id } of subscriptions) {
    const cancelled = await store.cancel(tx, id, clock());
    if (!cancelled) continue;
    ended += 1;
    await publishCancelled(tx, cancelled);
  }
  if (ended === 0) return;
  await publishAccount(tx, accountId, terms.centsPerZip, ['standing-changed']);
  await matchSubscriptionJob.enqueue(tx, { accountId });
}

/** Gives a ZIP back. Again it does nothing; the ZIP of somebody else does not exist. */
export async function unsubscribe(
  billing: Billing,
  accountId: string,
  id: string,
): Promise<{ message: string }> {
  await billing.pg.transaction(async tx => {
    await lockAccount(tx, accountId);
    const subscription = await store.findSubscription(tx, id);
    if (subscription?.accountId !== accountId) {
      throw new AppError('missing', 'subscription_unknown', 'This subscription does not exist');
    }
    await endSubscriptions(tx, billing, accountId, [subscription]);
  });
  return { message: 'ZIP code removed successfully' };
}

async function recordReleased(tx: Tx, claimId: string): Promise<void> {
  await tx.send('insert into released_claims (id) values ($1) on conflict do nothing', [claimId]);
}

async function isReleased(tx: Tx, claimId: string): Promise<boolean> {
  return (await tx.maybe('select 1 from released_claims where id = $1', [claimId])) !== undefined;
}

/** An admin's assignment becomes a free subscription, so that the user sees the ZIP. Our own claims we know. */
const onZipAssigned = (billing: Billing) =>
  on(zipAssigned, async ({ data: claim }, tx) => {
    if (claim.assignedBy !== 'admin' || (await isReleased(tx, claim.claimId))) return;
    const account = await lockAccount(tx, claim.userId);
    if (!account) {
      throw new AppError('missing', 'account_unknown', `No account yet for the user ${claim.userId}`);
    }
    if (account.status === 'deleted') return;
    const holder = { id: account.id, industry: claim.industry };
    const added = await addSubscriptions(tx, holder, [claim], 'granted', billing.clock());
    if (added > 0) await publishAccount(tx, account.id, billing.terms.centsPerZip, ['standing-changed']);
  });

/** A claim that ended, or was refused, takes its subscription with it. */
const onZipReleased = (billing: Billing) =>
  on(zipReleased, async ({ data: { claimId } }, tx) => {
    await recordReleased(tx, claimId);
    const subscription = await store.activeByClaim(tx, claimId);
    if (subscription) await endSubscriptions(tx, billing, subscription.accountId, [subscription]);
  });

/** What changes subscriptions from outside: the assignments and releases of the catalogue. */
export const zipHandlers = (billing: Billing) => [onZipAssigned(billing), onZipReleased(billing)];
