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
  await tx.query(
    `insert into paid_invoices (id, stripe_customer_id, amount_cents, paid_at) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [invoice.id, invoice.customerId, invoice.amountCents, invoice.paidAt],
  );
}

export type PaymentDay = { day: string; trials: number; conversions: number; revenueCents: number };

/**
 * Each of so many days up to today, in UTC: trials that began, of accounts that are not deleted; customers whose
 * first payment came; and what was paid.
 */
export function paymentsByDay(db: Queries, days: number, now: Date): Promise<PaymentDay[]> {
  return db.query<PaymentDay>(
    `with shown as (
       select ((($1::timestamptz at time zone 'UTC')::date - $2::int + 1)::timestamp at time zone 'UTC') as since),
     trials as (
       select (trial_started_at at time zone 'UTC')::date as day, count(*) as count from accounts
       where status <> 'deleted' and trial_started_at >= (select since from shown) group by 1),
     firsts as (
       select (paid_at at time zone 'UTC')::date as day, count(*) as count
       from (select stripe_customer_id, min(paid_at) as paid_at from paid_invoices
             where paid_at >= (select since from shown) group by stripe_customer_id) f
       where not exists (select from paid_invoices e
         where e.stripe_customer_id = f.stripe_customer_id and e.paid_at < (select since from shown))
       group by 1),
     revenue as (
       select (paid_at at time zone 'UTC')::date as day, sum(amount_cents) as cents from paid_invoices
       where paid_at >= (select since from shown) group by 1)
     select d.day::date as day, coalesce(t.count, 0)::int as trials, coalesce(f.count, 0)::int as conversions,
       coalesce(r.cents, 0)::bigint as "revenueCents"
     from generate_series(($1::timestamptz at time zone 'UTC')::date - $2::int + 1,
       ($1::timestamptz at time zone 'UTC')::date, interval '1 day') as d (day)
     left join trials t on t.day = d.day left join firsts f on f.day = d.day left join revenue r on r.day = d.day
     order by 1`,
    [now, days],
  );
}
