import type { Queries, Tx } from '@closingwire/chassis/pg';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import express from 'express';
import type { Stripe } from 'stripe';
import type { Billing } from '../billing.ts';
import { readPaymentJob, settleCardSetupJob, settleCheckoutJob } from '../jobs.ts';
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
export async function chargesOf(access: StripeAccess, customer: string) {
  const invoices = await askStripe(access, client =>
    client.invoices.list({ customer, limit: 100 }).autoPagingToArray({ limit: MOST_CHARGES }),
  );
  return invoices.map(shown);
}

type PaidInvoice = { id: string; customerId: string; amountCents: number; paidAt: Date };

/** Inserts an invoice that was paid; again it changes nothing. */
async function insertPaidInvoice(tx: Tx, invoice: PaidInvoice): Promise<void> {
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
    `with trials as (
       select (trial_started_at at time zone 'UTC')::date as day, count(*) as count from accounts
       where status <> 'deleted' group by 1),
     firsts as (
       select (paid_at at time zone 'UTC')::date as day, count(*) as count
       from (select min(paid_at) as paid_at from paid_invoices group by stripe_customer_id) f group by 1),
     revenue as (
       select (paid_at at time zone 'UTC')::date as day, sum(amount_cents) as cents from paid_invoices group by 1)
     select d.day::date as day, coalesce(t.count, 0)::int as trials, coalesce(f.count, 0)::int as conversions,
       coalesce(r.cents, 0)::bigint as "revenueCents"
     from generate_series(($1::timestamptz at time zone 'UTC')::date - $2::int + 1,
       ($1::timestamptz at time zone 'UTC')::date, interval '1 day') as d (day)
     left join trials t on t.day = d.day left join firsts f on f.day = d.day left join revenue r on r.day = d.day
     order by 1`,
    [now, days],
  );
}

/** Inserts an event of the provider; false when it came before. */
async function isNewStripeEvent(tx: Tx, event: { id: string; type: string }, now: Date): Promise<boolean> {
  const added = await tx.maybe(
    `insert into stripe_events (id, type, received_at) values ($1, $2, $3)
     on conflict do nothing returning 1 as added`,
    [event.id, event.type, now],
  );
  return added !== undefined;
}

/** Which customer an event is about; its other content is not believed, for it may be old. */
function customerIn(event: Stripe.Event): string | null {
  const { object } = event.data;
  if ('object' in object && object.object === 'customer') return object.id;
  const customer = 'customer' in object ? object.customer : null;
  return typeof customer === 'string' ? customer : null;
}

/** The invoice that an event reports as paid. It changes no more, so it is believed; one over nothing is no payment. */
function paidInvoiceIn(event: Stripe.Event): PaidInvoice | undefined {
  const customerId = customerIn(event);
  if (event.type !== 'invoice.paid' || customerId === null) return undefined;
  const { id, amount_paid: amountCents, status_transitions } = event.data.object;
  if (id === undefined || amountCents === 0) return undefined;
  return {
    id,
    customerId,
    amountCents,
    paidAt: new Date((status_transitions.paid_at ?? event.created) * 1000),
  };
}

/** Inserts the event, once, and enqueues the jobs that look at what it hints at. */
async function receive({ pg, clock }: Billing, event: Stripe.Event): Promise<void> {
  await pg.transaction(async tx => {
    if (!(await isNewStripeEvent(tx, event, clock()))) return;
    const { object } = event.data;
    if ('object' in object && object.object === 'checkout.session')
      await settleCheckoutJob.enqueue(tx, { sessionId: object.id });
    const invoice = paidInvoiceIn(event);
    if (invoice) await insertPaidInvoice(tx, invoice);
    if (event.type === 'setup_intent.succeeded')
      await settleCardSetupJob.enqueue(tx, { setupIntentId: event.data.object.id });
    const customer = customerIn(event);
    if (customer !== null) await readPaymentJob.enqueue(tx, { customerId: customer });
  });
}

/** The provider's webhook: verified on the bytes as they came, recorded, acknowledged; the work is done by jobs. */
export function stripeWebhook(billing: Billing) {
  return (app: express.Router): void => {
    const raw = express.raw({ type: () => true, limit: '1mb' });
    app.post(plainRoutes.stripeWebhook.path, raw, async (request, response) => {
      const signature = request.header('stripe-signature') ?? '';
      await receive(billing, billing.stripe.verifiedEvent(request.body, signature));
      response.json({ received: true });
    });
  };
}
