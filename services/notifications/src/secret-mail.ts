import type { Tx } from '@closingwire/chassis/pg';
import type { AskedMail } from '@closingwire/contracts/notifications';
import { claimMail } from './db/mails.ts';
import { accountChanged } from './mails/account-changed.ts';
import { allowNewEmail } from './mails/allow-new-email.ts';
import { alreadyRegistered } from './mails/already-registered.ts';
import { confirmEmail } from './mails/confirm-email.ts';
import { confirmNewEmail } from './mails/confirm-new-email.ts';
import { confirmOptOut } from './mails/confirm-opt-out.ts';
import { newSignIn } from './mails/new-sign-in.ts';
import { oneTimeCode } from './mails/one-time-code.ts';
import { resetPassword } from './mails/reset-password.ts';

/** Takes over a mail that carries a secret link; the same `mailId` again changes nothing. */
export function acceptSecretMail(
  tx: Tx,
  { mailId, to, mail }: { mailId: string; to: string; mail: AskedMail },
): Promise<boolean> {
  const claim = { id: mailId, key: mailId, to };
  switch (mail.template) {
    case 'confirm-email':
      return claimMail(tx, confirmEmail, { ...claim, data: mail });
    case 'confirm-new-email':
      return claimMail(tx, confirmNewEmail, { ...claim, data: mail });
    case 'allow-new-email':
      return claimMail(tx, allowNewEmail, { ...claim, data: mail });
    case 'already-registered':
      return claimMail(tx, alreadyRegistered, { ...claim, data: mail });
    case 'reset-password':
      return claimMail(tx, resetPassword, { ...claim, data: mail });
    case 'one-time-code':
      return claimMail(tx, oneTimeCode, { ...claim, data: mail });
    case 'new-sign-in':
      return claimMail(tx, newSignIn, { ...claim, data: mail });
    case 'account-changed':
      return claimMail(tx, accountChanged, { ...claim, data: mail });
    case 'confirm-opt-out':
      return claimMail(tx, confirmOptOut, { ...claim, data: mail });
  }
}
