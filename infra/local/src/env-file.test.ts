import { expect, test } from 'vitest';
import { composeLines } from './containers/environment-files.ts';
import { expectNoIgnored } from './env-file.ts';

test('compose puts no variable in the place of a dollar', () => {
  expect(composeLines({ MAIL_FROM: "Pat's $5 <a@b>", NONE: '' })).toBe("MAIL_FROM='Pat\\'s $5 <a@b>'\n");
});

test.each([
  'STRIPE_SECRET_KEY',
  'STRIPE_LIVE_SECRET_KEY',
  'SMTP_URL',
  'POSTGRES_URL',
  'KAFKA_BROKERS',
  'MONGODB_URL',
  'POSTGRES_STANDBY',
])('the containers refuse %s, which they ignore', name => {
  expect(() => expectNoIgnored('make containers', { [name]: 'x' })).toThrow(
    `ignores ${name}: it runs its own`,
  );
});

test('the local platform refuses a webhook secret without a key', () => {
  expect(() => expectNoIgnored('make start', { STRIPE_WEBHOOK_SECRET: 'whsec_x' })).toThrow(
    'ignores STRIPE_WEBHOOK_SECRET: without STRIPE_SECRET_KEY or STRIPE_LIVE_SECRET_KEY the payment sandbox runs',
  );
});

test.each([
  ['BACKUP_AT', 'only `make deploy` reads it'],
  ['BACKUP_KEEP_DAYS', 'only `make deploy` reads it'],
  ['MAILS_PER_HOUR', 'only `make containers` and `make deploy` read it'],
  ['STANDBY_BEHIND_MS', 'without POSTGRES_STANDBY=1 no standby runs'],
])('the local platform refuses %s, which it does not read', (name, reason) => {
  expect(() => expectNoIgnored('make start', { [name]: '1' })).toThrow(
    `\`make start\` ignores ${name}: ${reason}. Remove it from .env.`,
  );
});

test.each([
  'BACKUP_TO',
  'BACKUP_S3_REGION',
  'BACKUP_PASSPHRASE',
  'STANDBY_BEHIND_MS',
  'AUTH_PORT',
  'CONTENT_PORT',
  'LEAD_SOURCE_PORT',
  'PROMETHEUS_PORT',
  'KAFKA_CONTROLLER_PORT',
  'POSTGRES_STANDBY_PORT',
])('the containers refuse %s, which none of them reads', name => {
  expect(() => expectNoIgnored('make containers', { [name]: '1' })).toThrow(
    new RegExp(`^\`make containers\` ignores ${name}: only \`make start\`.* it\\. Remove it from \\.env\\.$`),
  );
});

test('settings of one reason share a line', () => {
  const env = { BACKUP_AT: '1 1', BACKUP_KEEP_DAYS: '3', STANDBY_BEHIND_MS: '500' };
  expect(() => expectNoIgnored('make start', env)).toThrow(
    /^`make start` ignores STANDBY_BEHIND_MS: .+\n`make start` ignores BACKUP_AT, BACKUP_KEEP_DAYS: .+ Remove them from \.env\.$/,
  );
});

test('settings with an effect are taken', () => {
  expectNoIgnored('make start', {
    STRIPE_LIVE_SECRET_KEY: 'sk',
    STRIPE_WEBHOOK_SECRET: 'whsec',
    SMTP_URL: 'smtp://x',
  });
  expectNoIgnored('make start', {
    POSTGRES_STANDBY: '1',
    STANDBY_BEHIND_MS: '500',
    BACKUP_TO: '/b',
    AUTH_PORT: '1',
  });
  expectNoIgnored('make containers', {
    TRIAL_DAYS: '7',
    SMTP_URL: '',
    MAILS_PER_HOUR: '9',
    GATEWAY_PORT: '1',
  });
});
