import type { SettingGroup } from './settings.ts';

const of = ['auth'];

/** Settings that only auth reads. */
export const authSettings: readonly SettingGroup[] = [
  {
    about: 'Who may sign up, and which passwords are refused.',
    of,
    values: {
      SIGN_UPS_DISABLED: 'false',
      PASSWORD_MIN_LENGTH: '6',
      REFUSE_BREACHED_PASSWORDS: 'false',
      REAUTHENTICATION_REQUIRED: 'false',
    },
  },
  {
    about: 'Seconds that access tokens and sessions live, in all and without use.',
    of,
    values: {
      ACCESS_TOKEN_S: '900',
      SESSION_LIFE_S: '7776000',
      SESSION_IDLE_S: '2592000',
      REFRESH_REUSE_INTERVAL_S: '10',
    },
  },
  {
    about: 'Emailed codes: seconds between two, digits, seconds that one lives.',
    of,
    values: { MAIL_FREQUENCY_S: '60', OTP_LENGTH: '6', OTP_LIFE_S: '3600' },
  },
  {
    about: 'Emails of each kind in an hour.',
    of,
    values: { MAILS_PER_HOUR: '1000' },
    ways: ['make containers', 'make deploy'],
  },
  {
    about: 'Whether users get an email about a sign-in from a new browser.',
    of,
    values: { NEW_SIGN_IN_MAILS: 'true' },
  },
  {
    about:
      'Failed sign-ins in 15 minutes; sign-ups, requests for emails, changes and wrong codes in an hour.',
    of,
    values: {
      SIGN_IN_TRIES_PER_ACCOUNT: '10',
      SIGN_IN_TRIES_PER_ADDRESS: '200',
      STRANGE_SIGN_IN_TRIES_PER_ACCOUNT: '100',
      CHANGES_PER_ACCOUNT: '20',
      SIGN_UPS_PER_ACCOUNT: '10',
      SIGN_UPS_PER_ADDRESS: '200',
      RECOVERIES_PER_ACCOUNT: '10',
      RECOVERIES_PER_ADDRESS: '200',
      VERIFY_TRIES_PER_ACCOUNT: '20',
      VERIFY_TRIES_PER_ADDRESS: '200',
    },
  },
  {
    about:
      'Private keys that sign access tokens, as JSON Web Keys; without them auth makes one and stores it encrypted.',
    of,
    values: { SIGNING_KEYS: '' },
    secret: ['SIGNING_KEYS'],
  },
];
