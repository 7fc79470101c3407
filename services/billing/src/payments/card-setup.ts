import { AppError } from '@closingwire/chassis/app-error';
import type { Billing } from '../billing.ts';
import { activeOf } from '../db/subscriptions.ts';
import type { Account } from '../domain/account.ts';
import { placeOrder } from '../orders/place-order.ts';
import { settleOrder } from '../orders/settle-order.ts';
import { refreshPayment } from './apply-payment.ts';
import { askStripe } from './ask-stripe.ts';
import { customerOf } from './customer.ts';

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
  return { clientSecret: intent.client_secret ?? '' };
}

/**
 * Confirms that the card is on file, makes it the one that is charged, and has the trial's ZIPs paid with it:
 * from the end of the trial on, or at once when it is over. Again it does nothing.
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
  const method = intent.payment_method;
  await askStripe(billing.stripe, client =>
    client.customers.update(customer, { invoice_settings: { default_payment_method: method } }),
  );
  await refreshPayment(billing, account, customer);
  const unpaid = await activeOf(billing.pg, account.id, ['trial']);
  if (unpaid.length > 0) {
    const order = await placeOrder(billing, { accountId: account.id, purpose: 'activation', zipCodes: [] });
    await settleOrder(billing, order.id, true);
  }
  return { success: true };
}
