import { AppError } from '@closingwire/chassis/app-error';
import type { Billing } from '../billing.ts';
import { lockAccount } from '../db/accounts.ts';
import { findSubscription } from '../db/subscriptions.ts';
import { endSubscriptions } from './end-subscription.ts';

/** Gives a ZIP back. Again it does nothing; the ZIP of somebody else does not exist. */
export async function unsubscribe(
  billing: Billing,
  accountId: string,
  id: string,
): Promise<{ message: string }> {
  await billing.pg.transaction(async tx => {
    await lockAccount(tx, accountId);
    const subscription = await findSubscription(tx, id);
    if (subscription?.accountId !== accountId) {
      throw new AppError('missing', 'subscription_unknown', 'This subscription does not exist');
    }
    await endSubscriptions(tx, billing, accountId, [subscription]);
  });
  return { message: 'ZIP code removed successfully' };
}
