import { Stripe } from 'stripe';
import { invalidRequest } from '../api-error.ts';
import { type Sandbox, timeFor } from '../sandbox.ts';
import { newId } from '../stored-object.ts';
import type { InvoiceEntry } from './invoice.ts';
import { customerOf, soleItem } from './subscription.ts';

/** The credit for unused time and the charge for the rest of the period after a change. */
export function prorationEntries(
  subscription: Stripe.Subscription,
  { quantity, price }: { quantity: number; price: Stripe.Price },
  at: number,
): InvoiceEntry[] {
  const item = soleItem(subscription);
  const { current_period_start: start, current_period_end: end } = item;
  if (subscription.status === 'trialing') return [];
  if (at < start || at > end) {
    const range = 'The proration date must be within the current subscription period.';
    throw invalidRequest(range, 'proration_date');
  }
  const share = (end - at) / (end - start);
  const old = item.quantity ?? 1;
  const entry = (description: string, amount: number, of: number): InvoiceEntry => ({
    description,
    amount: Math.round(amount),
    quantity: of,
    proration: true,
    period: { start: at, end },
  });
  return [
    entry(`Unused time on ${old} ×`, -(item.price.unit_amount ?? 0) * old * share, old),
    entry(`Remaining time on ${quantity} ×`, (price.unit_amount ?? 0) * quantity * share, quantity),
  ];
}

/** The credit for the rest of a paid period. A trial has none. */
export function unusedEntries(sandbox: Sandbox, subscription: Stripe.Subscription): InvoiceEntry[] {
  const now = timeFor(sandbox, customerOf(subscription));
  const { price } = soleItem(subscription);
  return prorationEntries(subscription, { quantity: 0, price }, now).slice(0, 1);
}

/** Stores entries for the subscription's next invoice. */
export function postpone(sandbox: Sandbox, subscription: Stripe.Subscription, entries: InvoiceEntry[]): void {
  for (const entry of entries) {
    sandbox.store.save<Stripe.InvoiceItem>({
      id: newId('ii'),
      object: 'invoiceitem',
      amount: entry.amount,
      currency: subscription.currency,
      customer: customerOf(subscription),
      customer_account: null,
      date: timeFor(sandbox, customerOf(subscription)),
      description: entry.description,
      discountable: false,
      discounts: [],
      invoice: null,
      livemode: false,
      metadata: {},
      parent: {
        subscription_details: { subscription: subscription.id },
        type: 'subscription_details',
      },
      period: entry.period,
      pricing: null,
      proration: true,
      quantity: entry.quantity,
      quantity_decimal: Stripe.Decimal.from(entry.quantity),
      tax_rates: [],
      test_clock: null,
    });
  }
}

function pendingItems(sandbox: Sandbox, subscription: Stripe.Subscription): Stripe.InvoiceItem[] {
  return sandbox.store
    .list('invoiceitem', customerOf(subscription))
    .filter(
      item => item.invoice === null && item.parent?.subscription_details?.subscription === subscription.id,
    );
}

export function pendingEntries(sandbox: Sandbox, subscription: Stripe.Subscription): InvoiceEntry[] {
  return pendingItems(sandbox, subscription).map(item => ({
    description: item.description ?? '',
    amount: item.amount,
    quantity: item.quantity,
    proration: true,
    period: item.period,
  }));
}

export function markInvoiced(sandbox: Sandbox, subscription: Stripe.Subscription, invoice: string): void {
  for (const item of pendingItems(sandbox, subscription)) {
    sandbox.store.save<Stripe.InvoiceItem>({ ...item, invoice });
  }
}
