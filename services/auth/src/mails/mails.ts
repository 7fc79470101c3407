import { newId } from '@closingwire/chassis/ids';
import type { Clock } from '@closingwire/chassis/part';
import type { Tx } from '@closingwire/chassis/pg';
import { type AccountChange, sectionOf } from '@closingwire/contracts/mail-copy';
import {
  type MailedKey,
  type SecretMail,
  type UserPlace,
  withEarlierNames,
} from '@closingwire/contracts/notifications';
import { deviceName } from '../audit-log/device.ts';
import type { ChangedBy, Client } from '../audit-log/store.ts';
import { type Mailbox, type MailKind, mailBudget } from './budget.ts';
import { sendMailJob } from './send-mail.ts';

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

/** Where a change came from, who made it when the user did not, and the key that it was made to. */
type ChangeOrigin = { client: Client; by?: ChangedBy | undefined; apiKey?: MailedKey };

/**
 * Only for what users do themselves: where administrators work is not for users to know, and they would take it for a
 * stranger's place.
 */
const placeOf = ({ userAgent, ip }: Client): UserPlace => ({ device: deviceName(userAgent), address: ip });

const byAdmin: Partial<Record<AccountChange, AccountChange>> = {
  'password-changed': 'password-changed-by-admin',
  'email-changed': 'email-changed-by-admin',
};

/** `needsOldEmail`: the change needs the link that is mailed to the old address, too. */
type NewEmailMail = { newEmail: string; needsOldEmail: boolean; secret: string };

export type Mails = ReturnType<typeof mailsOf>;

type Options = {
  publicUrl: string;
  /** How many mails of a kind may be asked for in any hour; 0 for as many as users ask for. */
  perHour: number;
  /** Whether users get mails about changes that keep their accounts safe. */
  mailsChanges: boolean;
  clock: Clock;
};

/** Asks for mails in the transaction that makes their secret; a job sends them to notifications. */
export function mailsOf({ publicUrl, perHour, mailsChanges, clock }: Options) {
  const { isSpent, refuseWhenSpent, spend, holdBack, hasRoom } = mailBudget({ perHour, clock });
  const link = (path: string) => new URL(path, publicUrl).href;
  const changeLink = (secret: string) => link(`/api/auth/confirm?${new URLSearchParams({ token: secret })}`);

  async function ask(tx: Tx, kind: MailKind, to: string, mail: SecretMail, mailbox?: Mailbox): Promise<void> {
    await spend(tx, kind, mailbox);
    await sendMailJob.enqueue(tx, { mailId: newId(), to, mail, askedAt: clock().toISOString() });
  }

  return {
    refuseWhenSpent,
    holdBack,
    hasRoom,
    /** A code, and where it works as well a link, of the wire protocol. With `mailbox` it counts there: see `hasRoom`. */
    oneTimeCode(tx: Tx, to: string, mail: Omit<CodeMail, 'template'>, mailbox?: Mailbox): Promise<void> {
      return ask(tx, codeMailKinds[mail.about], to, { template: 'one-time-code', ...mail }, mailbox);
    },
    confirmEmail(tx: Tx, to: Recipient, secret: string): Promise<void> {
      const query = new URLSearchParams({ token: secret });
      const mail = { firstName: to.firstName, link: link(`/api/auth/confirm?${query}`) };
      return ask(tx, 'sign-up', to.email, { template: 'confirm-email', ...mail }, { address: to.email });
    },
    confirmNewEmail(
      tx: Tx,
      user: Recipient & { id: string },
      { newEmail, needsOldEmail, secret }: NewEmailMail,
    ): Promise<void> {
      const { firstName, email: oldEmail } = user;
      const mail = { firstName, oldEmail, newEmail, needsOldEmail, link: changeLink(secret) };
      const mailbox = { address: newEmail, askedBy: user.id };
      return ask(tx, 'change', newEmail, { template: 'confirm-new-email', ...mail }, mailbox);
    },
    /** Asks the owner of the current address to agree, where no password proved that it is they who ask. */
    allowNewEmail(
      tx: Tx,
      { firstName, email: to }: Recipient,
      newEmail: string,
      secret: string,
    ): Promise<void> {
      const mail = { firstName, newEmail, link: changeLink(secret), resetLink: link('/forgot-password') };
      return ask(tx, 'change', to, { template: 'allow-new-email', ...mail });
    },
    /** Held back where the mailbox has no room. */
    async alreadyRegistered(tx: Tx, { email, firstName }: Recipient): Promise<void> {
      const mailbox = { address: email };
      if (!(await hasRoom(tx, 'sign-up', mailbox))) return holdBack(tx, 'sign-up');
      const links = { signInLink: link('/auth'), resetLink: link('/forgot-password') };
      await ask(tx, 'sign-up', email, { template: 'already-registered', firstName, ...links }, mailbox);
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
    /** Nor does any change. Whoever lost the address to another cannot have a new password mailed. */
    async accountChanged(tx: Tx, to: Recipient, change: AccountChange, { client, by, apiKey }: ChangeOrigin) {
      if (!mailsChanges || !to.email || (await isSpent(tx, 'notice'))) return;
      const mail = {
        template: 'account-changed' as const,
        firstName: to.firstName,
        change: by ? (byAdmin[change] ?? change) : change,
        from: by ? undefined : placeOf(client),
        at: clock().toISOString(),
        actionLink: link(by || change === 'email-changed' ? '/contact' : '/forgot-password'),
        settingsLink: link(`/settings#${sectionOf(change)}`),
        apiKey,
      };
      await ask(tx, 'notice', to.email, withEarlierNames(mail));
    },
  };
}
