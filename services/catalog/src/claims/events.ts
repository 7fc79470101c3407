import { once } from '@closingwire/chassis/consume';
import type { Clock } from '@closingwire/chassis/part';
import { subscriptionCancelled, subscriptionCreated } from '@closingwire/contracts/billing';
import { subscriptions } from '../replicas.ts';
import { confirmFor, releaseFor } from './change.ts';

const onSubscriptionCreated = (clock: Clock) =>
  once(subscriptionCreated, async ({ data: subscription }, tx) => {
    if (await subscriptions.upsertIfNewer(tx, subscription)) await confirmFor(tx, subscription, clock());
  });

const onSubscriptionCancelled = (clock: Clock) =>
  once(subscriptionCancelled, async ({ data: subscription }, tx) => {
    if (await subscriptions.upsertIfNewer(tx, subscription)) await releaseFor(tx, subscription, clock());
  });

export const claimHandlers = (clock: Clock) => [onSubscriptionCreated(clock), onSubscriptionCancelled(clock)];
