import { AppError } from '@closingwire/chassis/app-error';
import type { Billing } from '../billing.ts';
import { activeOf } from '../db/subscriptions.ts';
import type { Account } from '../domain/account.ts';
import { placeOrder } from './place-order.ts';
import { settleOrder } from './settle-order.ts';

/** A checkout for the ZIPs of the trial. */
export async function convertTrial(billing: Billing, account: Account): Promise<{ checkoutUrl: string }> {
  const unpaid = await activeOf(billing.pg, account.id, ['trial']);
  if (unpaid.length === 0) {
    throw new AppError('invalid', 'nothing_to_convert', 'Add ZIP codes to continue');
  }
  const order = await placeOrder(billing, { accountId: account.id, purpose: 'conversion', zipCodes: [] });
  const { checkoutUrl } = await settleOrder(billing, order.id, true);
  if (checkoutUrl !== null) return { checkoutUrl };
  throw new AppError('conflict', 'already_paid', 'Your ZIP codes are already paid for');
}
