import type { MailedKey, SecretMail } from './notifications-api.ts';

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
 * What a mail says of a key, by the names of the facts. `at`: when the change was made; `show`: how the mail writes an
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

/** What a mail about a changed account says, wherever it is sent from. */
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
