import { productionGroups } from '@closingwire/topology/production-settings';
import { describe, expect, test } from 'vitest';
import type { Settings } from '../settings-file.ts';
import type { KnownSetting } from './check-settings.ts';
import { checkSettings } from './examine.ts';
import { acceptedItems, checkAccepted, problem, report } from './finding.ts';

const secretOf = (letter: string) => `${letter}0123456789abcdefghijklmnopqrstuvwxyzAB`;

const good: Settings = {
  PUBLIC_URL: 'https://app.closingwire.com',
  SERVICE_SECRET: secretOf('a'),
  WEBHOOK_SECRET: secretOf('b'),
  INGESTION_KEY: secretOf('c'),
  POSTGRES_PASSWORD: secretOf('d'),
  BACKUP_PASSPHRASE: secretOf('e'),
  MAIL_EVENTS_SECRET: secretOf('f'),
  STRIPE_SECRET_KEY: 'sk_test_51AbCdEfGhIjKlMnSecret',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_51AbCdEfGhIjKlMnPublishable',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_test',
  STRIPE_LIVE_SECRET_KEY: 'rk_live_51AbCdEfGhIjKlMnSecret',
  STRIPE_LIVE_PUBLISHABLE_KEY: 'pk_live_51AbCdEfGhIjKlMnPublishable',
  STRIPE_LIVE_WEBHOOK_SECRET: 'whsec_of_live',
  MAIL_FROM: 'ClosingWire <hello@closingwire.com>',
  SUPPORT_ADDRESS: 'support@closingwire.com',
  POSTAL_ADDRESS: 'ClosingWire, 1 Main Street, Springfield, IL 62701',
  SMTP_URL: 'smtps://user:password@smtp.provider.com',
  DKIM_SELECTOR: 'cw',
  DKIM_DOMAIN: 'closingwire.com',
  DKIM_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----',
  HTTPS_PORT: '443',
  COMPOSE_PROJECT_NAME: 'closingwire',
};

const known: KnownSetting[] = [
  ...Object.keys(good)
    .filter(name => !name.startsWith('COMPOSE_'))
    .map(name => ({ name, secret: /SECRET|PASS|_KEY$/.test(name) && !name.includes('PUBLISHABLE') })),
  { name: 'KAFKA_BROKERS' },
  { name: 'PRICE_CENTS' },
  { name: 'MAILS_PER_SECOND' },
  { name: 'DKIM_PRIVATE_KEY_FILE', secret: false },
  { name: 'STRIPE_API_URL' },
  { name: 'ACME_EMAIL', required: false },
].map(setting => (setting.name === 'BACKUP_PASSPHRASE' ? { ...setting, required: true } : setting));

const linesOf = (changes: Settings) => {
  const settings = Object.fromEntries(
    Object.entries({ ...good, ...changes }).filter(([, value]) => value !== undefined),
  );
  return report(checkSettings(settings, known)).lines;
};

test('complete settings have no finding', () => {
  expect(linesOf({})).toEqual(['0 problems, 0 warnings']);
});

const own = 'a secret of your own, such as `openssl rand -base64 32` prints;';
const another = 'set another, as `openssl rand -base64 32` prints.';
const copy = 'copy it from https://dashboard.stripe.com/apikeys.';

