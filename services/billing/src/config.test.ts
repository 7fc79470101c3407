import { explainConfig } from '@closingwire/chassis/config';
import { expect, test } from 'vitest';
import { billingConfig } from './config.ts';

const stripe = {
  DATABASE_URL: 'postgres://h/billing',
  KAFKA_BROKERS: 'h:9092',
  TOKEN_ISSUER: 'http://h',
  SERVICE_SECRET: '0123456789abcdefghijklmnopqrstuvwxyzABCD',
  STRIPE_SECRET_KEY: 'sk_test_51AbCdEfGhIjKlMnSecret',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_51AbCdEfGhIjKlMnPublishable',
  STRIPE_WEBHOOK_SECRET: 'whsec_own',
};
const live = {
  STRIPE_LIVE_SECRET_KEY: 'sk_live_51AbCdEfGhIjKlMnSecret',
  STRIPE_LIVE_PUBLISHABLE_KEY: 'pk_live_51AbCdEfGhIjKlMnPublishable',
};

function refusals(changes: Record<string, string | undefined>): string[] {
  const given = { ...stripe, ...changes };
  const { error } = billingConfig.safeParse(given);
  return error ? explainConfig(error, given) : [];
}

test.each([
  ['test mode alone', {}],
  ['both modes', live],
  ['live mode alone', { ...live, STRIPE_SECRET_KEY: undefined, STRIPE_PUBLISHABLE_KEY: undefined }],
  ['restricted keys', { STRIPE_SECRET_KEY: 'rk_test_51AbCdEfGhIjKlMnSecret' }],
])('keys for %s are accepted', (_, changes) => {
  expect(refusals(changes)).toEqual([]);
});

test.each<[string, Record<string, string | undefined>, RegExp]>([
  [
    'a live key in the place of a test key',
    { STRIPE_SECRET_KEY: live.STRIPE_LIVE_SECRET_KEY },
    /^STRIPE_SECRET_KEY: expected a secret key of test mode, which begins with sk_test_ or rk_test_; got a value/,
  ],
  [
    'a test key in the place of a live key',
    { ...live, STRIPE_LIVE_SECRET_KEY: stripe.STRIPE_SECRET_KEY },
    /^STRIPE_LIVE_SECRET_KEY: expected a secret key of live mode/,
  ],
  [
    'a publishable key in the place of a secret key',
    { STRIPE_SECRET_KEY: stripe.STRIPE_PUBLISHABLE_KEY },
    /^STRIPE_SECRET_KEY: expected a secret key/,
  ],
  [
    'a publishable key of another account',
    { STRIPE_PUBLISHABLE_KEY: 'pk_test_51ZzZzZzZzZzZzZzPublishable' },
    /^STRIPE_PUBLISHABLE_KEY: expected a key of the same Stripe account as STRIPE_SECRET_KEY/,
  ],
  [
    'half of the live keys',
    { STRIPE_LIVE_SECRET_KEY: live.STRIPE_LIVE_SECRET_KEY },
    /^STRIPE_LIVE_PUBLISHABLE_KEY: expected the key that belongs to STRIPE_LIVE_SECRET_KEY; got nothing/,
  ],
  [
    'no keys of either mode',
    { STRIPE_SECRET_KEY: undefined, STRIPE_PUBLISHABLE_KEY: undefined },
    /^STRIPE_SECRET_KEY: expected a secret key of your Stripe account, or STRIPE_API_URL/,
  ],
  [
    "the sandbox's signing secret",
    { STRIPE_WEBHOOK_SECRET: undefined },
    /^STRIPE_WEBHOOK_SECRET: expected the signing/,
  ],
])('%s is refused with a reason', (_, changes, sentence) => {
  expect(refusals(changes)).toEqual([expect.stringMatching(sentence)]);
});
