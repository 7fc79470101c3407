import { AppError } from '@closingwire/chassis/app-error';
import type { Account } from '../accounts/rules.ts';
import { countZips, findAccount, findByCustomer } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { askStripe, isCardDeclined } from '../stripe/access.ts';
import { refreshPayment } from '../stripe/apply-payment.ts';
import { customerOf, insertCardSetup, useCard } from '../stripe/customer.ts';
import { settleOrder } from './settle-order.ts';
import { placeOrder } from './steps.ts';

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

/** Begins to put a card on file; the browser finishes it with the secret. */
export async function beginCardSetup(billing: Billing, account: Account): Promise<{ clientSecret: string }> {
  const customer = await customerOf(billing, account);
  const intent = await askStripe(billing.stripe, client =>
    client.setupIntents.create({
      customer,
      usage: 'off_session',
      automatic_payment_methods: { enabled: true },
      metadata: { accountId: account.id },
    }),
  );
  await insertCardSetup(billing.pg, { id: intent.id, accountId: account.id }, billing.clock());
  return { clientSecret: intent.client_secret ?? '' };
}

/**
 * Confirms that the card is on file, makes it the one that is charged, and has the trial's ZIPs paid with it:
 * from the end of the trial on, or at once when it is over. Again it does nothing; false when the provider has
 * no card from it, or could not charge it.
 */
export async function finishCardSetup(
  billing: Billing,
  account: Account,
  setupIntentId: string,
): Promise<{ success: boolean }> {
  const customer = await customerOf(billing, account);
  const intent = await askStripe(billing.stripe, client => client.setupIntents.retrieve(setupIntentId));
  if (intent.customer !== customer) {
    throw new AppError('missing', 'setup_unknown', 'This payment setup does not exist');
  }
  if (intent.status !== 'succeeded' || typeof intent.payment_method !== 'string') return { success: false };
  await useCard(billing, account.id, { setupIntentId, customer, methodId: intent.payment_method });
  await refreshPayment(billing, account, customer);
  return { success: await startOnCard(billing, account.id) };
}

/** Uses a card whose owner did not come back to the page after it was put on file. Setups that others began are not ours. */
export async function settleCardSetup(billing: Billing, setupIntentId: string): Promise<void> {
  const intent = await askStripe(billing.stripe, client => client.setupIntents.retrieve(setupIntentId));
  if (typeof intent.customer !== 'string') return;
  const account = await findByCustomer(billing.pg, intent.customer);
  if (!account || account.status === 'deleted' || intent.metadata?.accountId !== account.id) return;
  await finishCardSetup(billing, account, setupIntentId);
}