test.each<[string, Settings, string]>([
  [
    'no public address',
    { PUBLIC_URL: undefined },
    'PUBLIC_URL: expected the https address of this installation, got nothing; set PUBLIC_URL=https:// and the name of this installation.',
  ],
  [
    'an address without https',
    { PUBLIC_URL: 'http://app.closingwire.com' },
    'PUBLIC_URL: expected https://app.closingwire.com, got http://app.closingwire.com; browsers and Stripe need https, so set it with https://.',
  ],
  [
    'localhost',
    { PUBLIC_URL: 'https://localhost' },
    'PUBLIC_URL: expected an address with a domain, got https://localhost; certificates need a domain, so point one to this server.',
  ],
  [
    'an address with a number',
    { PUBLIC_URL: 'https://203.0.113.7' },
    'PUBLIC_URL: expected an address with a domain, got https://203.0.113.7; certificates need a domain, so point one to this server.',
  ],
  [
    'an address with a path',
    { PUBLIC_URL: 'https://app.closingwire.com/app' },
    'PUBLIC_URL: expected https://app.closingwire.com, got https://app.closingwire.com/app; remove what follows the name.',
  ],
  [
    'a slash at the end of the address',
    { PUBLIC_URL: 'https://app.closingwire.com/' },
    'PUBLIC_URL: expected https://app.closingwire.com, got https://app.closingwire.com/; remove what follows the name.',
  ],
  ...[
    '*.acme.com',
    'a{b}.acme.com',
    'intranet',
    'app.acme.com.',
    `${'a'.repeat(64)}.acme.com`,
    `${'a.'.repeat(130)}com`,
  ].map((host): [string, Settings, string] => [
    `the address of ${host.slice(0, 20)}, which no DNS has`,
    { PUBLIC_URL: `https://${host}` },
    `PUBLIC_URL: expected an address with a domain, got ${`https://${host}`.slice(0, 100)}; certificates need a domain, so point one to this server.`,
  ]),
  ...['HTTPS://app.closingwire.com', 'https://App.closingwire.com', 'https://user@app.closingwire.com'].map(
    (address): [string, Settings, string] => [
      `${address}, which is not the origin of pages`,
      { PUBLIC_URL: address },
      `PUBLIC_URL: expected https://app.closingwire.com, got ${address}; write it in this way.`,
    ],
  ),
  [
    'an address of the documents',
    { PUBLIC_URL: 'https://app.example.com' },
    'PUBLIC_URL: expected a name of your own, got https://app.example.com; set PUBLIC_URL=https:// and the name of this installation.',
  ],
  [
    'a required setting that is missing',
    { BACKUP_PASSPHRASE: undefined },
    'BACKUP_PASSPHRASE: expected a value, got nothing; set that of your password manager, or a new one, as `openssl rand -hex 32` prints.',
  ],
  [
    'a short secret',
    { SERVICE_SECRET: 'short' },
    `SERVICE_SECRET: expected at least 32 characters, got a value of 5 characters; ${another}`,
  ],
  [
    'a secret from the examples',
    { WEBHOOK_SECRET: 'changeme-0123456789abcdefghijklmnop' },
    `WEBHOOK_SECRET: expected ${own} this one stands in an example, got a value of 35 characters; ${another}`,
  ],
  [
    'a secret that repeats itself',
    { POSTGRES_PASSWORD: 'closingwire'.repeat(4) },
    `POSTGRES_PASSWORD: expected ${own} this one repeats itself, got a value of 44 characters; ${another}`,
  ],
  [
    'a short passphrase of backups',
    { BACKUP_PASSPHRASE: 'kq3JmX0v9bTz5RwL8nYc2Hd' },
    `BACKUP_PASSPHRASE: expected at least 24 characters, got a value of 23 characters; ${another}`,
  ],
  [
    'a secret that is used twice',
    { MAIL_EVENTS_SECRET: good.SERVICE_SECRET },
    'MAIL_EVENTS_SECRET: expected a secret of its own, got that of SERVICE_SECRET; set another one.',
  ],
  [
    'a publishable key in the place of a secret key',
    { STRIPE_SECRET_KEY: 'pk_test_51AbCdEfGhIjKlMnPublishable' },
    `STRIPE_SECRET_KEY: expected a secret key of test mode, which begins with sk_test_ or rk_test_, got a value of 35 characters; ${copy}`,
  ],
  [
    'a live key in the place of a test key',
    { STRIPE_SECRET_KEY: 'sk_live_51AbCdEfGhIjKlMnSecret' },
    `STRIPE_SECRET_KEY: expected a secret key of test mode, which begins with sk_test_ or rk_test_, got a value of 30 characters; ${copy}`,
  ],
  [
    'a test key in the place of a live key',
    { STRIPE_LIVE_PUBLISHABLE_KEY: 'pk_test_51AbCdEfGhIjKlMnPublishable' },
    `STRIPE_LIVE_PUBLISHABLE_KEY: expected a publishable key of live mode, which begins with pk_live_, got a value of 35 characters; ${copy}`,
  ],
  [
    'a publishable key of another account',
    { STRIPE_PUBLISHABLE_KEY: 'pk_test_51ZzZzZzZzZzZzZzPublishable' },
    `STRIPE_PUBLISHABLE_KEY: expected a key of the same Stripe account as STRIPE_SECRET_KEY, got a value of 35 characters; ${copy}`,
  ],
  [
    'a secret key without its publishable key',
    { STRIPE_LIVE_PUBLISHABLE_KEY: undefined },
    `STRIPE_LIVE_PUBLISHABLE_KEY: expected the key that belongs to STRIPE_LIVE_SECRET_KEY, got nothing; ${copy}`,
  ],
  [
    'no signing secret',
    { STRIPE_WEBHOOK_SECRET: undefined, STRIPE_LIVE_WEBHOOK_SECRET: undefined },
    "STRIPE_WEBHOOK_SECRET: expected the signing secret of your account's webhook endpoint, or STRIPE_API_URL with the address of the sandbox, got nothing; run `make stripe-setup`.",
  ],
  ...['hello', 'sk_test_of_another', 'whsec_of_test,we_123'].map((value): [string, Settings, string] => [
    `${value} in the place of a signing secret`,
    { STRIPE_WEBHOOK_SECRET: value },
    `STRIPE_WEBHOOK_SECRET: expected signing secrets, each of which begins with whsec_, got a value of ${value.length} characters; run \`make stripe-setup\`.`,
  ]),
  [
    'no signing secret of live mode',
    { STRIPE_LIVE_WEBHOOK_SECRET: undefined },
    'STRIPE_LIVE_WEBHOOK_SECRET: expected the signing secret of live mode, whose keys are set, got that of the other mode alone; run `make stripe-setup`.',
  ],
  [
    'no signing secret of test mode',
    { STRIPE_WEBHOOK_SECRET: undefined },
    'STRIPE_WEBHOOK_SECRET: expected the signing secret of test mode, whose keys are set, got that of the other mode alone; run `make stripe-setup`.',
  ],
  [
    'no sender',
    { MAIL_FROM: undefined },
    'MAIL_FROM: expected an email address, got nothing; set it, e.g. MAIL_FROM=ClosingWire <hello@your.domain>.',
  ],
  [
    'a sender at a made-up domain',
    { MAIL_FROM: 'ClosingWire <hello@closingwire.test>' },
    'MAIL_FROM: expected an address at a domain of your own, got ClosingWire <hello@closingwire.test>; closingwire.test receives no mail, so set another.',
  ],
  [
    'no address for support',
    { SUPPORT_ADDRESS: undefined },
    'SUPPORT_ADDRESS: expected an email address, got nothing; set it, e.g. SUPPORT_ADDRESS=support@your.domain.',
  ],
  [
    'no mail server',
    { SMTP_URL: undefined },
    'SMTP_URL: expected smtp:// or smtps:// with user, password and server, got nothing; set what your mail provider shows.',
  ],
  [
    'a DKIM domain of another organization',
    { DKIM_DOMAIN: 'closingwire.net' },
    "DKIM_DOMAIN: expected the domain of MAIL_FROM, or DMARC fails, got 'closingwire.net'; correct it.",
  ],
  [
    'two DKIM keys',
    { DKIM_PRIVATE_KEY_FILE: '/certificates/dkim.pem' },
    'DKIM_PRIVATE_KEY: expected either DKIM_PRIVATE_KEY or DKIM_PRIVATE_KEY_FILE, not both, got a value of 27 characters; correct it.',
  ],
  [
    'a selector with a space',
    { DKIM_SELECTOR: 'c w' },
    "DKIM_SELECTOR: expected a name of DNS, such as example.com, got 'c w'; correct it.",
  ],
  [
    'half a mail in a second',
    { MAILS_PER_SECOND: '0.5' },
    "MAILS_PER_SECOND: expected a whole number, got '0.5'; correct it.",
  ],
  [
    'a long postal address',
    { POSTAL_ADDRESS: '1 Main Street '.repeat(20).trim() },
    `POSTAL_ADDRESS: expected at most 200 characters, got '${'1 Main Street '.repeat(20).trim()}'; correct it.`,
  ],
  [
    'no postal address',
    { POSTAL_ADDRESS: undefined },
    'POSTAL_ADDRESS: expected the postal address that CAN-SPAM requires in marketing email, got nothing; set it.',
  ],
  [
    'half of the DKIM settings',
    { DKIM_SELECTOR: undefined },
    'DKIM_SELECTOR: expected a value, because DKIM_DOMAIN is set, got nothing; set it, or remove the others.',
  ],
  [
    'a name with a slip',
    { KAFKA_BROKER: 'kafka:9092' },
    'KAFKA_BROKER: expected a setting of the product, got a name that nothing reads; is it KAFKA_BROKERS? Rename or remove it.',
  ],
  [
    'a name of another product',
    { WORDPRESS_DEBUG: '1' },
    'WORDPRESS_DEBUG: expected a setting of the product, got a name that nothing reads; remove it.',
  ],
])('%s is one sentence', (_, changes, sentence) => {
  expect(linesOf(changes)).toEqual([sentence, '1 problem, 0 warnings']);
});

