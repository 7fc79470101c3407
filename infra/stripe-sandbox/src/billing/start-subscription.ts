import type { Stripe } from 'stripe';
import { record, type Sandbox } from '../sandbox.ts';
import type { ChargeResult } from './charge.ts';
import { collect, type InvoiceEntry, writeInvoice } from './invoice.ts';
import { draftSubscription, type SubscriptionStart, soleItem } from './subscription.ts';

export type Started = {
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  result: ChargeResult;
};

/** The invoice entry for a whole period. */
export function periodEntry(subscription: Stripe.Subscription): InvoiceEntry {
  const { price, quantity = 1, ...item } = soleItem(subscription);
  const trial = subscription.status === 'trialing';
  return {
    description: trial ? `Trial period for ${quantity} ×` : `${quantity} × (at ${price.unit_amount} cents)`,
    amount: trial ? 0 : (price.unit_amount ?? 0) * quantity,
    quantity,
    proration: false,
    period: { start: item.current_period_start, end: item.current_period_end },
  };
}

/** Creates the subscription and collects its first invoice. A declined one is `incomplete`. */
export function startSubscription(sandbox: Sandbox, start: SubscriptionStart): Started {
  const draft = sandbox.store.save<Stripe.Subscription>(draftSubscription(sandbox, start));
  const open = writeInvoice(sandbox, draft, 'subscription_create', [periodEntry(draft)]);
  const { invoice, result } = collect(sandbox, open, draft);
  const subscription = sandbox.store.save<Stripe.Subscription>({
    ...draft,
    latest_invoice: invoice.id,
    status: result.paid ? draft.status : 'incomplete',
  });
  record(sandbox, { type: 'customer.subscription.created', data: { object: subscription } });
  return { subscription, invoice, result };
}
