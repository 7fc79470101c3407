import type { Stripe } from 'stripe';
import { invalidRequest } from '../api-error.ts';
import { type Sandbox, timeFor } from '../sandbox.ts';
import { idOf } from '../stored-object.ts';
import { collect, mostAttempts, writeInvoice } from './invoice.ts';
import { markInvoiced, pendingEntries } from './proration.ts';
import { periodEntry } from './start-subscription.ts';
import {
  cancelSubscription,
  customerOf,
  periodEnd,
  soleItem,
  updateSubscription,
  withItem,
} from './subscription.ts';

/** Processes everything due on a subscription: renewals, retried payments, its end. */
export function catchUp(sandbox: Sandbox, subscription: Stripe.Subscription): Stripe.Subscription {
  const now = timeFor(sandbox, customerOf(subscription));
  let current = subscription;
  while (isBilled(current) && soleItem(current).current_period_end <= now) current = renew(sandbox, current);
  for (const invoice of openInvoices(sandbox, current)) {
    const isDue = invoice.next_payment_attempt !== null && invoice.next_payment_attempt <= now;
    if (isDue && isBilled(current)) current = payOpenInvoice(sandbox, current, invoice);
  }
  return current;
}

/** Processes everything due on all subscriptions. Customers on a test clock have that clock's time. */
export function catchUpAll(sandbox: Sandbox): void {
  for (const subscription of sandbox.store.list('subscription')) {
    if (isBilled(subscription)) sandbox.store.transaction(() => catchUp(sandbox, subscription));
  }
}

function isBilled({ status }: Stripe.Subscription): boolean {
  return status === 'active' || status === 'trialing' || status === 'past_due';
}

function renew(sandbox: Sandbox, subscription: Stripe.Subscription): Stripe.Subscription {
  if (subscription.cancel_at_period_end) {
    return cancelSubscription(sandbox, subscription, 'cancellation_requested');
  }
  const item = soleItem(subscription);
  const next: Stripe.Subscription = {
    ...subscription,
    status: subscription.status === 'trialing' ? 'active' : subscription.status,
    ...withItem(subscription, {
      current_period_start: item.current_period_end,
      current_period_end: periodEnd(item.current_period_end),
    }),
  };
  const entries = [periodEntry(next), ...pendingEntries(sandbox, next)];
  const open = writeInvoice(sandbox, next, 'subscription_cycle', entries);
  markInvoiced(sandbox, next, open.id);
  const { invoice, result } = collect(sandbox, open, next);
  return updateSubscription(sandbox, next, {
    latest_invoice: invoice.id,
    status: result.paid ? 'active' : 'past_due',
  });
}

/** The unpaid invoices of a running subscription, oldest first. */
export function openInvoices(sandbox: Sandbox, subscription: Stripe.Subscription): Stripe.Invoice[] {
  if (subscription.status === 'canceled') return [];
  const ofIt = (invoice: Stripe.Invoice) =>
    idOf(invoice.parent?.subscription_details?.subscription ?? null) === subscription.id;
  return sandbox.store
    .list('invoice', customerOf(subscription))
    .filter(invoice => invoice.status === 'open' && ofIt(invoice))
    .toReversed();
}

/** Charges an open invoice; after the last attempt the subscription ends. */
export function payOpenInvoice(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  open: Stripe.Invoice,
): Stripe.Subscription {
  const { invoice, result } = collect(sandbox, open, subscription);
  if (result.paid) return updateSubscription(sandbox, subscription, { status: 'active' });
  if (invoice.attempt_count >= mostAttempts)
    return cancelSubscription(sandbox, subscription, 'payment_failed');
  return subscription;
}

/** Moves the end of a running trial; `now` ends it and makes its first charge due. */
export function moveTrialEnd(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  to: number | 'now',
): Stripe.Subscription {
  const now = timeFor(sandbox, customerOf(subscription));
  const end = to === 'now' ? now : to;
  if (end < now) throw invalidRequest('The `trial_end` must be in the future.', 'trial_end');
  if (subscription.status !== 'trialing') {
    throw invalidRequest('The sandbox moves the end of a running trial only.', 'trial_end');
  }
  const moved = updateSubscription(sandbox, subscription, {
    billing_cycle_anchor: end,
    trial_end: end,
    ...withItem(subscription, { current_period_end: end }),
  });
  return catchUp(sandbox, moved);
}
