import type { Task } from '@closingwire/chassis/jobs';
import type { Billing } from '../billing.ts';
import { addMatchSubscription } from '../jobs.ts';
import { announceAccount } from './publish.ts';
import { accountsAtAnotherPrice, keepPublishedPrice } from './store.ts';

export const publishPrice = 'publish-price';
const limit = 100;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * After a change of the configured price: the amounts that mails name follow, and running subscriptions change from
 * their next period on. Each account in a transaction of its own; one that fails is tried again by the next run.
 */
export function publishPriceTask(billing: Billing): Task {
  const { pg, terms, log } = billing;
  return async () => {
    let ids = [firstId];
    for (;;) {
      ids = await accountsAtAnotherPrice(pg, terms.centsPerZip, { after: ids.at(-1) ?? firstId, limit });
      if (ids.length === 0) return;
      for (const id of ids) {
        await publishOne(billing, id).catch(error =>
          log.warn({ err: error, accountId: id }, 'the price of this account is published later'),
        );
      }
    }
  };
}

function publishOne({ pg, terms: { centsPerZip } }: Billing, id: string): Promise<void> {
  return pg.transaction(async tx => {
    if (!(await keepPublishedPrice(tx, id, centsPerZip))) return;
    await announceAccount(tx, id, centsPerZip, ['standing-changed']);
    await addMatchSubscription(tx, id);
  });
}
