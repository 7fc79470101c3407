import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import type { Stripe } from 'stripe';
import type { Mode } from '../accounts/rules.ts';
import { askStripe, isUnknown, type StripeAccess } from './access.ts';

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

/** Returns a customer's invoices, newest first; none if the provider does not know the customer. */
export async function listCharges(access: StripeAccess, mode: Mode, customer: string) {
  const invoices = await askStripe(access, mode, client =>
    client.invoices.list({ customer, limit: 100 }).autoPagingToArray({ limit: MOST_CHARGES }),
  ).catch(error => {
    if (isUnknown(error)) return [];
    throw error;
  });
  return invoices.map(invoice => ({ ...shown(invoice), mode }));
}

export type PaidInvoice = { id: string; customerId: string; mode: Mode; amountCents: number; paidAt: Date };

/** Inserts a paid invoice. Inserting it again changes nothing. */
export async function insertPaidInvoice(tx: Tx, invoice: PaidInvoice): Promise<void> {
  await tx.execute(sql`
    insert into paid_invoices (id, stripe_customer_id, payment_mode, amount_cents, paid_at)
    values (${invoice.id}, ${invoice.customerId}, ${invoice.mode}, ${invoice.amountCents}, ${invoice.paidAt})
    on conflict do nothing`);
}

export type PaymentDay = { day: string; trials: number; conversions: number; revenueCents: number };

/**
 * The last `days` days in UTC, today included. Trials are those of accounts that are not deleted. Conversions are
 * first payments of customers of this mode. Triggers keep the totals by day and hour.
 */
export function paymentsByDay(
  db: Queries,
  { days, mode }: { days: number; mode: Mode },
  now: Date,
): Promise<PaymentDay[]> {
  const conversions = `conversions ${mode}`;
  const revenue = `revenue ${mode}`;
  return db.query<PaymentDay>(sql`
    with first as (select (${now}::timestamptz at time zone 'UTC')::date - ${days}::int + 1 as day),
    kept as (
      select left(key, 10) as day, coalesce(sum(amount) filter (where name = 'trials'), 0) as trials,
        coalesce(sum(amount) filter (where name = ${conversions}), 0) as conversions,
        coalesce(sum(amount) filter (where name = ${revenue}), 0) as cents
      from stored_totals where name in ('trials', ${conversions}, ${revenue})
        and key >= (select day::text from first) group by 1)
    select d.day::date as day, coalesce(k.trials, 0)::int as trials,
      coalesce(k.conversions, 0)::int as conversions, coalesce(k.cents, 0)::bigint as "revenueCents"
    from generate_series((select day from first), (${now}::timestamptz at time zone 'UTC')::date,
      interval '1 day') as d (day)
    left join kept k on k.day = d.day::date::text
    order by 1`);
}
