import type { MailedKey, SecretMail } from './notifications.ts';

export type AccountChange = Extract<SecretMail, { template: 'account-changed' }>['change'];

const chooseNewPassword = 'Choose a new password';

/** The sections of the settings that mails about a changed account link to, by their fragment. */
export const sectionLabels = { sessions: 'See where you are signed in', api: 'See your API keys' } as const;

type Section = keyof typeof sectionLabels;

/** The section that shows what was changed, or who may have changed it. */
export const sectionOf = (change: AccountChange): Section =>
  change.startsWith('api-key-') ? 'api' : 'sessions';

/** The name and the visible prefix of a key, on one line. */
export const keyLabel = ({ name, prefix }: { name: string; prefix: string }): string =>
  `${name.replace(/\s+/g, ' ')} (${prefix}…)`;

/**
 * What a mail shows of a key, by the names of the facts. `at`: when the change was made; `show`: how the mail writes an
 * instant.
 */
export function keyFacts(
  key: MailedKey | undefined,
  at: string,
  show: (instant: string) => string,
): Record<string, string> {
  if (!key) return {};
  const { replaces } = key;
  const isOver = replaces && Date.parse(replaces.worksUntil) <= Date.parse(at);
  const standing = replaces && (isOver ? 'no longer works' : `works until ${show(replaces.worksUntil)}`);
  return {
    'API key': keyLabel(key),
    ...(replaces && { 'Old key': `${replaces.prefix}…, ${standing}` }),
  };
}

/** The text of a mail about a changed account, wherever it is sent from. */
export const accountChangeCopy: Record<
  AccountChange,
  { subject: string; lead: string; advice: string; action: string }
> = {
  'password-changed': {
    subject: 'Your password was changed',
    lead: 'The password of your account was changed.',
    advice: 'If it was not you, choose another password now: that signs everybody out.',
    action: chooseNewPassword,
  },
  'password-changed-by-admin': {
    subject: 'Your password was changed',
    lead: 'An administrator changed the password of your account.',
    advice: 'If you did not ask for this, write to us.',
    action: 'Write to us',
  },
  'email-change-asked': {
    subject: 'Somebody wants to change your email address',
    lead: 'Somebody who is signed in to your account asked to move it to another email address.',
    advice: 'If it was not you, choose a new password now: that signs everybody out and stops the change.',
    action: chooseNewPassword,
  },
  'email-changed': {
    subject: 'Your email address was changed',
    lead: 'Your account has another email address now. This is the last mail about it to this one.',
    advice:
      'If it was not you, write to us now. Where you are still signed in, sign the others out and change your password.',
    action: 'Write to us',
  },
  'email-given-by-admin': {
    subject: 'Your account has this email address now',
    lead: 'An administrator gave your account this email address. Sign in with it from now on; your password is as before.',
    advice: 'If you have no account with us, or did not ask for this, write to us.',
    action: 'Write to us',
  },
  'email-changed-by-admin': {
    subject: 'Your email address was changed',
    lead: 'An administrator gave your account another email address. This is the last mail about it to this one.',
    advice: 'If you did not ask for this, write to us.',
    action: 'Write to us',
  },
  'second-factor-added': {
    subject: 'Two-factor authentication was added',
    lead: 'An authenticator app was added to your account. Signing in asks for its code from now on.',
    advice: 'If it was not you, choose a new password now and write to us.',
    action: chooseNewPassword,
  },
  'second-factor-removed': {
    subject: 'Two-factor authentication was removed',
    lead: 'An authenticator app was removed from your account. Its codes open nothing any more.',
    advice: 'If it was not you, choose a new password now: that signs everybody out.',
    action: chooseNewPassword,
  },
  'api-key-made': {
    subject: 'A new API key was made',
    lead: 'A new key of the API was made for your account. Whoever holds it can read your leads.',
    advice: 'If it was not you, choose a new password now, and revoke the key in your settings.',
    action: chooseNewPassword,
  },
  'api-key-rolled': {
    subject: 'An API key was rolled',
    lead: 'A key of the API was replaced by a new one for your account. Whoever holds the new key can read your leads.',
    advice: 'If it was not you, choose a new password now, and revoke the new key in your settings.',
    action: chooseNewPassword,
  },
  'api-key-revoked': {
    subject: 'An API key was revoked',
    lead: 'A key of the API was revoked for your account. Programs that use it are refused from now on.',
    advice: 'If it was not you, choose a new password now: that signs everybody out.',
    action: chooseNewPassword,
  },
};

