import type { Task } from '@closingwire/chassis/jobs';
import { announceAccount } from '../accounts/announce.ts';
import type { Billing } from '../billing.ts';
import { accountsAtAnotherPrice } from '../db/accounts.ts';
import { addMatchSubscription } from '../jobs.ts';

export const publishPrice = 'publish-price';
const batch = 100;

/**
 * After a change of the configured price: the amounts that mails name follow, and running subscriptions change from
 * their next period on.
 */
export function publishPriceTask({ pg, terms: { centsPerZip } }: Billing): Task {
  return async () => {
    for (;;) {
      const ids = await accountsAtAnotherPrice(pg, centsPerZip, batch);
      if (ids.length === 0) return;
      for (const id of ids) {
        await pg.transaction(async tx => {
          await announceAccount(tx, id, centsPerZip, ['standing-changed']);
          await addMatchSubscription(tx, id);
        });
      }
    }
  };
}