describe('warnings', () => {
  test.each<[string, Settings, string]>([
    [
      'a name that only a hosts entry finds',
      { PUBLIC_URL: 'https://app.closingwire.test' },
      'warning: PUBLIC_URL: app.closingwire.test is a reserved name, which only machines with a hosts entry find; use a domain of your own for customers.',
    ],
    [
      'the sandbox',
      { STRIPE_API_URL: 'http://sandbox:12111' },
      'warning: STRIPE_API_URL: payments go to the sandbox, so that no card is charged; remove it to use Stripe.',
    ],
    [
      'test mode alone',
      {
        STRIPE_LIVE_SECRET_KEY: undefined,
        STRIPE_LIVE_PUBLISHABLE_KEY: undefined,
        STRIPE_LIVE_WEBHOOK_SECRET: undefined,
      },
      'warning: STRIPE_LIVE_SECRET_KEY: not set, so that only test cards work; set it before customers pay.',
    ],
  ])('%s is one', (_, changes, sentence) => {
    expect(linesOf(changes)).toEqual([sentence, '0 problems, 1 warning']);
  });

  test('a value from the example file is a problem', () => {
    const withExample = [{ name: 'SMTP_URL', secret: true, example: 'smtp://user:password@host:587' }];
    const settings = { ...good, SMTP_URL: 'smtp://user:password@host:587' };
    const findings = checkSettings(settings, withExample).filter(({ text }) => text.includes('own'));
    expect(findings.map(({ item, level }) => [item, level])).toEqual([['SMTP_URL', 'problem']]);
  });
});

