import { newId } from '@closingwire/chassis/ids';
import { addJob } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import type { SecretMail } from '@closingwire/contracts/notifications-api';

export const SEND_MAIL = 'send-mail';

// About 4 hours of tries; the secrets inside do not live much longer.
const MAX_ATTEMPTS = 10;

export type CodeMail = Extract<SecretMail, { template: 'one-time-code' }>;

export type Recipient = { email: string; firstName: string };

export type Mails = ReturnType<typeof mailsOf>;

/** Asks for mails in the transaction that makes their secret; a job hands them to notifications. */
export function mailsOf(publicUrl: string) {
  const link = (path: string) => new URL(path, publicUrl).href;

  async function ask(tx: Tx, to: string, mail: SecretMail): Promise<void> {
    await addJob(tx, SEND_MAIL, { mailId: newId(), to, mail }, { maxAttempts: MAX_ATTEMPTS });
  }

  return {
    /** A code, and where it works as well a link, of the wire protocol. */
    oneTimeCode(tx: Tx, to: string, mail: Omit<CodeMail, 'template'>): Promise<void> {
      return ask(tx, to, { template: 'one-time-code', ...mail });
    },
    confirmEmail(tx: Tx, to: Recipient, secret: string, next?: string): Promise<void> {
      const query = new URLSearchParams({ token: secret, ...(next && { next }) });
      const mail = { firstName: to.firstName, link: link(`/api/auth/confirm?${query}`) };
      return ask(tx, to.email, { template: 'confirm-email', ...mail });
    },
    alreadyRegistered(tx: Tx, to: Recipient): Promise<void> {
      const links = { signInLink: link('/auth'), resetLink: link('/forgot-password') };
      return ask(tx, to.email, { template: 'already-registered', firstName: to.firstName, ...links });
    },
    /** The secret stands in the fragment, which browsers do not send, so that opening the page uses nothing up. */
    resetPassword(tx: Tx, to: Recipient, secret: string): Promise<void> {
      const fragment = new URLSearchParams({ access_token: secret, type: 'recovery' });
      const mail = { firstName: to.firstName, link: link(`/reset-password#${fragment}`) };
      return ask(tx, to.email, { template: 'reset-password', ...mail });
    },
  };
}
