import type { Stripe } from 'stripe';
import { invalidRequest } from '../api-error.ts';
import { record, type Sandbox, timeFor } from '../sandbox.ts';
import { newId, partOf } from '../stored-object.ts';

/** The end of the month that starts at `start`: on the same day of the next month, or on its last day. */
export function periodEnd(start: number): number {
  const from = new Date(start * 1000);
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + 1);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to.getTime() / 1000;
}

export type SubscriptionStart = {
  customer: string;
  price: Stripe.Price;
  quantity: number;
  trialEnd: number | null;
  defaultPaymentMethod: string | null;
  metadata: Stripe.Metadata;
};

export function soleItem(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const item = subscription.items.data[0];
  if (!item) throw invalidRequest(`The subscription ${subscription.id} has no items.`, 'items');
  return item;
}

/** Saves the changed subscription and records its event. */
export function updateSubscription(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  changes: Partial<Stripe.Subscription>,
): Stripe.Subscription {
  const updated = sandbox.store.save<Stripe.Subscription>({ ...subscription, ...changes });
  record(sandbox, { type: 'customer.subscription.updated', data: { object: updated } });
  return updated;
}

export function withItem(
  subscription: Stripe.Subscription,
  changes: Partial<Stripe.SubscriptionItem>,
): Pick<Stripe.Subscription, 'items'> {
  const item = soleItem(subscription);
  return { items: { ...subscription.items, data: [{ ...item, ...changes }] } };
}

export function cancelSubscription(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): Stripe.Subscription {
  const now = timeFor(sandbox, customerOf(subscription));
  const canceled = sandbox.store.save<Stripe.Subscription>({
    ...subscription,
    status: 'canceled',
    canceled_at: now,
    ended_at: now,
    ...partOf<Pick<Stripe.Subscription, 'cancellation_details'>>({ cancellation_details: { reason } }),
  });
  record(sandbox, { type: 'customer.subscription.deleted', data: { object: canceled } });
  return canceled;
}

export function customerOf(subscription: Stripe.Subscription): string {
  return typeof subscription.customer === 'string' ? subscription.customer : subscription.customer.id;
}

/** Returns an unsaved new subscription: `trialing` or `active`. */
export function draftSubscription(sandbox: Sandbox, start: SubscriptionStart): Stripe.Subscription {
  const id = newId('sub');
  const now = timeFor(sandbox, start.customer);
  const trialEnd = start.trialEnd !== null && start.trialEnd > now ? start.trialEnd : null;
  return partOf<Stripe.Subscription>({
    id,
    object: 'subscription',
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { reason: null },
    created: now,
    currency: start.price.currency,
    customer: start.customer,
    default_payment_method: start.defaultPaymentMethod,
    ended_at: null,
    items: {
      object: 'list',
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
      data: [
        {
          id: newId('si'),
          object: 'subscription_item',
          created: now,
          current_period_end: trialEnd ?? periodEnd(now),
          current_period_start: now,
          metadata: {},
          price: start.price,
          quantity: start.quantity,
          subscription: id,
        },
      ],
    },
    latest_invoice: null,
    livemode: false,
    metadata: start.metadata,
    status: trialEnd === null ? 'active' : 'trialing',
    trial_end: trialEnd,
  });
}
