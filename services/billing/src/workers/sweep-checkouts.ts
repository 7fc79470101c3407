import type { Task } from '@closingwire/chassis/jobs';
import type { Billing } from '../billing.ts';
import { overdueCheckouts } from '../db/orders.ts';
import { addSettleCheckout } from '../jobs.ts';

export const sweepCheckouts = 'sweep-checkouts';

/** Looks at checkouts whose time is over, in case the provider's word of them was lost. */
export function sweepCheckoutsTask({ pg, clock }: Billing): Task {
  return async () => {
    for (const sessionId of await overdueCheckouts(pg, clock())) {
      await pg.transaction(tx => addSettleCheckout(tx, sessionId));
    }
  };
}
