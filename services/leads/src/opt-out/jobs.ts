import { AppError } from '@closingwire/chassis/app-error';
import { callInternal } from '@closingwire/chassis/http-client';
import type { Identity } from '@closingwire/chassis/identity';
import { addJob, type Task } from '@closingwire/chassis/jobs';
import type { Log } from '@closingwire/chassis/log';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import { type AskedMail, notificationsApi } from '@closingwire/contracts/notifications';
import { z } from 'zod';
import { forgetExpired } from './requests.ts';
import { linkMailId, secretHash } from './rules.ts';
import { APPLY_SUPPRESSIONS, applySuppressions } from './suppressions.ts';

const MAIL_LINK = 'mail-opt-out-link';
export const FORGET_OPT_OUTS = 'forget-opt-outs';

/** Over some fifteen hours, with pauses that grow to six; the link lives for seven days. */
const MAIL_TRIES = 12;

const linkJob = z.object({ mailId: z.uuid(), to: z.string(), secret: z.string() });

/**
 * Asks for the mail with the link in the transaction that stores the hash of its secret. By the id of that mail
 * notifications finds the address when the outcome is to be mailed, which leads has forgotten by then.
 */
export const mailLink = (tx: Tx, to: string, secret: string): Promise<void> =>
  addJob(tx, MAIL_LINK, { mailId: linkMailId(secretHash(secret)), to, secret }, { maxAttempts: MAIL_TRIES });

type MailNeeds = { sendMail: (asked: Asked) => Promise<unknown>; publicUrl: string; log: Log };
type Asked = { mailId: string; to: string; mail: AskedMail };

/**
 * Passes the mail to notifications, which drops repeats by `mailId`. The job, and the secret in it, is gone when the
 * mail is accepted, refused for good, or was tried often enough: a failed job would keep the secret.
 */
function mailLinkTask({ sendMail, publicUrl, log }: MailNeeds): Task {
  return async (given, { attempt, maxAttempts }) => {
    const { mailId, to, secret } = linkJob.parse(given);
    const link = new URL(`/opt-out/confirm?${new URLSearchParams({ token: secret })}`, publicUrl).href;
    try {
      await sendMail({ mailId, to, mail: { template: 'confirm-opt-out', link } });
    } catch (error) {
      const isHopeless = error instanceof AppError && error.kind === 'invalid';
      if (!isHopeless && attempt < maxAttempts) throw error;
      log.error({ err: error, mailId }, 'mail of an opt-out given up');
    }
  };
}

const applyJob = z.object({ hashes: z.array(z.string().transform(hex => Buffer.from(hex, 'hex'))) });

type Needs = {
  pg: Pg;
  clock: Clock;
  log: Log;
  identity: Identity;
  config: { NOTIFICATIONS_URL: string; PUBLIC_URL: string };
};

export function optOutTasks({ pg, clock, log, identity, config }: Needs): Record<string, Task> {
  const notifications = callInternal(notificationsApi, {
    url: config.NOTIFICATIONS_URL,
    token: () => identity.serviceToken('notifications'),
  });
  return {
    [MAIL_LINK]: mailLinkTask({ sendMail: notifications.sendMail, publicUrl: config.PUBLIC_URL, log }),
    async [APPLY_SUPPRESSIONS](given) {
      const { hashes } = applyJob.parse(given);
      await pg.transaction(tx => applySuppressions(tx, hashes));
    },
    [FORGET_OPT_OUTS]: () => forgetExpired(pg, clock()),
  };
}
