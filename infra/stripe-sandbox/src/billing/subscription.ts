import type { Stripe } from 'stripe';
import { invalidRequest } from '../api-error.ts';
import { record, type Sandbox, timeFor } from '../sandbox.ts';
import { newId } from '../stored-object.ts';
import { planOf } from './price.ts';

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
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
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
  return {
    ...blankSubscription,
    id,
    billing_cycle_anchor: trialEnd ?? now,
    created: now,
    currency: start.price.currency,
    customer: start.customer,
    default_payment_method: start.defaultPaymentMethod,
    items: {
      object: 'list',
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
      data: [
        {
          id: newId('si'),
          object: 'subscription_item',
          billing_thresholds: null,
          created: now,
          current_period_end: trialEnd ?? periodEnd(now),
          current_period_start: now,
          current_trial: null,
          discounts: [],
          metadata: {},
          plan: planOf(start.price),
          price: start.price,
          quantity: start.quantity,
          subscription: id,
          tax_rates: [],
        },
      ],
    },
    metadata: start.metadata,
    start_date: now,
    status: trialEnd === null ? 'active' : 'trialing',
    trial_end: trialEnd,
    trial_start: trialEnd === null ? null : now,
  };
}

const blankSubscription = {
  object: 'subscription',
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: null, type: 'classic' },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: 'charge_automatically',
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  latest_invoice: null,
  livemode: false,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_settings: null,
} satisfies Partial<Stripe.Subscription>;
