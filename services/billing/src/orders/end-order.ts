import { AppError } from '@closingwire/chassis/app-error';
import type { Tx } from '@closingwire/chassis/pg';
import { lockInPass } from '../accounts/lock.ts';
import { storedFailure } from '../accounts/passes.ts';
import type { LockedAccount } from '../accounts/rules.ts';
import type { Billing } from '../billing.ts';
import { addSubscriptions } from '../subscriptions/change.ts';
import type { Order } from './rules.ts';
import { finishOrder, lockOrder, storeDrop } from './store.ts';

/** The reasons why orders are dropped. The callers who wait for the order receive these errors. */
export const refusals = {
  accountClosed: new AppError('denied', 'account_closed', 'This account is not active'),
  outdated: new AppError('conflict', 'order_outdated', 'This order is too old; please order again'),
  abandoned: new AppError(
    'unavailable',
    'order_under_way',
    'Your order could not be completed; please order again',
  ),
  checkoutExpired: new AppError(
    'conflict',
    'checkout_expired',
    'This checkout has expired; please order again',
  ),
  checkoutReplaced: new AppError(
    'conflict',
    'checkout_replaced',
    'You have ordered or paid in another tab; please check your ZIP codes and order again',
  ),
  cardRemoved: new AppError('conflict', 'card_removed', 'Your card was removed; please order again'),
  paidTooLate: new AppError(
    'conflict',
    'zip_taken',
    'Your payment came too late: other users have the ZIP codes. It is credited to you',
  ),
  subscriptionEnded: new AppError(
    'conflict',
    'subscription_ended',
    'The subscription of this payment has ended; please order again',
  ),
  tooManyTrialZips: (most: number) =>
    new AppError(
      'invalid',
      'too_many_trial_zips',
      `A trial holds at most ${most} ZIP codes. Add a payment method to order more.`,
    ),
};

/** Drops an order; the caller holds the account's lock. Call `releaseHolds` after the commit. */
export const dropIn = (tx: Tx, _account: LockedAccount, orderId: string, reason: unknown): Promise<void> =>
  storeDrop(tx, orderId, storedFailure(reason));

/** Asks the catalog to release the holds of an order. If the call fails, the holds expire. */
export async function releaseHolds({ catalog, log }: Billing, orderId: string): Promise<void> {
  await catalog
    .releaseHolds({ intentId: orderId })
    .catch(error => log.info({ err: error, orderId }, 'holds not released, they will expire'));
}

/** Drops an order and releases its holds. */
export async function dropOrder(
  billing: Billing,
  order: Pick<Order, 'id' | 'accountId'>,
  reason: unknown,
): Promise<void> {
  await billing.pg.transaction(async tx => {
    const account = await lockInPass(tx, order.accountId);
    if (account) await dropIn(tx, account, order.id, reason);
  });
  await releaseHolds(billing, order.id);
}

/** Gives the account the ZIPs of an order that has not ended. Drops the order of a deleted account. */
export async function completeOrder(
  tx: Tx,
  billing: Billing,
  account: LockedAccount,
  orderId: string,
  kind: 'trial' | 'paid',
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (!order || order.state === 'done' || order.state === 'dropped') return;
  if (account.status === 'deleted') return dropIn(tx, account, orderId, refusals.accountClosed);
  await addSubscriptions(tx, billing, account, order.claims, { kind, industry: account.industry });
  await finishOrder(tx, orderId);
}
