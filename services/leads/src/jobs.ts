import { defineJob } from '@closingwire/chassis/jobs';
import { repeatWithdrawals } from '@closingwire/contracts/withdrawals';
import { z } from 'zod';

/* The jobs of both processes, apart from what does them: the services bind the handlers. */

/** Mails the link of an opt-out: over some fifteen hours, with pauses that grow to six; it lives for seven days. */
export const mailLinkJob = defineJob(
  'mail-opt-out-link',
  z.object({ mailId: z.uuid(), to: z.string(), secret: z.string() }),
  { maxAttempts: 12 },
);

/** Brings the lists in line with the suppressions of these hashes, in hex. */
export const applySuppressionsJob = defineJob(
  'apply-suppressions',
  z.object({ hashes: z.array(z.string().transform(hex => Buffer.from(hex, 'hex'))) }),
);

/** A restore enqueues it in the restored database. */
export const repeatOptOutsJob = defineJob(repeatWithdrawals.optOuts.name, repeatWithdrawals.optOuts.payload);

export const forgetOptOutsJob = defineJob('forget-opt-outs', z.object({}), { cron: '41 3 * * *' });

/** Its time is in the configuration. */
export const requestRefreshesJob = defineJob('request-refreshes', z.object({}));

export const tidyBatchesJob = defineJob('tidy-batches', z.object({}), { cron: '*/5 * * * *' });
