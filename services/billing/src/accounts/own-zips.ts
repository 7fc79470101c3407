import { publish } from '@closingwire/chassis/outbox';
import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import * as events from '@closingwire/contracts/billing';
import type { OwnZip } from './rules.ts';

export type SubscriptionKind = OwnZip['kind'];

export type Subscription = Omit<events.SubscriptionState, 'createdAt' | 'cancelledAt'> & {
  createdAt: Date;
  cancelledAt: Date | null;
};

export const subscriptionColumns = sql`id, version, account_id as "accountId", zip_code as "zipCode", city, state,
  industry, kind, claim_id as "claimId", created_at as "createdAt", cancelled_at as "cancelledAt"`;

/** SQL that is true if account `a` has a ZIP that costs money; see `billableZipCodes`. */
export const HAS_BILLABLE_ZIP = sql`exists (select from subscriptions s
  where s.account_id = a.id and s.cancelled_at is null and s.kind <> 'granted')`;

const stateOf = (subscription: Subscription): events.SubscriptionState => ({
  ...subscription,
  createdAt: subscription.createdAt.toISOString(),
  cancelledAt: subscription.cancelledAt?.toISOString() ?? null,
});

/** Publishes a new subscription, or a newer version of one whose kind changed. */
export const publishCreated = (tx: Tx, subscription: Subscription): Promise<void> =>
  publish(tx, events.subscriptionCreated, stateOf(subscription));

export const publishCancelled = (tx: Tx, subscription: Subscription): Promise<void> =>
  publish(tx, events.subscriptionCancelled, stateOf(subscription));

/**
 * Returns the active ZIPs of an account. Without the lock, use them for display only: commands decide from the ZIPs of
 * `lockAccount`.
 */
export function ownZips(db: Queries, accountId: string): Promise<OwnZip[]> {
  return db.query<OwnZip>(sql`
    select zip_code as "zipCode", kind from subscriptions
    where account_id = ${accountId} and cancelled_at is null order by zip_code`);
}

/** Turns trial ZIPs into paid ones, or back, and publishes them. Returns their number. */
export async function changeKind(tx: Tx, accountId: string, to: 'trial' | 'paid'): Promise<number> {
  const from = to === 'paid' ? 'trial' : 'paid';
  const changed = await tx.query<Subscription>(sql`
    update subscriptions set kind = ${to}, version = version + 1
    where account_id = ${accountId} and kind = ${from} and cancelled_at is null returning ${subscriptionColumns}`);
  for (const subscription of changed) await publishCreated(tx, subscription);
  return changed.length;
}
