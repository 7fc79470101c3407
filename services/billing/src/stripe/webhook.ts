import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import { isPaymentEventRead } from '@closingwire/contracts/payment-provider';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import express from 'express';
import type { Stripe } from 'stripe';
import type { Mode } from '../accounts/rules.ts';
import { accountOfCustomer } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { settleAccountJob } from '../jobs.ts';
import { storedMode } from '../replicas.ts';
import { reportCardSetup } from './customer.ts';
import { insertPaidInvoice, type PaidInvoice } from './invoices.ts';

const modeOf = ({ livemode }: Pick<Stripe.Event, 'livemode'>): Mode => (livemode ? 'live' : 'test');

/** Stores an event of the provider. Returns false if it was stored before. */
function isNewStripeEvent(tx: Tx, event: Stripe.Event, now: Date): Promise<boolean> {
  return tx.returnsRow(sql`
    insert into stripe_events (id, type, livemode, received_at)
    values (${event.id}, ${event.type}, ${event.livemode}, ${now}) on conflict do nothing returning 1`);
}

/** Returns the customer of an event. The rest of its content may be outdated. */
function customerIn(event: Stripe.Event): string | null {
  const { object } = event.data;
  if ('object' in object && object.object === 'customer') return object.id;
  const customer = 'customer' in object ? object.customer : null;
  return typeof customer === 'string' ? customer : null;
}

/**
 * Returns the invoice of a payment event. A paid invoice is final, so its amount can be used. An invoice of 0 cents is
 * no payment.
 */
function paidInvoiceIn(event: Stripe.Event): PaidInvoice | undefined {
  const customerId = customerIn(event);
  if (event.type !== 'invoice.paid' || customerId === null) return undefined;
  const { id, amount_paid: amountCents, status_transitions } = event.data.object;
  if (id === undefined || amountCents === 0) return undefined;
  return {
    id,
    customerId,
    mode: modeOf(event),
    amountCents,
    paidAt: new Date((status_transitions.paid_at ?? event.created) * 1000),
  };
}

/** Returns the card setup of an event, if this account's page began it. */
function cardSetupIn(event: Stripe.Event, accountId: string) {
  if (event.type !== 'setup_intent.succeeded') return undefined;
  const { id, metadata } = event.data.object;
  return metadata?.accountId === accountId ? { id, accountId, mode: modeOf(event) } : undefined;
}

/**
 * Returns the account for which the event starts a pass; undefined for customers of other products on the same keys.
 * An event of the other payment mode counts only for a deleted account, whose charges end in both modes.
 */
async function accountToSettle(db: Queries, event: Stripe.Event): Promise<string | undefined> {
  const customer = customerIn(event);
  const account = customer === null ? undefined : await accountOfCustomer(db, customer);
  if (!account) return undefined;
  const isInForce = modeOf(event) === (await storedMode(db));
  return isInForce || account.isDeleted ? account.id : undefined;
}

/** Stores an event once, and enqueues the pass of its account. */
async function receive({ pg, clock }: Billing, event: Stripe.Event): Promise<void> {
  await pg.transaction(async tx => {
    if (!(await isNewStripeEvent(tx, event, clock())) || !isPaymentEventRead(event.type)) return;
    const invoice = paidInvoiceIn(event);
    if (invoice) await insertPaidInvoice(tx, invoice);
    const accountId = await accountToSettle(tx, event);
    if (accountId === undefined) return;
    const setup = cardSetupIn(event, accountId);
    if (setup) await reportCardSetup(tx, setup, clock());
    await settleAccountJob.enqueue(tx, { accountId });
  });
}

/** The provider's webhook. Verifies the raw bytes, stores the event and acknowledges it; jobs do the work. */
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
