import { AppError } from '@closingwire/chassis/app-error';
import type { UserCaller } from '@closingwire/chassis/identity';
import { accountOf } from '../accounts/open.ts';
import type { Account } from '../accounts/rules.ts';
import { storeIndustry } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { activeOf } from '../subscriptions/store.ts';
import type { Order } from './rules.ts';
import { settleOrder } from './settle-order.ts';
import { placeOrder } from './steps.ts';

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
  await storeIndustry(billing.pg, account.id, known);
  return { ...account, industry: known };
}

/** Orders ZIPs: on trial at once, on the card on file at once, or by a checkout. What they have is left out. */
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
