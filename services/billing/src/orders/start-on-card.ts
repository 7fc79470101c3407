import { AppError } from '@closingwire/chassis/app-error';
import type { Billing } from '../billing.ts';
import { countZips, findAccount } from '../db/accounts.ts';
import { isCardDeclined } from '../payments/ask-stripe.ts';
import { placeOrder } from './place-order.ts';
import { settleOrder } from './settle-order.ts';

/** Somebody else is just charging this account, or its order ended while this one waited. */
const isUnderWay = (error: unknown) => error instanceof AppError && error.code === 'order_under_way';

/**
 * Starts the subscription of an account with a card on file and ZIPs that nothing pays for. False when the card
 * is no good: it was declined, now or before.
 */
export async function startOnCard(billing: Billing, accountId: string): Promise<boolean> {
  const account = await findAccount(billing.pg, accountId);
  if (!account || account.status === 'deleted') return false;
  if (account.stripeSubscriptionId !== null) return true;
  if (!account.hasActivePayment) return false;
  const { billable } = await countZips(billing.pg, accountId);
  if (billable === 0) return true;
  const order = await placeOrder(billing, { accountId, purpose: 'activation', zipCodes: [] });
  try {
    await settleOrder(billing, order.id, false);
  } catch (error) {
    if (isCardDeclined(error)) return false;
    // The order is stored; its job carries on.
    if (!isUnderWay(error)) throw error;
  }
  return true;
}
