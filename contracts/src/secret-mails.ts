import {
  button,
  facts,
  greet,
  instantText,
  type MailContent,
  paragraph,
  whereAndWhen,
} from './mail-content.ts';
import type { MailedKey, SecretMail } from './notifications.ts';

export type AccountChange = Extract<SecretMail, { template: 'account-changed' }>['change'];
type About = Extract<SecretMail, { template: 'one-time-code' }>['about'];

const chooseNewPassword = 'Choose a new password';

/** The sections of the settings that mails about a changed account link to, by their fragment. */
const sectionLabels = { sessions: 'See where you are signed in', api: 'See your API keys' } as const;

/** Returns the section of the settings that a mail about this change links to: the API keys or the sessions. */
export const sectionOf = (change: AccountChange): keyof typeof sectionLabels =>
  change.startsWith('api-key-') ? 'api' : 'sessions';

/** The name and the visible prefix of a key, on one line. */
export const keyLabel = ({ name, prefix }: { name: string; prefix: string }): string =>
  `${name.replace(/\s+/g, ' ')} (${prefix}…)`;

/** Facts about a key. `at` is when the change was made. */
function keyFacts(key: MailedKey | undefined, at: string): Record<string, string> {
  if (!key) return {};
  const { replaces } = key;
  const isOver = replaces && Date.parse(replaces.worksUntil) <= Date.parse(at);
  const state = replaces && (isOver ? 'no longer works' : `works until ${instantText(replaces.worksUntil)}`);
  return {
    'API key': keyLabel(key),
    ...(replaces && { 'Old key': `${replaces.prefix}…, ${state}` }),
  };
}

