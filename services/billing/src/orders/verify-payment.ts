import { AppError } from '@closingwire/chassis/app-error';
import type { Billing } from '../billing.ts';
import { orderOfCheckout } from '../db/orders.ts';
import { activeOf } from '../db/subscriptions.ts';
import type { Account } from '../domain/account.ts';
import { settleCheckout } from './settle-checkout.ts';

export type PaymentVerdict = { success: boolean; converted: boolean; subscriptionCount: number };

/** What became of the account's own checkout; the person need not wait for the webhook. */
export async function verifyPayment(
  billing: Billing,
  account: Account,
  sessionId: string,
): Promise<PaymentVerdict> {
  const known = await orderOfCheckout(billing.pg, sessionId);
  if (known?.accountId !== account.id) {
    throw new AppError('missing', 'checkout_unknown', 'This checkout does not exist');
  }
  const order = await settleCheckout(billing, sessionId);
  const paid = await activeOf(billing.pg, account.id, ['paid']);
  const success = order?.state === 'done';
  return {
    success,
    converted: success && known.purpose === 'conversion',
    subscriptionCount: paid.length,
  };
}
