import { AppError } from '@closingwire/chassis/app-error';
import type { Stripe } from 'stripe';
import type { PaymentReading, ProviderSubscription } from '../domain/payment.ts';
import { askStripe } from './ask-stripe.ts';
import type { StripeAccess } from './stripe-access.ts';

const idOf = (reference: string | { id: string } | null) =>
  typeof reference === 'string' || reference === null ? reference : reference.id;

function readSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  return {
    id: subscription.id,
    status: subscription.status,
    defaultMethodId: idOf(subscription.default_payment_method),
    endedForNonPayment: subscription.cancellation_details?.reason === 'payment_failed',
  };
}

/** How the customer stands at the provider now. Events are only hints to read this again. */
export function readPayment(access: StripeAccess, customerId: string): Promise<PaymentReading> {
  return askStripe(access, async client => {
    const [customer, { data }] = await Promise.all([
      client.customers.retrieve(customerId),
      client.subscriptions.list({ customer: customerId, status: 'all', limit: 100 }),
    ]);
    if (customer.deleted) throw new AppError('missing', 'customer_deleted', `${customerId} is deleted`);
    const subscriptions = data.map(readSubscription);
    return {
      defaultMethodId:
        idOf(customer.invoice_settings.default_payment_method) ?? subscriptions[0]?.defaultMethodId ?? null,
      subscriptions,
    };
  });
}
