import { newId } from '@closingwire/chassis/ids';
import { defineJob } from '@closingwire/chassis/jobs';
import type { Clock } from '@closingwire/chassis/part';
import type { Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import {
  type MailedKey,
  type SecretMail,
  secretMail,
  type UserOrigin,
  withEarlierNames,
} from '@closingwire/contracts/notifications';
import { type AccountChange, sectionOf } from '@closingwire/contracts/secret-mails';
import { z } from 'zod';
import { deviceName } from '../audit-log/device.ts';
import type { ChangedBy } from '../audit-log/store.ts';
import { type Mailbox, type MailKind, mailBudget } from './budget.ts';

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

/** The origin of a change. `by`: an admin or operator made it; `apiKey`: the changed key. */
type ChangeOrigin = { client: RequestOrigin; by?: ChangedBy | undefined; apiKey?: MailedKey };

/**
 * Mails about an admin's change omit this: users must not learn an admin's location, and would take it for a
 * stranger's.
 */
const originOf = ({ userAgent, ip }: RequestOrigin): UserOrigin => ({
  device: deviceName(userAgent),
  address: ip,
});

const byAdmin: Partial<Record<AccountChange, AccountChange>> = {
  'password-changed': 'password-changed-by-admin',
  'email-changed': 'email-changed-by-admin',
};

/** `awaitsPassword`: the change was requested without proof of the owner, so the mail's link changes nothing. */
type NewEmailMail = { newEmail: string; awaitsPassword: boolean; secret: string };

export type Mails = ReturnType<typeof mailsOf>;

type Options = {
  publicUrl: string;
  /** Mails of each kind per hour; 0 for no limit. */
  perHour: number;
  /** If true, auth mails users about changes to their account's security. False if auth runs without notifications. */
  mailsChanges: boolean;
  clock: Clock;
};

type NoticeNeeds = Pick<Options, 'mailsChanges' | 'clock'> & {
  ask: (tx: Tx, kind: MailKind, to: string, mail: SecretMail) => Promise<void>;
  isSpent: (tx: Tx, kind: MailKind) => Promise<boolean>;
  link: (path: string) => string;
};

/**
 * Mails about a change that has happened. If the budget of the hour is spent, the mail is skipped: the change itself
 * must not fail.
 */
function noticesOf({ ask, isSpent, link, mailsChanges, clock }: NoticeNeeds) {
  return {
    async newSignIn(tx: Tx, to: Recipient, notice: SignInNotice): Promise<void> {
      if (await isSpent(tx, 'notice')) return;
      const mail = { firstName: to.firstName, settingsLink: link('/settings'), ...notice };
      await ask(tx, 'notice', to.email, { template: 'new-sign-in', ...mail });
    },
    /** After a change of address, a password reset cannot help the owner of the old one, so the mail links to /contact. */
    async accountChanged(tx: Tx, to: Recipient, change: AccountChange, { client, by, apiKey }: ChangeOrigin) {
      if (!mailsChanges || !to.email || (await isSpent(tx, 'notice'))) return;
      const mail = {
        template: 'account-changed' as const,
        firstName: to.firstName,
        change: by ? (byAdmin[change] ?? change) : change,
        from: by ? undefined : originOf(client),
        at: clock().toISOString(),
        actionLink: link(by || change === 'email-changed' ? '/contact' : '/forgot-password'),
        settingsLink: link(`/settings#${sectionOf(change)}`),
        apiKey,
      };
      await ask(tx, 'notice', to.email, withEarlierNames(mail));
    },
  };
}

/** Enqueues mails in the transaction that makes their secret; a job sends them. */
export function mailsOf({ publicUrl, perHour, mailsChanges, clock }: Options) {
  const { isSpent, refuseWhenSpent, spend, countUnsent, hasRoom } = mailBudget({ perHour, clock });
  const link = (path: string) => new URL(path, publicUrl).href;
  /**
   * Opening the page changes nothing; its button does. The secret is in the fragment, which browsers do not send to
   * servers.
   */
  const changeLink = (secret: string) => link(`/confirm#${new URLSearchParams({ token: secret })}`);

  async function ask(tx: Tx, kind: MailKind, to: string, mail: SecretMail, mailbox?: Mailbox): Promise<void> {
    await spend(tx, kind, mailbox);
    await sendMailJob.enqueue(tx, { mailId: newId(), to, mail, askedAt: clock().toISOString() });
  }

  return {
    refuseWhenSpent,
    countUnsent,
    hasRoom,
    /**
     * Mails a code of the wire protocol, with a link if the call has one. The mail counts against `mailbox`: see
     * `hasRoom`.
     */
    oneTimeCode(tx: Tx, to: string, mail: Omit<CodeMail, 'template'>, mailbox?: Mailbox): Promise<void> {
      return ask(tx, codeMailKinds[mail.about], to, { template: 'one-time-code', ...mail }, mailbox);
    },
    /** In the browser that signed up, the link confirms at once; elsewhere it leads to a page with a button. */
    confirmEmail(tx: Tx, to: Recipient, secret: string): Promise<void> {
      const query = new URLSearchParams({ token: secret });
      const mail = { firstName: to.firstName, link: link(`/api/auth/confirm?${query}`) };
      return ask(tx, 'sign-up', to.email, { template: 'confirm-email', ...mail }, { address: to.email });
    },
    confirmNewEmail(
      tx: Tx,
      user: Recipient & { id: string },
      { newEmail, awaitsPassword, secret }: NewEmailMail,
    ): Promise<void> {
      const { firstName, email: oldEmail } = user;
      const mail = { firstName, oldEmail, newEmail, awaitsPassword, link: changeLink(secret) };
      const mailbox = { address: newEmail, askedBy: user.id };
      return ask(tx, 'change', newEmail, { template: 'confirm-new-email', ...mail }, mailbox);
    },
    /** Mails the current address about a change that was requested without proof of the owner. */
    allowNewEmail(
      tx: Tx,
      { firstName, email: to }: Recipient,
      newEmail: string,
      secret: string,
    ): Promise<void> {
      const links = { link: changeLink(secret), resetLink: link('/forgot-password') };
      const mail = { firstName, newEmail, awaitsPassword: true, ...links };
      return ask(tx, 'change', to, { template: 'allow-new-email', ...mail });
    },
    async alreadyRegistered(tx: Tx, { email, firstName }: Recipient): Promise<void> {
      const mailbox = { address: email };
      if (!(await hasRoom(tx, 'sign-up', mailbox))) return countUnsent(tx, 'sign-up');
      const links = { signInLink: link('/auth'), resetLink: link('/forgot-password') };
      await ask(tx, 'sign-up', email, { template: 'already-registered', firstName, ...links }, mailbox);
    },
    resetPassword(tx: Tx, to: Recipient, secret: string): Promise<void> {
      const fragment = new URLSearchParams({ access_token: secret, type: 'recovery' });
      const mail = { firstName: to.firstName, link: link(`/reset-password#${fragment}`) };
      return ask(tx, 'recovery', to.email, { template: 'reset-password', ...mail });
    },
    ...noticesOf({ ask, isSpent, link, mailsChanges, clock }),
  };
}

const payload = z.object({
  mailId: z.uuid(),
  to: z.string(),
  mail: secretMail,
  askedAt: z.iso.datetime().optional(),
  tries: z.int().default(0),
});

export const sendMailJob = defineJob('send-mail', payload);

export type SendMail = z.output<typeof payload>;

export type MailToSend = Pick<SendMail, 'mailId' | 'to' | 'mail' | 'askedAt'>;
