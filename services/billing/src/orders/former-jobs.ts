import { defineJob } from '@closingwire/chassis/jobs';
import { z } from 'zod';
import { accountOfCustomer } from '../accounts/store.ts';
import type { Billing } from '../billing.ts';
import { settleAccount } from './settle-account.ts';
import { findOrder, orderOfCheckout } from './store.ts';

/* Jobs that a version before ADR 39 left in the queue. A pass over their account does their work; the sweep finds accounts that they do not name. To be removed with the next version. */

const former = z.object({
  accountId: z.string().optional(),
  orderId: z.string().optional(),
  sessionId: z.string().optional(),
  customerId: z.string().optional(),
});

async function accountOf(
  { pg }: Billing,
  { accountId, orderId, sessionId, customerId }: z.output<typeof former>,
): Promise<string | undefined> {
  if (orderId) return (await findOrder(pg, orderId))?.accountId;
  if (sessionId) return (await orderOfCheckout(pg, sessionId))?.accountId;
  if (customerId) return (await accountOfCustomer(pg, customerId))?.id;
  return accountId;
}

const names = ['settle-order', 'settle-checkout', 'settle-card-setup', 'read-payment', 'match-subscription'];

export const formerJobHandlers = (billing: Billing) =>
  [...names, 'close-account', 'sweep-checkouts', 'sweep-payments'].map(name =>
    defineJob(name, former).handledBy(async payload => {
      const accountId = await accountOf(billing, payload);
      if (accountId !== undefined) await settleAccount(billing, accountId);
    }),
  );
