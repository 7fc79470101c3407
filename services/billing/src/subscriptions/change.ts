import { AppError } from '@closingwire/chassis/app-error';
import { once } from '@closingwire/chassis/consume';
import type { Tx } from '@closingwire/chassis/pg';
import { zipAssigned, zipReleased } from '@closingwire/contracts/catalog';
import sql from 'sql-template-tag';
import { lockAccount } from '../accounts/lock.ts';
import * as ownZips from '../accounts/own-zips.ts';
import { publishAccount } from '../accounts/publish.ts';
import type { LockedAccount } from '../accounts/rules.ts';
import type { Billing } from '../billing.ts';
import { settleAccountJob } from '../jobs.ts';
import * as store from './store.ts';

/** Gives an account these ZIPs, those that it has left out. Returns how many came new. */
export async function addSubscriptions(
  tx: Tx,
  account: LockedAccount,
  zips: readonly ownZips.HeldZip[],
  given: { kind: ownZips.SubscriptionKind; industry: string; now: Date },
): Promise<number> {
  let added = 0;
  for (const zip of zips) {
    const subscription = await store.insertSubscription(tx, {
      claimId: zip.claimId,
      zipCode: zip.zipCode,
      city: zip.city,
      state: zip.state,
      accountId: account.id,
      industry: given.industry,
      kind: given.kind,
      createdAt: given.now,
    });
    if (!subscription) continue;
    added += 1;
    await ownZips.publishCreated(tx, subscription);
  }
  return added;
}

/** Takes ZIPs from an account, and lets the provider charge for the ones that are left. Again it does nothing. */
export async function endSubscriptions(
  tx: Tx,
  { terms, clock }: Pick<Billing, 'terms' | 'clock'>,
  account: LockedAccount,
  subscriptions: readonly ownZips.Subscription[],
): Promise<void> {
  let ended = 0;
  for (const { id } of subscriptions) {
    const cancelled = await store.cancel(tx, id, clock());
    if (!cancelled) continue;
    ended += 1;
    await ownZips.publishCancelled(tx, cancelled);
  }
  if (ended === 0) return;
  await publishAccount(tx, account.id, terms.centsPerZip, ['standing-changed']);
  if (account.stripeCustomerId !== null) await settleAccountJob.enqueue(tx, { accountId: account.id });
}

/** Gives a ZIP back. Again it does nothing; the ZIP of another account does not exist. */
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
    await endSubscriptions(tx, billing, account, [subscription]);
  });
  return { message: 'ZIP code removed successfully' };
}

async function recordReleased(tx: Tx, claimId: string): Promise<void> {
  await tx.execute(sql`insert into released_claims (id) values (${claimId}) on conflict do nothing`);
}

async function isReleased(tx: Tx, claimId: string): Promise<boolean> {
  return (await tx.maybe(sql`select 1 from released_claims where id = ${claimId}`)) !== undefined;
}

/** An admin's assignment becomes a free subscription, so that the user sees the ZIP. Our own claims we know. */
const onZipAssigned = (billing: Billing) =>
  once(zipAssigned, async ({ data: claim }, tx) => {
    if (claim.assignedBy !== 'admin') return;
    const account = await lockAccount(tx, billing, claim.userId);
    if (await isReleased(tx, claim.claimId)) return;
    if (!account) {
      throw new AppError('missing', 'account_unknown', `No account yet for the user ${claim.userId}`);
    }
    if (account.status === 'deleted') return;
    const given = { kind: 'granted', industry: claim.industry, now: billing.clock() } as const;
    const added = await addSubscriptions(tx, account, [claim], given);
    if (added > 0) await publishAccount(tx, account.id, billing.terms.centsPerZip, ['standing-changed']);
  });

/** A claim that ended, or was refused, takes its subscription with it. */
const onZipReleased = (billing: Billing) =>
  once(zipReleased, async ({ data: { claimId, userId } }, tx) => {
    const account = await lockAccount(tx, billing, userId);
    await recordReleased(tx, claimId);
    const subscription = await store.activeByClaim(tx, claimId);
    if (account && subscription?.accountId === account.id) {
      await endSubscriptions(tx, billing, account, [subscription]);
    }
  });

/** What changes subscriptions from outside: the assignments and releases of the catalogue. */
export const zipHandlers = (billing: Billing) => [onZipAssigned(billing), onZipReleased(billing)];
