import type { Stripe } from 'stripe';
import { cardByLast4, declineMessage } from '../cards.ts';
import type { Sandbox } from '../sandbox.ts';
import { idOf } from '../stored-object.ts';

export type ChargeResult = { paid: true } | { paid: false; message: string; declineCode: string };

/** The payment method that is charged: the subscription's own, else the customer's default. */
export function chargedMethod(sandbox: Sandbox, subscription: Stripe.Subscription): string | null {
  const own = idOf(subscription.default_payment_method);
  if (own !== null) return own;
  const customer = sandbox.store.find('customer', idOf(subscription.customer) ?? '');
  return idOf(customer?.invoice_settings.default_payment_method ?? null);
}

export function charge(sandbox: Sandbox, amount: number, methodId: string | null): ChargeResult {
  if (amount <= 0) return { paid: true };
  const method = methodId === null ? undefined : sandbox.store.find('payment_method', methodId);
  if (!method || method.customer === null) {
    return { paid: false, message: 'This customer has no payment method.', declineCode: 'missing' };
  }
  const card = cardByLast4(method.card?.last4 ?? '');
  if (!card || card.declines === 'never') return { paid: true };
  return { paid: false, message: declineMessage(card), declineCode: card.declineCode };
}
