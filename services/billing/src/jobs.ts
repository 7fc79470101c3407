import { defineJob } from '@closingwire/chassis/jobs';
import { z } from 'zod';

/* The jobs of the service; `service.ts` binds their handlers. */

const nothing = z.object({});
const ofAccount = z.object({ accountId: z.string() });

const inTurn = {
  key: ({ accountId }: z.input<typeof ofAccount>) => accountId,
  queue: ({ accountId }: z.input<typeof ofAccount>) => accountId,
};

/**
 * Runs a pass over an account: see `orders/settle-account.ts`. The jobs of one account run one at a time, so no two
 * steps change its charges at once.
 */
export const settleAccountJob = defineJob('settle-account', ofAccount, inTurn);

/** Sends the account's email address and name to the provider, in both modes. */
export const updateCustomerJob = defineJob('update-customer', ofAccount, inTurn);

/** Decides a credit and gives it at the provider: see `credits/give-credit.ts`. */
export const giveCreditJob = defineJob(
  'give-credit',
  z.object({ accountId: z.string(), creditId: z.string() }),
  { key: ({ creditId }) => creditId, queue: ({ accountId }) => accountId },
);

/** Closes a checkout page of the old payment mode. If it was paid, cancels and credits its subscription. */
export const closePageJob = defineJob(
  'close-page',
  z.object({ accountId: z.string(), mode: z.enum(['test', 'live']), sessionId: z.string() }),
  { key: ({ sessionId }) => sessionId, queue: ({ accountId }) => accountId },
);

export const followModeJob = defineJob('follow-mode', nothing, { key: () => 'follow-mode' });
/** The first look at the books: daily at 03:37 UTC, and when an admin requests it. */
export const compareBooksJob = defineJob('compare-books', nothing, {
  key: () => 'all',
  cron: '37 3 * * * ?fill=1d',
});

/** The second and third look at the books. They share the first look's queue, so that no two looks run at once. */
export const confirmBooksJob = defineJob(
  'confirm-books',
  z.object({ runId: z.string(), look: z.enum(['second', 'third']) }),
  { key: ({ look }) => look, queue: () => 'cron-compare-books' },
);

export const remindOfTrialsJob = defineJob('remind-of-trials', nothing, { cron: '* * * * *' });
export const releaseTrialsJob = defineJob('release-trials', nothing, { cron: '* * * * *' });
export const publishPriceJob = defineJob('publish-price', nothing, { cron: '* * * * *' });
export const sweepAccountsJob = defineJob('sweep-accounts', nothing, { cron: '*/5 * * * *' });
