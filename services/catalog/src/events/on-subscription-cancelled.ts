import { on } from '@closingwire/chassis/consume';
import type { Clock } from '@closingwire/chassis/part';
import { subscriptionCancelled } from '@closingwire/contracts/billing';
import { releaseFor } from '../claims/release.ts';
import { isNewsOf } from '../db/subscriptions.ts';

export const onSubscriptionCancelled = (clock: Clock) =>
  on(subscriptionCancelled, async ({ data: subscription }, tx) => {
    if (!(await isNewsOf(tx, subscription))) return;
    await releaseFor(tx, subscription, clock());
  });
