import type { Tx } from '@closingwire/chassis/pg';
import { type AccountNews, announceAccount } from '../accounts/announce.ts';
import type { Billing } from '../billing.ts';
import { keepDecline, keepPayment, lockAccount } from '../db/accounts.ts';
import { activeOf, convertTrial } from '../db/subscriptions.ts';
import type { Account } from '../domain/account.ts';
import {
  type PaymentReading,
  type PaymentStanding,
  paymentNews,
  paymentStanding,
} from '../domain/payment.ts';
import { addCloseAccount, addMatchSubscription } from '../jobs.ts';
import { announceCreated } from '../subscriptions/announce.ts';
import { endSubscriptions } from '../subscriptions/end-subscription.ts';
import { readPayment } from './read-payment.ts';

const isSame = (account: Account, standing: PaymentStanding) =>
  account.stripeSubscriptionId === standing.stripeSubscriptionId &&
  account.hasActivePayment === standing.hasActivePayment &&
  account.paymentState === standing.paymentState &&
  account.amountDueCents === standing.amountDueCents &&
  account.endsAt?.getTime() === standing.endsAt?.getTime() &&
  account.nextPaymentAttemptAt?.getTime() === standing.nextPaymentAttemptAt?.getTime();

/**
 * Makes an account agree with what the provider said at `readAt`: the trial's ZIPs are paid by a live
 * subscription, the paid ones end with it. An older reading than the stored one changes nothing, so neither
 * order nor number of readings matter.
 */
export async function applyPayment(
  tx: Tx,
  billing: Pick<Billing, 'terms' | 'clock'>,
  accountId: string,
  reading: PaymentReading,
  readAt: Date,
): Promise<void> {
  const account = await lockAccount(tx, accountId);
  if (!account) return;
  const standing = paymentStanding(reading, account.declinedMethodId);
  if (!(await keepPayment(tx, accountId, standing, readAt))) return;

  // A charge that was under way when she was deleted must end too.
  if (account.status === 'deleted' && standing.stripeSubscriptionId !== null) {
    await addCloseAccount(tx, accountId);
  }
  const converted = standing.stripeSubscriptionId === null ? [] : await convertTrial(tx, accountId);
  for (const subscription of converted) await announceCreated(tx, subscription);
  if (account.status !== 'deleted') await addMatchSubscription(tx, accountId);
  if (account.stripeSubscriptionId !== null && standing.stripeSubscriptionId === null) {
    await endSubscriptions(tx, billing, accountId, await activeOf(tx, accountId, ['paid']));
  }
  if (isSame(account, standing) && converted.length === 0) return;
  const news: AccountNews[] = ['standing-changed'];
  const told = paymentNews(account, standing, reading);
  if (told) news.push(`payment-${told}`);
  await announceAccount(tx, accountId, billing.terms.centsPerZip, news);
}

/**
 * The subscription could not be started on this card: it counts as failed, so that nobody tries it again by
 * themselves, and the person is mailed, once.
 */
export async function noteDecline(
  billing: Billing,
  accountId: string,
  methodId: string | null,
): Promise<void> {
  if (methodId === null) return;
  await billing.pg.transaction(async tx => {
    await lockAccount(tx, accountId);
    if (!(await keepDecline(tx, accountId, methodId))) return;
    await announceAccount(tx, accountId, billing.terms.centsPerZip, ['standing-changed', 'payment-failed']);
  });
}

/** Reads the customer anew and lets the account follow. */
export async function refreshPayment(
  billing: Billing,
  account: { id: string },
  customerId: string,
): Promise<PaymentReading> {
  const readAt = new Date();
  const reading = await readPayment(billing.stripe, customerId);
  await billing.pg.transaction(tx => applyPayment(tx, billing, account.id, reading, readAt));
  return reading;
}
