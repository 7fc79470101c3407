import { on } from '@closingwire/chassis/consume';
import type { Clock } from '@closingwire/chassis/part';
import { userDeleted, userEvents } from '@closingwire/contracts/auth';
import { subscriptionCancelled, subscriptionCreated } from '@closingwire/contracts/billing';
import { people, subscriptions } from '../replicas.ts';
import { forgetBodies } from '../webhook/store.ts';
import { confirmFor, releaseAllOf, releaseFor } from './change.ts';

const onSubscriptionCreated = (clock: Clock) =>
  on(subscriptionCreated, async ({ data: subscription }, tx) => {
    if (await subscriptions.upsertIfNewer(tx, subscription)) await confirmFor(tx, subscription, clock());
  });

const onSubscriptionCancelled = (clock: Clock) =>
  on(subscriptionCancelled, async ({ data: subscription }, tx) => {
    if (await subscriptions.upsertIfNewer(tx, subscription)) await releaseFor(tx, subscription, clock());
  });

/** A suspended user keeps their claims, because an admin may reinstate them. */
const onUserChanged = userEvents.map(event =>
  on(event, async ({ data: user }, tx) => void (await people.upsertIfNewer(tx, user))),
);

const onUserDeleted = (clock: Clock) =>
  on(userDeleted, async ({ data: user }, tx) => {
    await people.forget(tx, user);
    await forgetBodies(tx, user.id);
    await releaseAllOf(tx, user.id, clock());
  });

/** What changes claims from outside: subscriptions that begin and end, users who leave. */
export const claimHandlers = (clock: Clock) => [
  onSubscriptionCreated(clock),
  onSubscriptionCancelled(clock),
  ...onUserChanged,
  onUserDeleted(clock),
];
