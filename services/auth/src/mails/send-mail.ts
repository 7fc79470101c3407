import { readFileSync } from 'node:fs';
import { AppError } from '@closingwire/chassis/app-error';
import { callInternal } from '@closingwire/chassis/http-client';
import type { Identity } from '@closingwire/chassis/identity';
import type { Log } from '@closingwire/chassis/log';
import { requiresTls } from '@closingwire/chassis/mail-settings';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import { renderMail } from '@closingwire/chassis/render-mail';
import { backoffMs } from '@closingwire/chassis/retry';
import { notificationsApi } from '@closingwire/contracts/notifications';
import { secretMailContent } from '@closingwire/contracts/secret-mails';
import { createTransport } from 'nodemailer';
import type { AuthConfig } from '../config.ts';
import { type MailToSend, type SendMail, sendMailJob } from './mails.ts';

/** A mail with a link or code is given up at this age, by notifications too (`next-step.ts`). */
const GIVE_UP_AFTER_MS = 4 * 60 * 60 * 1000;
/** The longest time that a user waits after the mail server is back. */
const LONGEST_PAUSE_MS = 30_000;

/** Enqueues the same mail for later. A process killed right after enqueues it twice, which is harmless. */
export type AskAgain = (job: Required<SendMail>, runAt: Date) => Promise<void>;

export const askAgainIn =
  (pg: Pg): AskAgain =>
  (job, runAt) =>
    pg.transaction(tx => sendMailJob.enqueue(tx, job, { runAt }));

type Needs = { send: (request: MailToSend) => Promise<unknown>; again: AskAgain; clock: Clock; log: Log };

/**
 * Sends a mail; notifications drops a repeated `mailId`. A run completes its job even after an error, because a failed
 * job would keep the secret. It gives up a mail that is refused or older than four hours.
 */
export function sendMail({ send, again, clock, log }: Needs) {
  return async ({ mailId, to, mail, askedAt = clock().toISOString(), tries }: SendMail): Promise<void> => {
    try {
      await send({ mailId, to, mail, askedAt });
    } catch (error) {
      const now = clock().getTime();
      const isHopeless = error instanceof AppError && error.kind === 'invalid';
      if (isHopeless || now - Date.parse(askedAt) >= GIVE_UP_AFTER_MS) {
        log.error({ err: error, mailId, template: mail.template }, 'mail given up');
        return;
      }
      log.warn({ err: error, mailId, template: mail.template, tries }, 'mail not sent, will retry');
      const runAt = new Date(now + backoffMs(tries, 500, LONGEST_PAUSE_MS));
      await again({ mailId, to, mail, askedAt, tries: tries + 1 }, runAt);
    }
  };
}

export function mailClient(url: string, identity: Identity) {
  const client = callInternal(notificationsApi, { url, token: () => identity.serviceToken('notifications') });
  return (request: MailToSend) => client.sendMail(request);
}

type SmtpSettings = Pick<AuthConfig, 'PUBLIC_URL' | 'SMTP_URL' | 'SMTP_CA_FILE' | 'MAIL_FROM'>;

/** Returns a sender for auth that runs alone. The message id lets mail servers drop a repeat. */
export function smtpMail({ PUBLIC_URL, SMTP_URL, SMTP_CA_FILE: caFile, MAIL_FROM: from }: SmtpSettings) {
  const tls = caFile ? { tls: { ca: readFileSync(caFile, 'utf8') } } : {};
  const transportTo = (url: string) => {
    const isStrict = requiresTls({ PUBLIC_URL, SMTP_URL: url });
    return createTransport({ url, ...(isStrict && { requireTLS: true }), ...tls });
  };
  const transport = SMTP_URL === undefined ? undefined : transportTo(SMTP_URL);
  return async ({ mailId, to, mail }: MailToSend): Promise<void> => {
    if (!transport) {
      throw new AppError('unavailable', 'mail_not_set_up', 'Set NOTIFICATIONS_URL or SMTP_URL to send mails');
    }
    const rendered = renderMail(secretMailContent(mail), new URL('/', PUBLIC_URL).href);
    await transport.sendMail({ from, to, messageId: `<${mailId}@closingwire.auth>`, ...rendered });
  };
}
