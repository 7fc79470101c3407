import { Stripe } from 'stripe';
import { load, record, type Sandbox, timeFor } from '../sandbox.ts';
import { idOf, newId } from '../stored-object.ts';
import { changeBalance } from './balance.ts';
import { type ChargeResult, charge, chargedMethod } from './charge.ts';

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
  const first = entries[0];
  return {
    ...blankInvoice,
    id,
    amount_due: due,
    amount_remaining: due,
    billing_reason: reason,
    created: now,
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    effective_at: now,
    ending_balance: endingBalance,
    hosted_invoice_url: `${sandbox.publicUrl}/invoices/${id}`,
    lines: {
      object: 'list',
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
      data: entries.map(entry => lineItem(id, subscription, entry)),
    },
    number: id.slice(3, 11).toUpperCase(),
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: first?.period.end ?? now,
    period_start: first?.period.start ?? now,
    starting_balance: customer.balance,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  };
}

/** Saves a finalized, unpaid invoice and updates the customer's balance. */
export function writeInvoice(
  sandbox: Sandbox,
  subscription: Stripe.Subscription,
  reason: Stripe.Invoice.BillingReason,
  entries: InvoiceEntry[],
): Stripe.Invoice {
  const draft = draftInvoice(sandbox, subscription, reason, entries);
  const invoice = sandbox.store.save<Stripe.Invoice>({
    ...draft,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: draft.created },
  });
  const customer = load(sandbox, 'customer', idOf(invoice.customer) ?? '', 'customer');
  const balance = invoice.ending_balance ?? customer.balance;
  if (customer.balance !== balance) {
    const amount = balance - customer.balance;
    changeBalance(sandbox, customer.id, { amount, type: 'applied_to_invoice', invoice: invoice.id });
  }
  record(sandbox, { type: 'invoice.created', data: { object: invoice } });
  record(sandbox, { type: 'invoice.finalized', data: { object: invoice } });
  return invoice;
}

/** Charges the subscription's card for an open invoice and records the result. */
export function collect(
  sandbox: Sandbox,
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription,
): { invoice: Stripe.Invoice; result: ChargeResult } {
  const result = charge(sandbox, invoice.amount_remaining, chargedMethod(sandbox, subscription));
  const attempted = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 };
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
  const item = subscription.items.data[0];
  return {
    id: newId('il'),
    object: 'line_item',
    amount: entry.amount,
    currency: subscription.currency,
    description: entry.description,
    discount_amounts: [],
    discountable: !entry.proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: entry.proration,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item?.id ?? '',
      },
      type: 'subscription_item_details',
    },
    period: entry.period,
    pretax_credit_amounts: [],
    pricing: null,
    quantity: entry.quantity,
    quantity_decimal: Stripe.Decimal.from(entry.quantity),
    subscription: subscription.id,
    subtotal: entry.amount,
    taxes: [],
  };
}

const blankInvoice = {
  object: 'invoice',
  account_country: 'US',
  account_name: 'Payment sandbox',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  auto_advance: true,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  automatically_finalizes_at: null,
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  customer_address: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  footer: null,
  from_invoice: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<Stripe.Invoice>;
