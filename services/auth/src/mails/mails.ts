import { AppError } from '@closingwire/chassis/app-error';
import type { Clock } from '@closingwire/chassis/clock';
import { newId } from '@closingwire/chassis/ids';
import { addJob } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import type { AccountChange } from '@closingwire/contracts/account-change-copy';
import type { SecretMail } from '@closingwire/contracts/notifications-api';
import type { Client } from '../audit.ts';
import { deviceName } from '../sessions/device.ts';
import { countAskedMails, noteAskedMail } from './asked-mails.ts';
import { SEND_MAIL } from './send-mail.ts';

const HOUR_MS = 60 * 60 * 1000;

export type CodeMail = Extract<SecretMail, { template: 'one-time-code' }>;
type SignInNotice = Pick<Extract<SecretMail, { template: 'new-sign-in' }>, 'device' | 'address' | 'at'>;

export type Recipient = { email: string; firstName: string };

/** Anonymous people have no address. */
type Reachable = { email: string | null; firstName: string };

export type Mails = ReturnType<typeof mailsOf>;

type Options = {
  publicUrl: string;
  /** How many mails may be asked for in any hour; 0 for as many as people ask for. */
  perHour: number;
  /** Whether people are told of changes that keep their accounts safe. */
  tellsOfChanges: boolean;
  clock: Clock;
};

/** Asks for mails in the transaction that makes their secret; a job hands them to notifications. */
export function mailsOf({ publicUrl, perHour, tellsOfChanges, clock }: Options) {
  const link = (path: string) => new URL(path, publicUrl).href;

  async function isSpent(tx: Tx): Promise<boolean> {
    if (perHour === 0) return false;
    return (await countAskedMails(tx, new Date(clock().getTime() - HOUR_MS))) >= perHour;
  }

  /** Throws when the hour's mails are spent: also to be asked where only some people get a mail. */
  async function refuseWhenSpent(tx: Tx): Promise<void> {
    if (await isSpent(tx)) {
      throw new AppError('too-many', 'over_email_send_rate_limit', 'email rate limit exceeded');
    }
  }

  async function ask(tx: Tx, to: string, mail: SecretMail): Promise<void> {
    await refuseWhenSpent(tx);
    if (perHour > 0) await noteAskedMail(tx, clock());
    await addJob(tx, SEND_MAIL, { mailId: newId(), to, mail, askedAt: clock().toISOString() });
  }

  return {
    refuseWhenSpent,
    /** A code, and where it works as well a link, of the wire protocol. */
    oneTimeCode(tx: Tx, to: string, mail: Omit<CodeMail, 'template'>): Promise<void> {
      return ask(tx, to, { template: 'one-time-code', ...mail });
    },
    confirmEmail(tx: Tx, to: Recipient, secret: string): Promise<void> {
      const query = new URLSearchParams({ token: secret });
      const mail = { firstName: to.firstName, link: link(`/api/auth/confirm?${query}`) };
      return ask(tx, to.email, { template: 'confirm-email', ...mail });
    },
    confirmNewEmail(tx: Tx, account: Recipient, newEmail: string, secret: string): Promise<void> {
      const query = new URLSearchParams({ token: secret, next: '/settings' });
      const { firstName, email: oldEmail } = account;
      const mail = { firstName, oldEmail, newEmail, link: link(`/api/auth/confirm?${query}`) };
      return ask(tx, newEmail, { template: 'confirm-new-email', ...mail });
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
    /** No sign-in fails for want of this mail. */
    async newSignIn(tx: Tx, to: Recipient, notice: SignInNotice): Promise<void> {
      if (await isSpent(tx)) return;
      const mail = { firstName: to.firstName, settingsLink: link('/settings'), ...notice };
      await ask(tx, to.email, { template: 'new-sign-in', ...mail });
    },
    /** Nor does any change. Who lost her address to another cannot have a new password mailed. */
    async accountChanged(tx: Tx, to: Reachable, change: AccountChange, client: Client): Promise<void> {
      if (!tellsOfChanges || !to.email || (await isSpent(tx))) return;
      await ask(tx, to.email, {
        template: 'account-changed',
        firstName: to.firstName,
        change,
        device: deviceName(client.userAgent),
        address: client.ip,
        at: clock().toISOString(),
        actionLink: link(change === 'email-changed' ? '/contact' : '/forgot-password'),
        sessionsLink: link('/settings#sessions'),
      });
    },
  };
}
