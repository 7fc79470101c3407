import type { Stripe } from 'stripe';
import { askStripe } from './ask-stripe.ts';
import type { StripeAccess } from './stripe-access.ts';

/** A bill for each month of ten years, and room for changes in between. */
const MOST_CHARGES = 1_000;

const shown = (invoice: Stripe.Invoice) => ({
  id: invoice.id,
  number: invoice.number,
  createdAt: new Date(invoice.created * 1000).toISOString(),
  status: invoice.status,
  reason: invoice.billing_reason,
  currency: invoice.currency,
  dueCents: invoice.amount_due,
  paidCents: invoice.amount_paid,
});

/** What the provider billed a customer, newest first. */
export async function chargesOf(access: StripeAccess, customer: string) {
  const invoices = await askStripe(access, client =>
    client.invoices.list({ customer, limit: 100 }).autoPagingToArray({ limit: MOST_CHARGES }),
  );
  return invoices.map(shown);
}
