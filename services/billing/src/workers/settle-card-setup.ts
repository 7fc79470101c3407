import type { Task } from '@closingwire/chassis/jobs';
import type { Billing } from '../billing.ts';
import { findByCustomer } from '../db/accounts.ts';
import { settleCardSetupPayload } from '../jobs.ts';
import { askStripe } from '../payments/ask-stripe.ts';
import { finishCardSetup } from '../payments/card-setup.ts';

/** Uses a card whose person did not come back to say that it is on file. Setups that others began are not ours. */
export function settleCardSetupTask(billing: Billing): Task {
  return async job => {
    const { setupIntentId } = settleCardSetupPayload.parse(job);
    const intent = await askStripe(billing.stripe, client => client.setupIntents.retrieve(setupIntentId));
    if (typeof intent.customer !== 'string') return;
    const account = await findByCustomer(billing.pg, intent.customer);
    if (!account || account.status === 'deleted' || intent.metadata?.accountId !== account.id) return;
    await finishCardSetup(billing, account, setupIntentId);
  };
}
