import type { Task } from '@closingwire/chassis/jobs';
import type { Billing } from '../billing.ts';
import { customersToRead } from '../db/accounts.ts';
import { openCardSetups } from '../db/card-setups.ts';
import { addReadPayment, addSettleCardSetup } from '../jobs.ts';

export const sweepPayments = 'sweep-payments';
const batch = 100;

/** Looks at cards and customers of which nothing was heard, in case the provider's word of them was lost. */
export function sweepPaymentsTask({ pg, clock }: Billing): Task {
  return async () => {
    const now = clock();
    for (const id of await openCardSetups(pg, now, batch)) {
      await pg.transaction(tx => addSettleCardSetup(tx, id));
    }
    for (const id of await customersToRead(pg, now, batch)) {
      await pg.transaction(tx => addReadPayment(tx, id));
    }
  };
}
