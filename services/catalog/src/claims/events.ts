import { on } from '@closingwire/chassis/consume';
import type { Clock } from '@closingwire/chassis/part';
import type { Tx } from '@closingwire/chassis/pg';
import { userDeleted } from '@closingwire/contracts/auth';
import {
  type SubscriptionState,
  subscriptionCancelled,
  subscriptionCreated,
} from '@closingwire/contracts/billing';
import { forgetPerson } from '../replicas.ts';
import { forgetBodies } from '../webhook/store.ts';
import { confirmFor, releaseAllOf, releaseFor } from './change.ts';

/** Notes the state of a subscription. False when a newer one is known, so that there is nothing to do. */
async function isNewsOf(tx: Tx, subscription: SubscriptionState): Promise<boolean> {
  const rows = await tx.query(
    `insert into subscriptions (id, version, cancelled_at) values ($1, $2, $3)
     on conflict (id) do update set version = excluded.version, cancelled_at = excluded.cancelled_at
     where subscriptions.version < excluded.version returning id`,
    [subscription.id, subscription.version, subscription.cancelledAt],
  );
  return rows.length > 0;
}

export const onSubscriptionCreated = (clock: Clock) =>
  on(subscriptionCreated, async ({ data: subscription }, tx) => {
    if (!(await isNewsOf(tx, subscription))) return;
    await confirmFor(tx, subscription, clock());
  });

export const onSubscriptionCancelled = (clock: Clock) =>
  on(subscriptionCancelled, async ({ data: subscription }, tx) => {
    if (!(await isNewsOf(tx, subscription))) return;
    await releaseFor(tx, subscription, clock());
  });

export const onUserDeleted = (clock: Clock) =>
  on(userDeleted, async ({ data: user }, tx) => {
    await forgetPerson(tx, user.id, user.version);
    await forgetBodies(tx, user.id);
    await releaseAllOf(tx, user.id, clock());
  });
