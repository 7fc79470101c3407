import { AppError } from '@closingwire/chassis/app-error';
import { ownZips } from '../accounts/own-zips.ts';
import { type Account, billableZipCodes, type Mode, zipCodesOf } from '../accounts/rules.ts';
import { findAccount } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { storedMode } from '../replicas.ts';
import { askStripe } from '../stripe/access.ts';
import { insertCardSetup, isCardSetupFinished, reportCardSetup, withCustomer } from '../stripe/customer.ts';
import { findOrder, orderOfCheckout } from './store.ts';
import { settleNow } from './wait.ts';

/* Calls of the browser when the user returns from a page or form of the provider. */

export type PaymentVerdict = { success: boolean; converted: boolean; subscriptionCount: number };

/** Returns the result of the account's checkout without waiting for the webhook. */
export async function verifyPayment(
  billing: Billing,
  account: Account,
  sessionId: string,
): Promise<PaymentVerdict> {
  const { pg } = billing;
  const known = await orderOfCheckout(pg, sessionId);
  if (known?.accountId !== account.id) {
    throw new AppError('missing', 'checkout_unknown', 'This checkout does not exist');
  }
  if (known.state === 'checkout' || known.state === 'open') await settleNow(billing, account.id);
  const success = (await findOrder(pg, known.id))?.state === 'done';
  return {
    success,
    converted: success && known.purpose === 'conversion',
    subscriptionCount: zipCodesOf(await ownZips(pg, account.id), 'paid').size,
  };
}

const modeOf = async ({ pg }: Billing, { paymentMode }: Account): Promise<Mode> =>
  paymentMode ?? (await storedMode(pg));

/** Begins a card setup. The browser completes it with the returned secret. */
export async function beginCardSetup(billing: Billing, account: Account): Promise<{ clientSecret: string }> {
  const mode = await modeOf(billing, account);
  const intent = await withCustomer(billing, account, mode, (client, customer) =>
    client.setupIntents.create({
      customer,
      usage: 'off_session',
      automatic_payment_methods: { enabled: true },
      metadata: { accountId: account.id },
    }),
  );
  await insertCardSetup(billing.pg, { id: intent.id, accountId: account.id, mode }, billing.clock());
  return { clientSecret: intent.client_secret ?? '' };
}

/**
 * Confirms that the card is on file, makes it the default, and charges the trial's ZIPs to it. The first charge is at
 * the trial's end, or at once if the trial is over. Running it again changes nothing. Returns false if the provider
 * has no card or could not charge it.
 */
export async function finishCardSetup(
  billing: Billing,
  account: Account,
  setupIntentId: string,
): Promise<{ success: boolean }> {
  const mode = await modeOf(billing, account);
  const intent = await askStripe(billing.stripe, mode, client => client.setupIntents.retrieve(setupIntentId));
  if (intent.customer !== account.stripeCustomerId) {
    throw new AppError('missing', 'setup_unknown', 'This payment setup does not exist');
  }
  if (intent.status !== 'succeeded' || typeof intent.payment_method !== 'string') return { success: false };
  await settleNow(billing, account.id, tx =>
    reportCardSetup(tx, { id: setupIntentId, accountId: account.id, mode }, billing.clock()),
  );
  return { success: await isCardInUse(billing, account.id, setupIntentId) };
}

/** Returns true if the card is on file and a subscription pays for the ZIPs that cost money, if there are any. */
async function isCardInUse({ pg }: Billing, accountId: string, setupIntentId: string): Promise<boolean> {
  const account = await findAccount(pg, accountId);
  if (!account?.hasActivePayment || !(await isCardSetupFinished(pg, setupIntentId))) return false;
  return account.stripeSubscriptionId !== null || billableZipCodes(await ownZips(pg, accountId)).size === 0;
}
