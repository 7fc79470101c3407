import type { Stripe } from 'stripe';
import { nothingPaid, type PaymentReading, type ProviderSubscription } from '../accounts/payment-standing.ts';
import type { Mode } from '../accounts/rules.ts';
import { askStripe, isUnknown, type StripeAccess } from './access.ts';
import { lineOf } from './billed-line.ts';

export const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

const at = (seconds: number | null | undefined) => (seconds == null ? null : new Date(seconds * 1000));

export function readSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  return {
    id: subscription.id,
    status: subscription.status,
    defaultMethodId: idOf(subscription.default_payment_method),
    endsAt: endOf(subscription),
    endsWithPeriod: subscription.cancel_at_period_end,
    trialEnd: at(subscription.trial_end),
    endedForNonPayment: subscription.cancellation_details?.reason === 'payment_failed',
    orderId: subscription.metadata.orderId ?? null,
    line: lineOf(subscription),
    ...openInvoiceOf(subscription),
  };
}

/** Returns the end that the user scheduled. The provider's portal schedules it at a time or with the period. */
function endOf({ cancel_at, cancel_at_period_end, items }: Stripe.Subscription): Date | null {
  return at(cancel_at ?? (cancel_at_period_end ? items.data[0]?.current_period_end : undefined));
}

/**
 * Returns the next payment attempt and the unpaid amount of the latest invoice, if it is open. The list call must
 * expand `latest_invoice`.
 */
function openInvoiceOf({ latest_invoice: invoice }: Stripe.Subscription) {
  const isOpen = typeof invoice === 'object' && invoice?.status === 'open';
  if (!isOpen) return { nextPaymentAttemptAt: null, openCents: 0 };
  return { nextPaymentAttemptAt: at(invoice.next_payment_attempt), openCents: invoice.amount_remaining };
}

/** Returns a card that is attached but not the default. A page that the user left early may have attached it. */
async function attachedMethod(client: Stripe, customer: string): Promise<string | null> {
  const { data } = await client.customers.listPaymentMethods(customer, { type: 'card', limit: 1 });
  return data[0]?.id ?? null;
}

async function readCustomer(client: Stripe, customerId: string): Promise<PaymentReading> {
  const [customer, { data }] = await Promise.all([
    client.customers.retrieve(customerId),
    client.subscriptions.list({
      customer: customerId,
      status: 'all',
      limit: 100,
      expand: ['data.latest_invoice'],
    }),
  ]);
  if (customer.deleted) return nothingPaid;
  const subscriptions = data.map(readSubscription);
  const defaultId = idOf(customer.invoice_settings.default_payment_method);
  return {
    customer: { email: customer.email ?? '', name: customer.name ?? '' },
    methodId: defaultId ?? subscriptions[0]?.defaultMethodId ?? (await attachedMethod(client, customerId)),
    isDefault: defaultId !== null,
    subscriptions,
  };
}

/**
 * Reads a customer's payment facts from the provider. A webhook event only starts this read: the account's standing
 * never comes from the event. Without a known customer nothing is paid.
 */
export function readPayment(
  access: StripeAccess,
  mode: Mode,
  customerId: string | null,
): Promise<PaymentReading> {
  if (customerId === null) return Promise.resolve(nothingPaid);
  return askStripe(access, mode, client => readCustomer(client, customerId)).catch(error => {
    if (isUnknown(error)) return nothingPaid;
    throw error;
  });
}
