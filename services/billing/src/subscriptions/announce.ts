import { publish } from '@closingwire/chassis/outbox';
import type { Tx } from '@closingwire/chassis/pg';
import {
  type SubscriptionState,
  subscriptionCancelled,
  subscriptionCreated,
} from '@closingwire/contracts/billing';
import type { Subscription } from '../db/subscriptions.ts';

const stateOf = (subscription: Subscription): SubscriptionState => ({
  ...subscription,
  createdAt: subscription.createdAt.toISOString(),
  cancelledAt: subscription.cancelledAt?.toISOString() ?? null,
});

/** Also told of a subscription that turned from trial to paid: the same one, in a newer version. */
export const announceCreated = (tx: Tx, subscription: Subscription): Promise<void> =>
  publish(tx, subscriptionCreated, stateOf(subscription));

export const announceCancelled = (tx: Tx, subscription: Subscription): Promise<void> =>
  publish(tx, subscriptionCancelled, stateOf(subscription));
