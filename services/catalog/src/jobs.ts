import { defineJob } from '@closingwire/chassis/jobs';
import { z } from 'zod';

/* Only declarations: `service.ts` binds the handlers. */

/** Each attempt has its own key: enqueuing the next one must not change the running job. */
export const deliverWebhookJob = defineJob(
  'deliver-webhook',
  z.object({ deliveryId: z.uuid(), attempt: z.int() }),
  { key: ({ deliveryId, attempt }) => `${deliveryId} ${attempt}` },
);

/** Also runs every minute, for a delivery that began to wait while the address was being set. */
export const resumeDeliveriesJob = defineJob('resume-deliveries', z.object({}), {
  key: () => 'all',
  cron: '* * * * *',
});

export const pruneDeliveriesJob = defineJob('prune-deliveries', z.object({}), { cron: '17 4 * * *' });

export const releaseStrayClaimsJob = defineJob('release-stray-claims', z.object({}), {
  cron: '*/5 * * * *',
});

/** Ends offers of ZIPs after a day and makes the next ones. */
export const settleOffersJob = defineJob('settle-zip-offers', z.object({}), { cron: '* * * * *' });
