import type { Stripe } from 'stripe';
import { cardByLast4, declineMessage } from '../cards.ts';
import { load, record, type Sandbox, timeFor } from '../sandbox.ts';
import { idOf, newId, partOf } from '../stored-object.ts';

export type InvoiceEntry = {
  description: string;
  amount: number;
  quantity: number;
  proration: boolean;
  period: { start: number; end: number };
};

/** Returns an unsaved invoice. Uses the customer's credit first. */
export function draftInvoice(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  reason: Stripe.Invoice.BillingReason,
  entries: InvoiceEntry[],
): Stripe.Invoice {
  const customer = load(sandbox, 'customer', idOf(subscription.customer) ?? '', 'customer');
  const id = newId('in');
  const total = entries.reduce((sum, entry) => sum + entry.amount, 0);
  const due = Math.max(0, total + customer.balance);
  const endingBalance = Math.min(0, total + customer.balance);
  const now = timeFor(sandbox, customer.id);
  return partOf<Stripe.Invoice>({
    id,
    object: 'invoice',
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    billing_reason: reason,
    created: now,
    currency: subscription.currency,
    customer: customer.id,
    ending_balance: endingBalance,
    lines: {
      object: 'list',
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
      data: entries.map(entry => lineItem(id, subscription, entry)),
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: id.slice(3, 11).toUpperCase(),
    parent: {
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    status: 'draft',
    status_transitions: { paid_at: null },
    total,
  });
}

/** Saves a finalized, unpaid invoice and updates the customer's balance. */
export function writeInvoice(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  reason: Stripe.Invoice.BillingReason,
  entries: InvoiceEntry[],
): Stripe.Invoice {
  const draft = draftInvoice(sandbox, subscription, reason, entries);
  const invoice = sandbox.store.save<Stripe.Invoice>({ ...draft, status: 'open' });
  const customer = load(sandbox, 'customer', idOf(invoice.customer) ?? '', 'customer');
  const balance = invoice.ending_balance ?? customer.balance;
  if (customer.balance !== balance) {
    const object = sandbox.store.save<Stripe.Customer>({ ...customer, balance });
    record(sandbox, { type: 'customer.updated', data: { object } });
  }
  record(sandbox, { type: 'invoice.created', data: { object: invoice } });
  record(sandbox, { type: 'invoice.finalized', data: { object: invoice } });
  return invoice;
}

export type ChargeResult = { paid: true } | { paid: false; message: string; declineCode: string };

/** The payment method that is charged: the subscription's own, else the customer's default. */
function chargedMethod(sandbox: Sandbox, subscription: Stripe.Subscription): string | null {
  const own = idOf(subscription.default_payment_method);
  if (own !== null) return own;
  const customer = sandbox.store.find('customer', idOf(subscription.customer) ?? '');
  return idOf(customer?.invoice_settings.default_payment_method ?? null);
}

function charge(sandbox: Sandbox, amount: number, methodId: string | null): ChargeResult {
  if (amount <= 0) return { paid: true };
  const method = methodId === null ? undefined : sandbox.store.find('payment_method', methodId);
  if (!method || method.customer === null) {
    return { paid: false, message: 'This customer has no payment method.', declineCode: 'missing' };
  }
  const card = cardByLast4(method.card?.last4 ?? '');
  if (!card || card.declines === 'never') return { paid: true };
  return { paid: false, message: declineMessage(card), declineCode: card.declineCode };
}

/** Charges the subscription's card for an open invoice and records the result. */
export function collect(
  sandbox: Sandbox,
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription,
): { invoice: Stripe.Invoice; result: ChargeResult } {
  const result = charge(sandbox, invoice.amount_remaining, chargedMethod(sandbox, subscription));
  const attempted = { ...invoice, attempt_count: invoice.attempt_count + 1 };
  if (!result.paid) {
    const failed = sandbox.store.save<Stripe.Invoice>({
      ...attempted,
      next_payment_attempt:
        attempted.attempt_count < mostAttempts
          ? timeFor(sandbox, idOf(subscription.customer)) + retryAfterSeconds
          : null,
    });
    record(sandbox, { type: 'invoice.payment_failed', data: { object: failed } });
    return { invoice: failed, result };
  }
  const paid = sandbox.store.save<Stripe.Invoice>({
    ...attempted,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: {
      ...invoice.status_transitions,
      paid_at: timeFor(sandbox, idOf(subscription.customer)),
    },
  });
  record(sandbox, { type: 'invoice.paid', data: { object: paid } });
  record(sandbox, { type: 'invoice.payment_succeeded', data: { object: paid } });
  return { invoice: paid, result };
}

const retryAfterSeconds = 3 * 86_400;
/** After this number of attempts the invoice is given up and its subscription ends. */
export const mostAttempts = 4;

function lineItem(
  invoice: string,
  subscription: Stripe.Subscription,
  entry: InvoiceEntry,
): Stripe.InvoiceLineItem {
  return partOf<Stripe.InvoiceLineItem>({
    id: newId('il'),
    object: 'line_item',
    amount: entry.amount,
    currency: subscription.currency,
    description: entry.description,
    invoice,
    livemode: false,
    parent: {
      subscription_item_details: { proration: entry.proration, subscription: subscription.id },
      type: 'subscription_item_details',
    },
    period: entry.period,
    quantity: entry.quantity,
  });
}
