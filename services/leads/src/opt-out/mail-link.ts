import { AppError } from '@closingwire/chassis/app-error';
import type { Attempt } from '@closingwire/chassis/jobs';
import type { Log } from '@closingwire/chassis/log';
import type { Tx } from '@closingwire/chassis/pg';
import type { AskedMail } from '@closingwire/contracts/notifications';
import { mailLinkJob } from '../jobs.ts';
import { linkMailId, secretHash } from './rules.ts';

/**
 * Enqueues the mail in the transaction that stores the secret's hash. Notifications finds the address again by the
 * mail's id to mail the decision; by then leads has deleted it.
 */
export const enqueueLinkMail = (tx: Tx, to: string, secret: string): Promise<void> =>
  mailLinkJob.enqueue(tx, { mailId: linkMailId(secretHash(secret)), to, secret });

type LinkMail = { mailId: string; to: string; secret: string };
type Mail = { mailId: string; to: string; mail: AskedMail };
type Context = { sendMail: (mail: Mail) => Promise<unknown>; publicUrl: string; log: Log };

/**
 * Sends the mail through notifications, which drops repeats by `mailId`. The job ends when the mail is accepted,
 * refused, or the attempts are used up: a failed job would keep the secret.
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
    log.error({ err: error, mailId }, 'opt-out mail failed, not retried');
  }
}
