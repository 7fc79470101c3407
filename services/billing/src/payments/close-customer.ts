import { AppError } from '@closingwire/chassis/app-error';
import type { Stripe } from 'stripe';
import { askStripe } from './ask-stripe.ts';
import type { StripeAccess } from './stripe-access.ts';

const ended = new Set<Stripe.Subscription.Status>(['canceled', 'incomplete_expired']);

async function close(client: Stripe, customer: string): Promise<void> {
  const { data: subscriptions } = await client.subscriptions.list({ customer, status: 'all', limit: 100 });
  for (const { id, status } of subscriptions) if (!ended.has(status)) await client.subscriptions.cancel(id);
  const { data: methods } = await client.customers.listPaymentMethods(customer, { limit: 100 });
  for (const { id } of methods) await client.paymentMethods.detach(id);
  await client.customers.update(customer, { email: '', name: '', phone: '' });
}

/**
 * Ends all charges to a customer and forgets her cards, name and address at the provider; her bills stay, as the
 * books need them. Looks before each step, so running it again does nothing.
 */
export async function closeCustomer(access: StripeAccess, customer: string): Promise<void> {
  await askStripe(access, client => close(client, customer)).catch(error => {
    if (!(error instanceof AppError && error.kind === 'missing')) throw error;
  });
}
