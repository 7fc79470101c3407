import { defineJob } from '@closingwire/chassis/jobs';
import { z } from 'zod';

/* The jobs of the service, apart from what does them: `service.ts` binds the handlers. */

/** Each attempt is a job of its own, so that its key never meets the job that is running. */
export const deliverWebhookJob = defineJob(
  'deliver-webhook',
  z.object({ deliveryId: z.uuid(), attempt: z.int() }),
  { key: ({ deliveryId, attempt }) => `${deliveryId} ${attempt}` },
);

/** Each minute too: a delivery may begin to wait just when the address came. */
export const resumeDeliveriesJob = defineJob('resume-deliveries', z.object({}), {
  key: () => 'all',
  cron: '* * * * *',
});

export const pruneDeliveriesJob = defineJob('prune-deliveries', z.object({}), { cron: '17 4 * * *' });

export const releaseStrayClaimsJob = defineJob('release-stray-claims', z.object({}), {
  cron: '*/5 * * * *',
});
