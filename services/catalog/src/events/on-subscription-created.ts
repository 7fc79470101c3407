import { on } from '@closingwire/chassis/consume';
import type { Clock } from '@closingwire/chassis/part';
import { subscriptionCreated } from '@closingwire/contracts/billing';
import { confirmFor } from '../claims/confirm.ts';
import { isNewsOf } from '../db/subscriptions.ts';

export const onSubscriptionCreated = (clock: Clock) =>
  on(subscriptionCreated, async ({ data: subscription }, tx) => {
    if (!(await isNewsOf(tx, subscription))) return;
    await confirmFor(tx, subscription, clock());
  });
