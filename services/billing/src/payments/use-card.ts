import type { Billing } from '../billing.ts';
import { finishCardSetupRow, insertCardSetup, isCardSetupFinished } from '../db/card-setups.ts';
import { askStripe } from './ask-stripe.ts';

type Setup = { setupIntentId: string; customer: string; methodId: string };

/**
 * Makes the card of a setup the one that is charged, once: a setup that is reported again must not take the
 * place of a card that came later.
 */
export async function useCard(billing: Billing, accountId: string, setup: Setup): Promise<void> {
  const { setupIntentId, customer, methodId } = setup;
  if (await isCardSetupFinished(billing.pg, setupIntentId)) return;
  await insertCardSetup(billing.pg, { id: setupIntentId, accountId }, billing.clock());
  await askStripe(billing.stripe, client =>
    client.customers.update(customer, { invoice_settings: { default_payment_method: methodId } }),
  );
  await finishCardSetupRow(billing.pg, setupIntentId, billing.clock());
}
