import { defineJob } from '@closingwire/chassis/jobs';
import { z } from 'zod';

/* Only declarations: `service.ts` binds the handlers. */

export const deliverMailJob = defineJob('deliver-mail', z.object({ mailId: z.uuid() }), {
  key: ({ mailId }) => mailId,
});

/** Runs `announceOrder`. */
export const announceOrderJob = defineJob('announce-order', z.object({ orderId: z.uuid() }), {
  key: ({ orderId }) => orderId,
});

export const pruneMailsJob = defineJob('prune-mails', z.object({}), { cron: '23 4 * * *' });
