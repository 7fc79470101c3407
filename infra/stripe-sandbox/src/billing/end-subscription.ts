import type { Stripe } from 'stripe';
import type { Sandbox } from '../sandbox.ts';
import { collect, writeInvoice } from './invoice.ts';
import { markInvoiced, pendingEntries, postpone, unusedEntries } from './proration.ts';
import { cancelSubscription } from './subscription.ts';

export type Ending = {
  /** Whether to credit the unused time. */
  prorate: boolean;
  /** Whether to invoice pending entries now; a remaining credit goes to the customer's balance. */
  invoiceNow: boolean;
};

export function endSubscription(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  { prorate, invoiceNow }: Ending,
): Stripe.Subscription {
  const unused = prorate ? unusedEntries(sandbox, subscription) : [];
  if (!invoiceNow) {
    postpone(sandbox, subscription, unused);
    return cancelSubscription(sandbox, subscription, 'cancellation_requested');
  }
  const entries = [...pendingEntries(sandbox, subscription), ...unused];
  if (entries.length === 0) return cancelSubscription(sandbox, subscription, 'cancellation_requested');
  const open = writeInvoice(sandbox, subscription, 'subscription_update', entries);
  markInvoiced(sandbox, subscription, open.id);
  const { invoice } = collect(sandbox, open, subscription);
  const billed = { ...subscription, latest_invoice: invoice.id };
  return cancelSubscription(sandbox, billed, 'cancellation_requested');
}
