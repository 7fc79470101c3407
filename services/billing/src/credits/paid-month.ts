import type { Stripe } from 'stripe';
import { liveSubscriptions, type ProviderSubscription } from '../accounts/payment-standing.ts';
import type { Account, Mode } from '../accounts/rules.ts';
import { askStripe, type StripeAccess } from '../stripe/access.ts';
import { readPayment } from '../stripe/reading.ts';
import type { Month } from './rules.ts';

/** A month has the charge of its begin and those of ZIPs that were added. */
const MOST_INVOICES = 100;

const isProration = ({ parent }: Stripe.InvoiceLineItem) =>
  parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false;

/** Sums the lines of paid invoices that belong to the period, and finds the price of a ZIP in the period's own charge. */
function monthOf(
  invoices: readonly Stripe.Invoice[],
  { periodStart, periodEnd }: { periodStart: Date; periodEnd: Date },
): Month {
  const [start, end] = [periodStart.getTime() / 1000, periodEnd.getTime() / 1000];
  const lines = invoices
    .flatMap(({ lines }) => lines.data)
    .filter(({ period }) => period.start >= start && period.end <= end);
  const whole = lines.find(line => !isProration(line) && line.amount > 0);
  if (!whole) return { kind: 'unpaid' };
  return {
    kind: 'paid',
    start: periodStart,
    end: periodEnd,
    centsPerZip: Math.floor(whole.amount / (whole.quantity ?? 1)),
    paidCents: lines.reduce((sum, { amount }) => sum + amount, 0),
  };
}

const readInvoices = (access: StripeAccess, mode: Mode, { id }: ProviderSubscription) =>
  askStripe(access, mode, client =>
    client.invoices.list({ subscription: id, status: 'paid', limit: MOST_INVOICES }),
  );

/** Reads the account's running period from the provider, and whether its charge is paid. */
export async function readMonth(
  access: StripeAccess,
  mode: Mode,
  { stripeCustomerId, stripeSubscriptionId }: Pick<Account, 'stripeCustomerId' | 'stripeSubscriptionId'>,
): Promise<Month> {
  const { kept } = liveSubscriptions(await readPayment(access, mode, stripeCustomerId), stripeSubscriptionId);
  if (!kept?.line) return { kind: 'none' };
  if (kept.status === 'trialing') return { kind: 'trial' };
  const { data } = await readInvoices(access, mode, kept);
  return monthOf(data, kept.line);
}
