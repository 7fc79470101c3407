import { AppError } from '@closingwire/chassis/app-error';
import type { UserCaller } from '@closingwire/chassis/identity';
import { accountOf } from '../accounts/open-account.ts';
import type { Billing } from '../billing.ts';
import { keepIndustry } from '../db/accounts.ts';
import { activeOf } from '../db/subscriptions.ts';
import type { Account } from '../domain/account.ts';
import type { Order } from '../domain/order.ts';
import { placeOrder } from './place-order.ts';
import { settleOrder } from './settle-order.ts';

export type SubscribeAnswer = {
  success: boolean;
  trialUser: boolean;
  message: string;
  checkoutUrl?: string;
};

const trialMessage =
  'Your free trial has started. Your first leads arrive within 20 minutes; we will email you.';
const paidMessage = 'Your ZIP codes are active. Your first leads arrive within 15 minutes.';

function answerTo(order: Order | undefined, hasPaid: boolean): SubscribeAnswer {
  if (order?.state === 'checkout' && order.checkoutUrl !== null) {
    const message = 'Continue to payment to activate your ZIP codes.';
    return { success: true, trialUser: false, message, checkoutUrl: order.checkoutUrl };
  }
  return { success: true, trialUser: !hasPaid, message: hasPaid ? paidMessage : trialMessage };
}

/** A claim is one per industry, so an order needs one; the token may know it before the account does. */
async function withIndustry(billing: Billing, account: Account, known: string): Promise<Account> {
  if (account.industry !== '') return account;
  if (known === '') {
    const text = 'Add your industry and company before your first order';
    throw new AppError('invalid', 'industry_missing', text);
  }
  await keepIndustry(billing.pg, account.id, known);
  return { ...account, industry: known };
}

/** Orders ZIPs: on trial at once, on the card on file at once, or by a checkout. What she has is left out. */
export async function subscribe(
  billing: Billing,
  caller: UserCaller,
  zipCodeIds: readonly string[],
): Promise<SubscribeAnswer> {
  const account = await withIndustry(billing, await accountOf(billing, caller), caller.industry);
  const owned = new Set((await activeOf(billing.pg, account.id)).map(({ zipCode }) => zipCode));
  const zipCodes = [...new Set(zipCodeIds)].filter(zipCode => !owned.has(zipCode)).toSorted();
  const order =
    zipCodes.length === 0
      ? undefined
      : await placeOrder(billing, { accountId: account.id, purpose: 'zips', zipCodes });
  const settled = order && (await settleOrder(billing, order.id, true));
  const paid = await activeOf(billing.pg, account.id, ['paid']);
  return answerTo(settled, paid.length > 0);
}
