import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@closingwire/chassis/app-error';
import type { OwnInvoice, ProviderReading } from '@closingwire/contracts/billing';
import { Stripe } from 'stripe';
import {
  liveSubscriptions,
  type PaymentReading,
  type ProviderSubscription,
} from '../accounts/payment-standing.ts';
import type { Account } from '../accounts/rules.ts';
import type { Billing } from '../billing.ts';
import { askStripe, isUnknown } from '../stripe/access.ts';
import { readPayment } from '../stripe/reading.ts';
import { nextChargeOf } from './rules.ts';

/** A year of monthly invoices, and some for ZIPs that were added. */
const MOST_INVOICES = 24;

/** The page waits no longer: the contract promises it. */
const PATIENCE_MS = 8_000;

/** The provider's facts, and the price of its running subscription; null without one. */
type Reading = { shown: ProviderReading; centsPerZip: number | null };

const nothing: Reading = {
  shown: { card: null, nextCharge: null, creditCents: 0, invoices: [], hasMoreInvoices: false },
  centsPerZip: null,
};

const shownInvoice = (invoice: Stripe.Invoice): OwnInvoice => ({
  id: invoice.id,
  number: invoice.number,
  createdAt: new Date(invoice.created * 1000).toISOString(),
  status: invoice.status ?? 'draft',
  totalCents: invoice.total,
  dueCents: invoice.amount_due,
  pageUrl: invoice.hosted_invoice_url ?? null,
  pdfUrl: invoice.invoice_pdf ?? null,
});

async function cardOf(client: Stripe, customer: string, { methodId }: PaymentReading) {
  if (methodId === null) return null;
  const { data } = await client.customers.listPaymentMethods(customer, { type: 'card', limit: 100 });
  const card = data.find(({ id }) => id === methodId)?.card;
  if (!card) return null;
  return { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year };
}

/** Returns the amount of the subscription's next invoice, less the customer's credit. */
async function renewalCents(client: Stripe, { id }: ProviderSubscription): Promise<number> {
  return (await client.invoices.createPreview({ subscription: id })).amount_due;
}

async function read(
  client: Stripe,
  customer: string,
  { payment, knownId }: { payment: PaymentReading; knownId: string | null },
): Promise<Reading> {
  const { kept } = liveSubscriptions(payment, knownId);
  const next = kept && nextChargeOf(kept);
  const [known, card, invoices, cents] = await Promise.all([
    client.customers.retrieve(customer),
    cardOf(client, customer, payment),
    client.invoices.list({ customer, limit: MOST_INVOICES }),
    next?.kind === 'renewal' ? renewalCents(client, kept as ProviderSubscription) : next?.cents,
  ]);
  const balance = known.deleted ? 0 : known.balance;
  return {
    shown: {
      card,
      nextCharge: next
        ? { at: next.at.toISOString(), cents: cents ?? null, isRetry: next.kind === 'retry' }
        : null,
      creditCents: Math.max(0, -balance),
      invoices: invoices.data.map(shownInvoice),
      hasMoreInvoices: invoices.has_more,
    },
    centsPerZip: kept?.line?.centsPerZip ?? null,
  };
}

/** Rejects if the provider takes too long. The call runs on, and its result is dropped. */
async function inTime<Result>(call: Promise<Result>): Promise<Result> {
  const stop = new AbortController();
  const late = sleep(PATIENCE_MS, undefined, { signal: stop.signal }).then(() => {
    throw new AppError('unavailable', 'payments_unavailable', `Expected a reply within ${PATIENCE_MS} ms`);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    stop.abort();
  }
}

/** Returns true if there is no reading: no reply, keys that are refused, or a subscription that has just ended. */
const isUnanswered = (error: unknown) =>
  error instanceof Stripe.errors.StripeError ||
  isUnknown(error) ||
  (error instanceof AppError && error.kind === 'unavailable');

/** Returns the provider's reading of the account; undefined if it does not answer in time. */
export async function readProvider(billing: Billing, account: Account): Promise<Reading | undefined> {
  const { stripeCustomerId: customer, paymentMode: mode, stripeSubscriptionId: knownId } = account;
  if (customer === null || mode === null) return nothing;
  const ask = async () => {
    const payment = await readPayment(billing.stripe, mode, customer);
    if (payment.customer === null) return nothing;
    return askStripe(billing.stripe, mode, client => read(client, customer, { payment, knownId }));
  };
  return inTime(ask()).catch(error => {
    if (!isUnanswered(error)) throw error;
    billing.log.warn(
      { err: error, accountId: account.id },
      'payment provider not read, bill shown without it',
    );
    return undefined;
  });
}