type MoveMail = { awaitsPassword?: boolean | undefined };
type NewMail = MoveMail & { oldEmail: string; needsOldEmail?: boolean | undefined };

const moveSubjects = { current: 'Allow a new email address', new: 'Confirm your new email address' };
const moveActions = { current: 'Allow the new address', new: 'Confirm my new address' };

/**
 * The text of the mails about a new address, wherever they are sent from. With `awaitsPassword` the change was asked for
 * without the password, and was refused.
 */
export const emailMoveCopy = {
  subject: (to: keyof typeof moveSubjects, { awaitsPassword }: MoveMail) =>
    awaitsPassword ? 'A new email address was asked for' : moveSubjects[to],
  action: (to: keyof typeof moveActions, { awaitsPassword }: MoveMail) =>
    awaitsPassword ? 'See what was asked for' : moveActions[to],
  current: ({ awaitsPassword }: MoveMail): string[] =>
    awaitsPassword
      ? [
          'The password was not given, so nothing was changed. If it was you, enter the new address and your password in your settings.',
          'If it was not you, somebody else is signed in as you. Choose a new password: it signs them out.',
        ]
      : [
          'If it was you, agree on the page of this link, and confirm the link in the mail to the new address.',
          'If it was not you, somebody else is signed in as you. Choose a new password: it signs them out.',
        ],
  new: ({ awaitsPassword, needsOldEmail, oldEmail }: NewMail): string[] => {
    if (awaitsPassword) {
      return [
        'The password of the account was not given, so nothing was changed. There is nothing to do here.',
      ];
    }
    return [
      needsOldEmail
        ? `We mailed a link to ${oldEmail}, too. The account moves once both links are confirmed, in any order. Until then you sign in and get your mails at ${oldEmail}.`
        : 'With a click you are signed in, and from then on you sign in and get your mails here.',
      'If you did not ask for this, do nothing: without this click the account stays as it is.',
    ];
  },
};

type About = Extract<SecretMail, { template: 'one-time-code' }>['about'];

/** The text of a mail with a one-time code, wherever it is sent from. */
export const codeMailCopy: Record<About, { subject: string; lead: string; action: string; reason: string }> =
  {
    'sign-up': {
      subject: 'Confirm your email address',
      lead: 'Confirm that this is your address, and you will be signed in.',
      action: 'Confirm my address',
      reason: 'Somebody signed up with this address. If it was not you, do nothing.',
    },
    invite: {
      subject: 'You have been invited',
      lead: 'An account was made for you. Accept the invitation to sign in.',
      action: 'Accept the invitation',
      reason: 'Somebody invited this address. If you do not expect it, do nothing.',
    },
    'sign-in': {
      subject: 'Your sign-in link',
      lead: 'Open the link, or enter the code, to sign in. Both work once.',
      action: 'Sign in',
      reason: 'Somebody asked to sign in with this address. If it was not you, do nothing.',
    },
    recovery: {
      subject: 'Choose a new password',
      lead: 'Open the link, or enter the code, to choose a new password. Both work once.',
      action: 'Choose a new password',
      reason: 'Somebody asked for a new password for this address. If it was not you, do nothing.',
    },
    'email-change': {
      subject: 'Confirm the change of your email address',
      lead: 'Confirm that your account may change its email address.',
      action: 'Confirm the change',
      reason: 'Somebody asked to change the address of an account. If it was not you, do nothing.',
    },
    reauthentication: {
      subject: 'Your confirmation code',
      lead: 'Enter this code to confirm that it is you.',
      action: '',
      reason:
        'Somebody changes the password or the email address of your account. If it is not you, change the password now.',
    },
  };
