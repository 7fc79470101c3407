import type { Stripe } from 'stripe';
import { cardDeclined } from '../api-error.ts';
import type { Sandbox } from '../sandbox.ts';
import { timeFor } from '../sandbox.ts';
import { collect, type InvoiceEntry, writeInvoice } from './invoice.ts';
import { planOf } from './price.ts';
import { markInvoiced, pendingEntries, postpone, prorationEntries } from './proration.ts';
import { customerOf, updateSubscription, withItem } from './subscription.ts';

export type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none';

export type ItemChange = {
  quantity: number;
  price: Stripe.Price;
  prorationBehavior: ProrationBehavior;
  /** The time, in seconds, from which the change is prorated; by default now. */
  prorationDate: number | undefined;
};

/** The invoice entries of a change. A trial is free, so there it has none. */
export function entriesOf(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  change: ItemChange,
): InvoiceEntry[] {
  if (change.prorationBehavior === 'none') return [];
  const at = change.prorationDate ?? timeFor(sandbox, customerOf(subscription));
  return prorationEntries(subscription, change, at);
}

export const withChange = (subscription: Stripe.Subscription, { quantity, price }: ItemChange) =>
  withItem(subscription, { quantity, price, plan: planOf(price) });

/**
 * Changes the quantity or price. `always_invoice` charges the difference and pending entries now. With
 * `error_if_incomplete`, a declined card then refuses the whole change.
 */
export function changeItem(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  change: ItemChange & { paymentBehavior: 'allow_incomplete' | 'error_if_incomplete' },
): Stripe.Subscription {
  const entries = entriesOf(sandbox, subscription, change);
  const changed = withChange(subscription, change);
  if (entries.length === 0) return updateSubscription(sandbox, subscription, changed);
  if (change.prorationBehavior === 'create_prorations') {
    postpone(sandbox, subscription, entries);
    return updateSubscription(sandbox, subscription, changed);
  }
  const waiting = pendingEntries(sandbox, subscription);
  const open = writeInvoice(sandbox, subscription, 'subscription_update', [...waiting, ...entries]);
  markInvoiced(sandbox, subscription, open.id);
  const { invoice, result } = collect(sandbox, open, subscription);
  if (!result.paid && change.paymentBehavior === 'error_if_incomplete') {
    throw cardDeclined(result.message, result.declineCode);
  }
  return updateSubscription(sandbox, subscription, {
    ...changed,
    latest_invoice: invoice.id,
    status: result.paid ? 'active' : 'past_due',
  });
}
