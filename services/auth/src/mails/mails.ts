import { AppError } from '@closingwire/chassis/app-error';
import type { Clock } from '@closingwire/chassis/clock';
import { newId } from '@closingwire/chassis/ids';
import { addJob } from '@closingwire/chassis/jobs';
import type { Tx } from '@closingwire/chassis/pg';
import type { AccountChange } from '@closingwire/contracts/account-change-copy';
import type { SecretMail } from '@closingwire/contracts/notifications-api';
import type { Client } from '../audit.ts';
import { deviceName } from '../device.ts';
import { countAskedMails, noteAskedMail } from './asked-mails.ts';
import { SEND_MAIL } from './send-mail.ts';

const HOUR_MS = 60 * 60 * 1000;

export type CodeMail = Extract<SecretMail, { template: 'one-time-code' }>;
type SignInNotice = Pick<Extract<SecretMail, { template: 'new-sign-in' }>, 'device' | 'address' | 'at'>;

const codeMailKinds: Record<CodeMail['about'], MailKind> = {
  'sign-up': 'sign-up',
  invite: 'sign-up',
  'sign-in': 'access',
  recovery: 'recovery',
  reauthentication: 'access',
  'email-change': 'change',
};

export type Recipient = { email: string; firstName: string };

/**
 * What a mail is asked for: each kind has its own budget, so that nobody who makes many of one starves another. Other
 * mails that open an account than resets come under `access`.
 */
export type MailKind = 'recovery' | 'access' | 'sign-up' | 'change' | 'notice';

export type Mails = ReturnType<typeof mailsOf>;

type Options = {
  publicUrl: string;
  /** How many mails of a kind may be asked for in any hour; 0 for as many as users ask for. */
  perHour: number;
  /** Whether people are told of changes that keep their accounts safe. */
  tellsOfChanges: boolean;
  clock: Clock;
};

/** Asks for mails in the transaction that makes their secret; a job hands them to notifications. */
export function mailsOf({ publicUrl, perHour, tellsOfChanges, clock }: Options) {
  const link = (path: string) => new URL(path, publicUrl).href;
  const changeLink = (secret: string) =>
    link(`/api/auth/confirm?${new URLSearchParams({ token: secret, next: '/settings' })}`);

  async function isSpent(tx: Tx, kind: MailKind): Promise<boolean> {
    if (perHour === 0) return false;
    return (await countAskedMails(tx, kind, new Date(clock().getTime() - HOUR_MS))) >= perHour;
  }

  /** Throws when the hour's mails are spent: also to be asked where only some people get a mail. */
  async function refuseWhenSpent(tx: Tx, kind: MailKind): Promise<void> {
    if (await isSpent(tx, kind)) {
      throw new AppError('too-many', 'over_email_send_rate_limit', 'email rate limit exceeded');
    }
  }

  async function ask(tx: Tx, kind: MailKind, to: string, mail: SecretMail): Promise<void> {
    await refuseWhenSpent(tx, kind);
    if (perHour > 0) await noteAskedMail(tx, kind, clock());
    await addJob(tx, SEND_MAIL, { mailId: newId(), to, mail, askedAt: clock().toISOString() });
  }

  return {
    refuseWhenSpent,
    /** A code, and where it works as well a link, of the wire protocol. */
    oneTimeCode(tx: Tx, to: string, mail: Omit<CodeMail, 'template'>): Promise<void> {
      return ask(tx, codeMailKinds[mail.about], to, { template: 'one-time-code', ...mail });
    },
    confirmEmail(tx: Tx, to: Recipient, secret: string): Promise<void> {
      const query = new URLSearchParams({ token: secret });
      const mail = { firstName: to.firstName, link: link(`/api/auth/confirm?${query}`) };
      return ask(tx, 'sign-up', to.email, { template: 'confirm-email', ...mail });
    },
    confirmNewEmail(tx: Tx, user: Recipient, newEmail: string, secret: string): Promise<void> {
      const { firstName, email: oldEmail } = user;
      const mail = { firstName, oldEmail, newEmail, link: changeLink(secret) };
      return ask(tx, 'change', newEmail, { template: 'confirm-new-email', ...mail });
    },
    /** Asks the owner of the current address to agree, where no password said that it is they who ask. */
    allowNewEmail(
      tx: Tx,
      { firstName, email: to }: Recipient,
      newEmail: string,
      secret: string,
    ): Promise<void> {
      const mail = { firstName, newEmail, link: changeLink(secret), resetLink: link('/forgot-password') };
      return ask(tx, 'change', to, { template: 'allow-new-email', ...mail });
    },
    alreadyRegistered(tx: Tx, to: Recipient): Promise<void> {
      const links = { signInLink: link('/auth'), resetLink: link('/forgot-password') };
      return ask(tx, 'sign-up', to.email, {
        template: 'already-registered',
        firstName: to.firstName,
        ...links,
      });
    },
    /** The secret stands in the fragment, which browsers do not send, so that opening the page uses nothing up. */
    resetPassword(tx: Tx, to: Recipient, secret: string): Promise<void> {
      const fragment = new URLSearchParams({ access_token: secret, type: 'recovery' });
      const mail = { firstName: to.firstName, link: link(`/reset-password#${fragment}`) };
      return ask(tx, 'recovery', to.email, { template: 'reset-password', ...mail });
    },
    /** No sign-in fails for want of this mail. */
    async newSignIn(tx: Tx, to: Recipient, notice: SignInNotice): Promise<void> {
      if (await isSpent(tx, 'notice')) return;
      const mail = { firstName: to.firstName, settingsLink: link('/settings'), ...notice };
      await ask(tx, 'notice', to.email, { template: 'new-sign-in', ...mail });
    },
    /** Nor does any change. Who lost her address to another cannot have a new password mailed. */
    async accountChanged(tx: Tx, to: Recipient, change: AccountChange, client: Client): Promise<void> {
      if (!tellsOfChanges || !to.email || (await isSpent(tx, 'notice'))) return;
      await ask(tx, 'notice', to.email, {
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
