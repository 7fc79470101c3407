import { defineJob } from '@closingwire/chassis/jobs';
import { z } from 'zod';

/* The jobs of the service, apart from what does them: `service.ts` binds the handlers. */

const nothing = z.object({});
const ofAccount = z.object({ accountId: z.string() });

const inTurn = {
  key: ({ accountId }: z.input<typeof ofAccount>) => accountId,
  queue: ({ accountId }: z.input<typeof ofAccount>) => accountId,
};

/**
 * All that the provider is asked to do for an account: see `orders/settle-account.ts`. The jobs of an account run one at a
 * time, so no two steps change its charges at once.
 */
export const settleAccountJob = defineJob('settle-account', ofAccount, inTurn);

/** Sends the account's email address and name to the provider, in both modes. */
export const updateCustomerJob = defineJob('update-customer', ofAccount, inTurn);

export const followModeJob = defineJob('follow-mode', nothing, { key: () => 'follow-mode' });
export const remindOfTrialsJob = defineJob('remind-of-trials', nothing, { cron: '* * * * *' });
export const releaseTrialsJob = defineJob('release-trials', nothing, { cron: '* * * * *' });
export const publishPriceJob = defineJob('publish-price', nothing, { cron: '* * * * *' });
export const sweepAccountsJob = defineJob('sweep-accounts', nothing, { cron: '*/5 * * * *' });
