import type { SecretMail } from './notifications-api.ts';

type About = Extract<SecretMail, { template: 'one-time-code' }>['about'];

/** What a mail with a one-time code says, wherever it is sent from. */
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
      reason: 'Somebody changes the password of your account. If it is not you, change it yourself now.',
    },
  };
