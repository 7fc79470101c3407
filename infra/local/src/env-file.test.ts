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

test('settings with an effect are taken', () => {
  expectNoIgnored('make start', {
    STRIPE_LIVE_SECRET_KEY: 'sk',
    STRIPE_WEBHOOK_SECRET: 'whsec',
    SMTP_URL: 'smtp://x',
  });
  expectNoIgnored('make containers', { TRIAL_DAYS: '7', SMTP_URL: '' });
});
