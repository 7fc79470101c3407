import { AppError } from '@closingwire/chassis/app-error';
import type { Attempt } from '@closingwire/chassis/jobs';
import type { Log } from '@closingwire/chassis/log';
import type { Tx } from '@closingwire/chassis/pg';
import type { AskedMail } from '@closingwire/contracts/notifications';
import { mailLinkJob } from '../jobs.ts';
import { linkMailId, secretHash } from './rules.ts';

/**
 * Asks for the mail with the link in the transaction that stores the hash of its secret. By the id of that mail
 * notifications finds the address when the outcome is to be mailed, which leads has forgotten by then.
 */
export const enqueueLinkMail = (tx: Tx, to: string, secret: string): Promise<void> =>
  mailLinkJob.enqueue(tx, { mailId: linkMailId(secretHash(secret)), to, secret });

type LinkMail = { mailId: string; to: string; secret: string };
type Mail = { mailId: string; to: string; mail: AskedMail };
type Context = { sendMail: (mail: Mail) => Promise<unknown>; publicUrl: string; log: Log };

/**
 * Passes the mail to notifications, which drops repeats by `mailId`. The job, and the secret in it, is gone when the
 * mail is accepted, refused for good, or was tried often enough: a failed job would keep the secret.
 */
export async function mailLink(
  { sendMail, publicUrl, log }: Context,
  { mailId, to, secret }: LinkMail,
  { attempt, maxAttempts }: Attempt,
): Promise<void> {
  const link = new URL(`/opt-out/confirm?${new URLSearchParams({ token: secret })}`, publicUrl).href;
  try {
    await sendMail({ mailId, to, mail: { template: 'confirm-opt-out', link } });
  } catch (error) {
    const isHopeless = error instanceof AppError && error.kind === 'invalid';
    if (!isHopeless && attempt < maxAttempts) throw error;
    log.error({ err: error, mailId }, 'mail of an opt-out given up');
  }
}
