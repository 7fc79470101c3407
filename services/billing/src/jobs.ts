import { defineJob } from '@closingwire/chassis/jobs';
import { z } from 'zod';

/* The jobs of the service, apart from what does them: `service.ts` binds the handlers. */

const ofOrder = z.object({ orderId: z.string() });
const ofSession = z.object({ sessionId: z.string() });
const ofSetupIntent = z.object({ setupIntentId: z.string() });
const ofCustomer = z.object({ customerId: z.string() });
const ofAccount = z.object({ accountId: z.string() });
const nothing = z.object({});

/** Its delay is long enough for the request itself to settle the order; then a job must. */
export const settleOrderJob = defineJob('settle-order', ofOrder, {
  key: ({ orderId }) => orderId,
  delayMs: 60_000,
});

export const settleCheckoutJob = defineJob('settle-checkout', ofSession, {
  key: ({ sessionId }) => sessionId,
});

export const settleCardSetupJob = defineJob('settle-card-setup', ofSetupIntent, {
  key: ({ setupIntentId }) => setupIntentId,
});

export const readPaymentJob = defineJob('read-payment', ofCustomer, {
  key: ({ customerId }) => customerId,
  queue: ({ customerId }) => customerId,
});

const inTurn = {
  key: ({ accountId }: z.input<typeof ofAccount>) => accountId,
  queue: ({ accountId }: z.input<typeof ofAccount>) => accountId,
};

/** Lets the provider charge for exactly the ZIPs that the account has, once what changes them is committed. */
export const matchSubscriptionJob = defineJob('match-subscription', ofAccount, inTurn);

/** Waits in the account's queue, so that nothing else changes its charges meanwhile. */
export const closeAccountJob = defineJob('close-account', ofAccount, inTurn);

/** The first look of the books: at 03:37 UTC, and when an admin asks for it. */
export const compareBooksJob = defineJob('compare-books', nothing, {
  key: () => 'all',
  cron: '37 3 * * * ?fill=1d',
});

/** The later looks. In the queue of the first one, as cron jobs have it, so that no two looks run at once. */
export const confirmBooksJob = defineJob(
  'confirm-books',
  z.object({ runId: z.string(), look: z.enum(['second', 'third']) }),
  { key: ({ look }) => look, queue: () => 'cron-compare-books' },
);

export const remindOfTrialsJob = defineJob('remind-of-trials', nothing, { cron: '* * * * *' });
export const releaseTrialsJob = defineJob('release-trials', nothing, { cron: '* * * * *' });
export const publishPriceJob = defineJob('publish-price', nothing, { cron: '* * * * *' });
export const sweepCheckoutsJob = defineJob('sweep-checkouts', nothing, { cron: '*/5 * * * *' });
export const sweepPaymentsJob = defineJob('sweep-payments', nothing, { cron: '*/5 * * * *' });
