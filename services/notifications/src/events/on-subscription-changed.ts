import { on } from '@closingwire/chassis/consume';
import type { Tx } from '@closingwire/chassis/pg';
import {
  type SubscriptionState,
  subscriptionCancelled,
  subscriptionCreated,
} from '@closingwire/contracts/billing';
import { keepSubscription } from '../db/subscriptions.ts';
import { claimReadyLists } from './claim-ready-lists.ts';

async function takeOver(tx: Tx, subscription: SubscriptionState): Promise<void> {
  await keepSubscription(tx, subscription);
  await claimReadyLists(tx, { userId: subscription.accountId });
}

export const onSubscriptionCreated = on(subscriptionCreated, ({ data }, tx) => takeOver(tx, data));
export const onSubscriptionCancelled = on(subscriptionCancelled, ({ data }, tx) => takeOver(tx, data));
