import type { Stripe } from 'stripe';
import { cardDeclined } from '../api-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { timeFor } from '../sandbox.ts';
import { collect, writeInvoice } from './invoice.ts';
import { postpone, prorationEntries } from './proration.ts';
import { customerOf, updateSubscription, withItem } from './subscription.ts';

export type QuantityChange = {
  quantity: number;
  prorationBehavior: 'always_invoice' | 'create_prorations' | 'none';
  paymentBehavior: 'allow_incomplete' | 'error_if_incomplete';
};

/**
 * Changes how many units are billed. With `always_invoice` the difference is charged now, and
 * `error_if_incomplete` refuses the whole change when the bank does.
 */
export function changeQuantity(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  change: QuantityChange,
): Stripe.Subscription {
  const now = timeFor(sandbox, customerOf(subscription));
  const entries =
    change.prorationBehavior === 'none' ? [] : prorationEntries(subscription, change.quantity, now);
  const changed = withItem(subscription, { quantity: change.quantity });
  if (entries.length === 0) return updateSubscription(sandbox, subscription, changed);
  if (change.prorationBehavior === 'create_prorations') {
    postpone(sandbox, subscription, entries);
    return updateSubscription(sandbox, subscription, changed);
  }
  const open = writeInvoice(sandbox, subscription, 'subscription_update', entries);
  const { invoice, result } = collect(sandbox, open, subscription);
  if (!result.paid && change.paymentBehavior === 'error_if_incomplete') {
    throw cardDeclined(result.message, result.declineCode);
  }
  return updateSubscription(sandbox, subscription, {
    ...changed,
    latest_invoice: invoice.id,
    status: result.paid ? subscription.status : 'past_due',
  });
}
