import type { Task } from '@closingwire/chassis/jobs';
import type { Log } from '@closingwire/chassis/log';
import { secretMail } from '@closingwire/contracts/notifications-api';
import { z } from 'zod';

const payload = z.object({ mailId: z.uuid(), to: z.string(), mail: secretMail });
export type MailRequest = z.output<typeof payload>;

/**
 * Hands a mail to notifications, which drops repeats by `mailId`. The job, and the secret in it, is gone when
 * the mail is accepted; after the last try it goes too, because a dead job would keep the secret.
 */
export function sendMail(hand: (request: MailRequest) => Promise<unknown>, log: Log): Task {
  return async (job, { attempt, maxAttempts }) => {
    const request = payload.parse(job);
    try {
      await hand(request);
    } catch (error) {
      if (attempt < maxAttempts) throw error;
      log.error({ err: error, mailId: request.mailId, template: request.mail.template }, 'mail given up');
    }
  };
}
