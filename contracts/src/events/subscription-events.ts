import { z } from 'zod';
import { subscriptionKind } from '../billing-api.ts';
import { defineEvent } from '../event.ts';
import { id, instant, stateCode, zipCode } from '../primitive.ts';

export const subscriptionState = z.object({
  id,
  version: z.int(),
  accountId: id,
  zipCode,
  city: z.string(),
  state: stateCode,
  industry: z.string(),
  kind: subscriptionKind,
  /** The claim at the catalogue that this subscription confirms. */
  claimId: id,
  createdAt: instant,
  cancelledAt: instant.nullable(),
});
export type SubscriptionState = z.output<typeof subscriptionState>;

const ofSubscription = {
  by: 'billing',
  data: subscriptionState,
  key: (subscription: SubscriptionState) => subscription.id,
} as const;

export const subscriptionCreated = defineEvent('subscription.created', {
  ...ofSubscription,
  summary: 'A person receives a ZIP',
});
export const subscriptionCancelled = defineEvent('subscription.cancelled', {
  ...ofSubscription,
  summary: 'A person no longer receives a ZIP',
});
