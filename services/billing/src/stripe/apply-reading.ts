import type { Tx } from '@closingwire/chassis/pg';
import { lockInPass } from '../accounts/lock.ts';
import { changeKind } from '../accounts/own-zips.ts';
import { type Pass, storeDecline, storePayment } from '../accounts/passes.ts';
import {
  type PaymentReading,
  type PaymentStanding,
  paymentNews,
  paymentStanding,
} from '../accounts/payment-standing.ts';
import { type AccountNews, publishAccount } from '../accounts/publish.ts';
import type { Account, LockedAccount } from '../accounts/rules.ts';
import type { Billing } from '../billing.ts';
import { endSubscriptions } from '../subscriptions/change.ts';
import { activeOf } from '../subscriptions/store.ts';

const isSame = (account: Account, standing: PaymentStanding) =>
  account.stripeSubscriptionId === standing.stripeSubscriptionId &&
  account.hasActivePayment === standing.hasActivePayment &&
  account.paymentState === standing.paymentState &&
  account.amountDueCents === standing.amountDueCents &&
  account.endsAt?.getTime() === standing.endsAt?.getTime() &&
  account.nextPaymentAttemptAt?.getTime() === standing.nextPaymentAttemptAt?.getTime();

/**
 * Updates an account from the reading of a pass. A live subscription turns trial ZIPs into paid ones; without one,
 * paid ZIPs end. A reading of an older pass or of another mode changes nothing.
 */
export async function applyReading(
  tx: Tx,
  billing: Pick<Billing, 'terms' | 'clock'>,
  account: LockedAccount,
  reading: PaymentReading,
  pass: Pass,
): Promise<void> {
  if ((account.paymentMode ?? pass.mode) !== pass.mode) return;
  const standing = paymentStanding(reading, account);
  if (!(await storePayment(tx, account, standing, pass))) return;
  const converted = standing.stripeSubscriptionId === null ? 0 : await changeKind(tx, account.id, 'paid');
  if (standing.stripeSubscriptionId === null) {
    await endSubscriptions(tx, billing, account, await activeOf(tx, account.id, ['paid']), 'payments-ended');
  }
  if (isSame(account, standing) && converted === 0) return;
  const news: AccountNews[] = ['standing-changed'];
  const published = paymentNews(account, standing, reading);
  if (published) news.push(`payment-${published}`);
  await publishAccount(tx, account.id, billing.terms, news);
}

/** Records that the first charge on a card failed. No pass charges the card again, and the user gets one mail. */
export async function recordDecline(
  billing: Billing,
  accountId: string,
  methodId: string | null,
): Promise<void> {
  if (methodId === null) return;
  await billing.pg.transaction(async tx => {
    const account = await lockInPass(tx, accountId);
    if (!account || !(await storeDecline(tx, account, methodId))) return;
    await publishAccount(tx, accountId, billing.terms, ['standing-changed', 'payment-failed']);
  });
}
