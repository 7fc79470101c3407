import type { Tx } from '@closingwire/chassis/pg';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import express from 'express';
import type { Stripe } from 'stripe';
import type { Billing } from '../billing.ts';
import { readPaymentJob, settleCardSetupJob, settleCheckoutJob } from '../jobs.ts';
import { insertPaidInvoice, type PaidInvoice } from './invoices.ts';

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