const accountChanges: Record<
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
    lead: 'An authenticator app was removed from your account. Its codes no longer work.',
    advice: 'If it was not you, choose a new password now: that signs everybody out.',
    action: chooseNewPassword,
  },
  'api-key-made': {
    subject: 'A new API key was made',
    lead: 'A new key of the API was made for your account. Anyone who has it can read your leads.',
    advice: 'If it was not you, choose a new password now, and revoke the key in your settings.',
    action: chooseNewPassword,
  },
  'api-key-rolled': {
    subject: 'An API key was rolled',
    lead: 'A key of the API was replaced by a new one for your account. Anyone who has the new key can read your leads.',
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

const codeMails: Record<About, { subject: string; lead: string; action: string; reason: string }> = {
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
    subject: chooseNewPassword,
    lead: 'Open the link, or enter the code, to choose a new password. Both work once.',
    action: chooseNewPassword,
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

type MailOf<T extends SecretMail['template']> = Extract<SecretMail, { template: T }>;

function confirmNewEmail(mail: MailOf<'confirm-new-email'>): MailContent {
  const { firstName, oldEmail, newEmail, needsOldEmail, awaitsPassword, link } = mail;
  const frame = {
    heading: greet('Your new email address', firstName),
    reason: 'Somebody entered this address as the new one of an account at ClosingWire.',
  };
  const request = [
    paragraph('An account at ClosingWire asked to use this email address from now on.'),
    facts({ 'Address now': oldEmail, 'New address': newEmail }),
  ];
  if (awaitsPassword) {
    return {
      ...frame,
      subject: 'A new email address was asked for',
      preview: 'Nothing was changed.',
      body: [
        ...request,
        paragraph(
          'The password of the account was not given, so nothing was changed. There is nothing to do here.',
        ),
        button('See what was asked for', link),
      ],
    };
  }
  const next = needsOldEmail
    ? `We mailed a link to ${oldEmail}, too. The account moves once both links are confirmed, in any order. Until then you sign in and get your mails at ${oldEmail}.`
    : 'With a click you are signed in, and from then on you sign in and get your mails here.';
  return {
    ...frame,
    subject: 'Confirm your new email address',
    preview: needsOldEmail
      ? `Your account moves to ${newEmail} once both links are confirmed.`
      : `One click, and your account moves to ${newEmail}.`,
    body: [
      ...request,
      paragraph(next),
      paragraph('If you did not ask for this, do nothing: without this click the account stays as it is.'),
      button('Confirm my new address', link),
    ],
  };
}

function allowNewEmail(mail: MailOf<'allow-new-email'>): MailContent {
  const { firstName, newEmail, awaitsPassword, link, resetLink } = mail;
  const advice = awaitsPassword
    ? 'The password was not given, so nothing was changed. If it was you, enter the new address and your password in your settings.'
    : 'If it was you, agree on the page of this link, and confirm the link in the mail to the new address.';
  return {
    subject: awaitsPassword ? 'A new email address was asked for' : 'Allow a new email address',
    preview: awaitsPassword ? 'Nothing was changed.' : `Your account moves to ${newEmail} only if you agree.`,
    heading: greet('A new email address', firstName),
    body: [
      paragraph('Somebody who is signed in to your account asked to move it to another email address.'),
      facts({ 'New address': newEmail }),
      paragraph(advice),
      paragraph(
        'If it was not you, somebody else is signed in as you. Choose a new password: it signs them out.',
      ),
      button(awaitsPassword ? 'See what was asked for' : 'Allow the new address', link),
      button(chooseNewPassword, resetLink),
    ],
    reason: 'Your account at ClosingWire was asked to use another address.',
  };
}

function accountChanged(mail: MailOf<'account-changed'>): MailContent {
  const { firstName, change, from, at, actionLink, settingsLink, apiKey } = mail;
  const { subject, lead, advice, action } = accountChanges[change];
  return {
    subject,
    preview: lead,
    heading: greet('A change to your account', firstName),
    body: [
      paragraph(lead),
      whereAndWhen(from, at, keyFacts(apiKey, at)),
      paragraph(from ? `If it was you, there is nothing to do. ${advice}` : advice),
      button(action, actionLink),
      ...(settingsLink ? [button(sectionLabels[sectionOf(change)], settingsLink)] : []),
    ],
    reason: 'You get this mail because something changed that keeps your account safe.',
  };
}

function oneTimeCode({ about, code, link }: MailOf<'one-time-code'>): MailContent {
  const { subject, lead, action, reason } = codeMails[about];
  const body = [paragraph(lead), ...(link ? [button(action, link)] : []), paragraph(`Your code is ${code}.`)];
  return { subject, preview: lead, heading: subject, body, reason };
}

const contents: { [T in SecretMail['template']]: (mail: MailOf<T>) => MailContent } = {
  'confirm-email': ({ firstName, link }) => ({
    subject: 'Confirm your email address',
    preview: 'One click, and you can choose your ZIP codes.',
    heading: greet('Welcome', firstName),
    body: [
      paragraph('Confirm that this is your address. You will be signed in and can choose your ZIP codes.'),
      button('Confirm my address', link),
      paragraph('If you did not sign up, do nothing: without this click there is no account.'),
    ],
    reason: 'Somebody registered at ClosingWire with this address.',
  }),
  'confirm-new-email': confirmNewEmail,
  'allow-new-email': allowNewEmail,
  'already-registered': ({ firstName, signInLink, resetLink }) => ({
    subject: 'You already have an account',
    preview: 'Sign in as usual, or choose a new password.',
    heading: greet('You are with us already', firstName),
    body: [
      paragraph('Somebody, probably you, tried to register with this address. It has an account already.'),
      button('Sign in', signInLink),
      paragraph(`Forgotten your password? Choose a new one here: ${resetLink}`),
      paragraph('If it was not you, do nothing: your account is unchanged.'),
    ],
    reason: 'Somebody tried to register at ClosingWire with this address.',
  }),
  'reset-password': ({ firstName, link }) => ({
    subject: chooseNewPassword,
    preview: 'The link works once and expires in 1 hour.',
    heading: greet(chooseNewPassword, firstName),
    body: [
      paragraph('The link works once and expires in 1 hour.'),
      button(chooseNewPassword, link),
      paragraph('If you did not ask for this, do nothing: your password stays as it is.'),
    ],
    reason: 'Somebody asked for a new password for the account with this address.',
  }),
  'one-time-code': oneTimeCode,
  'new-sign-in': ({ firstName, device, address, at, settingsLink }) => ({
    subject: 'New sign-in to your account',
    preview: `Somebody signed in with ${device}.`,
    heading: greet('A new sign-in', firstName),
    body: [
      paragraph('Somebody signed in to your account from a browser or a place that is new to us.'),
      whereAndWhen({ device, address }, at),
      paragraph(
        'If it was you, there is nothing to do. If not, sign that session out and change your password.',
      ),
      button('See where you are signed in', settingsLink),
    ],
    reason: 'You get this mail because somebody signed in to your account.',
  }),
  'account-changed': accountChanged,
};

/** The words of a mail that auth asks for, whichever service sends it. */
export function secretMailContent(mail: SecretMail): MailContent {
  const contentOf = contents[mail.template] as (mail: SecretMail) => MailContent;
  return contentOf(mail);
}
