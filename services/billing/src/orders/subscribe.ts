import { AppError } from '@closingwire/chassis/app-error';
import type { UserCaller } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import type { OrderReply } from '@closingwire/contracts/billing';
import { lockAccount } from '../accounts/lock.ts';
import { accountOf } from '../accounts/open.ts';
import { type Account, type LockedAccount, zipCodesOf } from '../accounts/rules.ts';
import { findAccount, storeIndustry } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { isSameRequest, neededZipCodes, type Order } from './rules.ts';
import { forgetFirstPass, insertOrder, pendingOrders } from './store.ts';
import { type AwaitedPass, askToSettle, orderSettled } from './wait.ts';

const trialMessage =
  'Your free trial has started. Your first leads arrive within 20 minutes; we will email you.';
const paidMessage = 'Your ZIP codes are active. Your first leads arrive within 15 minutes.';

/** `trialUser` is true until the first charge, even with a card on file. */
function answerTo(order: Order | undefined, isPaying: boolean): OrderReply {
  if (order?.state === 'checkout' && order.checkoutUrl !== null) {
    const message = 'Continue to payment to activate your ZIP codes.';
    return { success: true, trialUser: false, message, checkoutUrl: order.checkoutUrl };
  }
  return { success: true, trialUser: !isPaying, message: isPaying ? paidMessage : trialMessage };
}

/** Throws for a user without an industry: a claim is for one industry. The token may have it before the account. */
async function checkIndustry(billing: Billing, account: Account, known: string): Promise<void> {
  if (account.industry !== '') return;
  if (known === '') {
    const text = 'Add your industry and company before your first order';
    throw new AppError('invalid', 'industry_missing', text);
  }
  await storeIndustry(billing.pg, account.id, known);
}

type Request = Pick<Order, 'purpose' | 'zipCodes'>;

/** An order and the pass that carries it out. */
type StoredOrder = { order: Order; pass: AwaitedPass };

/**
 * Stores the order and enqueues its pass, which calls the catalog and the provider. A request that repeats a pending
 * order returns that order.
 */
async function storeOrder(
  tx: Tx,
  { clock }: Billing,
  account: LockedAccount,
  request: Request,
): Promise<StoredOrder> {
  const now = clock();
  const pending = await pendingOrders(tx, account.id);
  const same = pending.findLast(order => isSameRequest(order, request, account, now));
  if (same?.state === 'open') await forgetFirstPass(tx, same.id);
  const order = same ?? (await insertOrder(tx, { id: newId(), accountId: account.id, ...request }, now));
  return { order, pass: await askToSettle(tx, account) };
}

async function lockedAccount(tx: Tx, billing: Billing, id: string): Promise<LockedAccount> {
  const account = await lockAccount(tx, billing, id);
  if (account?.status === 'active') return account;
  throw new AppError('denied', 'account_closed', 'This account is not active');
}

/** Orders ZIPs that the account does not have: on trial or on the card on file at once, else by a checkout. */
export async function subscribe(
  billing: Billing,
  caller: UserCaller,
  zipCodeIds: readonly string[],
): Promise<OrderReply> {
  const { pg } = billing;
  const { id, ...known } = await accountOf(billing, caller);
  await checkIndustry(billing, { id, ...known }, caller.industry);
  const stored = await pg.transaction(async tx => {
    const account = await lockedAccount(tx, billing, id);
    const zipCodes = [...neededZipCodes({ zipCodes: [...zipCodeIds] }, account)].toSorted();
    if (zipCodes.length === 0) return undefined;
    return storeOrder(tx, billing, account, { purpose: 'zips', zipCodes });
  });
  const order = stored && (await orderSettled(billing, stored.pass, stored.order.id));
  const state = (await findAccount(pg, id))?.paymentState;
  return answerTo(order, state === 'active' || state === 'past_due');
}

/** Returns a checkout for the ZIPs of the trial. */
export async function convertTrial(billing: Billing, { id }: Account): Promise<{ checkoutUrl: string }> {
  const { order, pass } = await billing.pg.transaction(async tx => {
    const account = await lockedAccount(tx, billing, id);
    if (zipCodesOf(account.zips, 'trial').size === 0) {
      throw new AppError('invalid', 'nothing_to_convert', 'Add ZIP codes to continue');
    }
    return storeOrder(tx, billing, account, { purpose: 'conversion', zipCodes: [] });
  });
  const { checkoutUrl, state } = await orderSettled(billing, pass, order.id);
  if (state === 'checkout' && checkoutUrl !== null) return { checkoutUrl };
  throw new AppError('conflict', 'already_paid', 'Your ZIP codes are already paid for');
}
