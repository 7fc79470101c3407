import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { Stripe } from 'stripe';
import { askStripe, type StripeAccess } from './access.ts';

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
export async function listCharges(access: StripeAccess, customer: string) {
  const invoices = await askStripe(access, client =>
    client.invoices.list({ customer, limit: 100 }).autoPagingToArray({ limit: MOST_CHARGES }),
  );
  return invoices.map(shown);
}

export type PaidInvoice = { id: string; customerId: string; amountCents: number; paidAt: Date };

/** Inserts an invoice that was paid; again it changes nothing. */
export async function insertPaidInvoice(tx: Tx, invoice: PaidInvoice): Promise<void> {
  await tx.send(
    `insert into paid_invoices (id, stripe_customer_id, amount_cents, paid_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [invoice.id, invoice.customerId, invoice.amountCents, invoice.paidAt],
  );
}

export type PaymentDay = { day: string; trials: number; conversions: number; revenueCents: number };

/**
 * Each of so many days up to today, in UTC: trials that began, of accounts that are not deleted; customers whose
 * first payment came; and what was paid. Triggers keep these by day and hour.
 */
export function paymentsByDay(db: Queries, days: number, now: Date): Promise<PaymentDay[]> {
  return db.query<PaymentDay>(
    `with kept as (
       select left(key, 10) as day, coalesce(sum(amount) filter (where name = 'trials'), 0) as trials,
         coalesce(sum(amount) filter (where name = 'conversions'), 0) as conversions,
         coalesce(sum(amount) filter (where name = 'revenue'), 0) as cents
       from stored_totals where name in ('trials', 'conversions', 'revenue')
         and key >= ((($1::timestamptz at time zone 'UTC')::date - $2::int + 1)::text) group by 1)
     select d.day::date as day, coalesce(k.trials, 0)::int as trials, coalesce(k.conversions, 0)::int as conversions,
       coalesce(k.cents, 0)::bigint as "revenueCents"
     from generate_series(($1::timestamptz at time zone 'UTC')::date - $2::int + 1,
       ($1::timestamptz at time zone 'UTC')::date, interval '1 day') as d (day)
     left join kept k on k.day = d.day::date::text
     order by 1`,
    [now, days],
  );
}