test('signing secrets of both modes may be in one setting', () => {
  const both = { STRIPE_WEBHOOK_SECRET: 'whsec_a, whsec_b', STRIPE_LIVE_WEBHOOK_SECRET: undefined };
  expect(linesOf(both)).toEqual(['0 problems, 0 warnings']);
});

test('a passphrase of backups may be shorter than other secrets', () => {
  expect(linesOf({ BACKUP_PASSPHRASE: 'kq3JmX0v9bTz5RwL8nYc2HdF' })).toEqual(['0 problems, 0 warnings']);
});

test.each(productionGroups.flatMap(group => group.settings).filter(({ example }) => example))(
  'the example of $name is refused, unless a server may have it',
  setting => {
    const settings = { ...good, [setting.name]: setting.example };
    const found = checkSettings(settings, [...known, setting]).filter(
      ({ item, level }) => item === setting.name && level === 'problem',
    );
    expect(found).toHaveLength(setting.isUsable ? 0 : 1);
  },
);

test.each(['spf', 'Everything', 'Stripe mode'])('%s is no item that can be accepted', item => {
  expect(checkAccepted(acceptedItems(`SPF,${item}`), ['MAIL_FROM'])).toEqual([
    problem(
      'DOCTOR_ACCEPTS',
      `expected items as the lines of the doctor begin with, such as SPF or MAIL_FROM, got ${item}; correct or remove it.`,
    ),
  ]);
});

test('the operator can accept every item of a finding', () => {
  const text = 'SPF, MAIL_FROM,Stripe test mode, webhook endpoint,Kafka topic leads.received';
  const accepted = acceptedItems(text);
  expect(accepted).toEqual([
    'SPF',
    'MAIL_FROM',
    'Stripe test mode, webhook endpoint',
    'Kafka topic leads.received',
  ]);
  expect(checkAccepted(accepted, ['MAIL_FROM'])).toEqual([]);
});

test('an accepted problem counts as a warning', () => {
  const findings = checkSettings({ ...good, POSTAL_ADDRESS: undefined }, known);
  expect(report(findings, ['POSTAL_ADDRESS'])).toEqual({
    lines: [expect.stringMatching(/^warning: POSTAL_ADDRESS: /), '0 problems, 1 warning'],
    hasProblems: false,
  });
});
