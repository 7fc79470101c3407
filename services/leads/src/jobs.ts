import { defineJob } from '@closingwire/chassis/jobs';
import { repeatWithdrawals } from '@closingwire/contracts/withdrawals';
import { z } from 'zod';

/* The jobs of both processes. The services bind the handlers, so that enqueuing code does not import them. */

/** Retries for about fifteen hours, with pauses of up to six hours; the link lives for seven days. */
export const mailLinkJob = defineJob(
  'mail-opt-out-link',
  z.object({ mailId: z.uuid(), to: z.string(), secret: z.string() }),
  { maxAttempts: 12 },
);

/** Runs `applySuppressions` for these hashes, sent as hex. */
export const applySuppressionsJob = defineJob(
  'apply-suppressions',
  z.object({ hashes: z.array(z.string().transform(hex => Buffer.from(hex, 'hex'))) }),
);

/** Runs `matchList`. One list after another: a later one must see what an earlier one deleted. */
export const matchDeletionListJob = defineJob('match-deletion-list', z.object({ listId: z.uuid() }), {
  queue: () => 'deletion-lists',
});

/** A restore enqueues it in the restored database. */
export const repeatOptOutsJob = defineJob(repeatWithdrawals.optOuts.name, repeatWithdrawals.optOuts.payload);

export const repeatDeletionListsJob = defineJob(
  repeatWithdrawals.deletionLists.name,
  repeatWithdrawals.deletionLists.payload,
);

/** Asks providers about contacts, one run at a time. */
export const verifyContactsJob = defineJob('verify-contacts', z.object({}), { cron: '*/5 * * * *' });

export const forgetOptOutsJob = defineJob('forget-opt-outs', z.object({}), { cron: '41 3 * * *' });

/** Runs `forgetOldExports`. */
export const forgetExportsJob = defineJob('forget-exports', z.object({}), { cron: '47 3 * * *' });

/** Runs `matchOwnList`. One after another: each reads all agents. */
export const matchOwnListJob = defineJob('match-own-list', z.object({ listId: z.uuid() }), {
  queue: () => 'own-lists',
});

/** Merges two identities who proved to be one agent. */
export const mergeAgentsJob = defineJob('merge-agents', z.object({ from: z.uuid(), into: z.uuid() }));

/** Finds nothing to do as soon as every row has its identity. */
export const identifyEarlierJob = defineJob('identify-earlier-agents', z.object({}), { cron: '*/5 * * * *' });

/** Runs `applyTrust`. */
export const applyTrustJob = defineJob('apply-trust', z.object({ sourceId: z.int() }));

/** Runs `undoDelivery`. One after another: a later one must see what an earlier one left. */
export const undoDeliveryJob = defineJob('undo-delivery', z.object({ batchId: z.uuid() }), {
  queue: () => 'undo-delivery',
});

/** `REFRESH_AT` sets its time. */
export const requestRefreshesJob = defineJob('request-refreshes', z.object({}));

/** Publishes the digests that are due. A minute without any costs one look at an index. */
export const planDigestsJob = defineJob('plan-digests', z.object({}), { cron: '* * * * *' });

export const tidyBatchesJob = defineJob('tidy-batches', z.object({}), { cron: '*/5 * * * *' });

const feedOf = ({ sourceId }: { sourceId: number }) => `feed-${sourceId}`;

/** Pulls a feed. Its queue lets one process pull a source at a time; the lease of a killed one ends after seconds. */
export const pullFeedJob = defineJob('pull-feed', z.object({ sourceId: z.int() }), {
  key: feedOf,
  queue: feedOf,
});

export const scheduleFeedsJob = defineJob('schedule-feeds', z.object({}), { cron: '* * * * *' });
