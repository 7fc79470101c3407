import { AppError } from '@closingwire/chassis/app-error';
import type { Stripe } from 'stripe';
import type { PaymentReading, ProviderSubscription } from '../domain/payment.ts';
import { askStripe } from './ask-stripe.ts';
import type { StripeAccess } from './stripe-access.ts';

export const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

function readSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  return {
    id: subscription.id,
    status: subscription.status,
    defaultMethodId: idOf(subscription.default_payment_method),
    endsAt: endOf(subscription),
    endedForNonPayment: subscription.cancellation_details?.reason === 'payment_failed',
    ...openInvoiceOf(subscription),
  };
}

/** The provider's portal ends a subscription at a time, or with its period. */
function endOf({ cancel_at, cancel_at_period_end, items }: Stripe.Subscription): Date | null {
  const end = cancel_at ?? (cancel_at_period_end ? items.data[0]?.current_period_end : undefined);
  return end === undefined ? null : new Date(end * 1000);
}

/** The latest invoice comes expanded; of a paid one nothing is open. */
function openInvoiceOf({ latest_invoice: invoice }: Stripe.Subscription) {
  const isOpen = typeof invoice === 'object' && invoice?.status === 'open';
  if (!isOpen) return { nextPaymentAttemptAt: null, openCents: 0 };
  const next = invoice.next_payment_attempt;
  return {
    nextPaymentAttemptAt: next === null ? null : new Date(next * 1000),
    openCents: invoice.amount_remaining,
  };
}

/** A card that was attached without being made the default, as by a page that the person left early. */
async function attachedMethod(client: Stripe, customer: string): Promise<string | null> {
  const { data } = await client.customers.listPaymentMethods(customer, { type: 'card', limit: 1 });
  return data[0]?.id ?? null;
}

/** How the customer stands at the provider now. Events are only hints to read this again. */
export function readPayment(access: StripeAccess, customerId: string): Promise<PaymentReading> {
  return askStripe(access, async client => {
    const [customer, { data }] = await Promise.all([
      client.customers.retrieve(customerId),
      client.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: 100,
        expand: ['data.latest_invoice'],
      }),
    ]);
    if (customer.deleted) throw new AppError('missing', 'customer_deleted', `${customerId} is deleted`);
    const subscriptions = data.map(readSubscription);
    const defaultId = idOf(customer.invoice_settings.default_payment_method);
    return {
      methodId: defaultId ?? subscriptions[0]?.defaultMethodId ?? (await attachedMethod(client, customerId)),
      isDefault: defaultId !== null,
      subscriptions,
    };
  });
}
