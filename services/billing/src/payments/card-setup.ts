import { AppError } from '@closingwire/chassis/app-error';
import type { Billing } from '../billing.ts';
import { insertCardSetup } from '../db/card-setups.ts';
import type { Account } from '../domain/account.ts';
import { startOnCard } from '../orders/start-on-card.ts';
import { refreshPayment } from './apply-payment.ts';
import { askStripe } from './ask-stripe.ts';
import { customerOf } from './customer.ts';
import { useCard } from './use-card.ts';

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
