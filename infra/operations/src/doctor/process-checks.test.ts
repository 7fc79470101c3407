import { productionNames } from '@closingwire/topology/production-settings';
import { expect, test } from 'vitest';
import type { Settings } from '../settings-file.ts';
import { checkProcesses, readSettings, withProcesses } from './check-processes.ts';
import { problem, report, warning } from './finding.ts';

const secretOf = (letter: string) => `${letter}0123456789abcdefghijklmnopqrstuvwxyzAB`;

const good: Settings = {
  PUBLIC_URL: 'https://app.closingwire.com',
  SERVICE_SECRET: secretOf('a'),
  WEBHOOK_SECRET: `whsec_${secretOf('b')}`,
  INGESTION_KEY: secretOf('c'),
  POSTGRES_PASSWORD: 'p@ss/word',
  STRIPE_SECRET_KEY: 'sk_test_51AbCdEfGhIjKlMnSecret',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_51AbCdEfGhIjKlMnPublishable',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_test',
  MAIL_FROM: 'ClosingWire <hello@closingwire.com>',
  SUPPORT_ADDRESS: 'support@closingwire.com',
  POSTAL_ADDRESS: 'ClosingWire, 1 Main Street, Springfield, IL 62701',
  SMTP_URL: 'smtps://user:password@smtp.provider.com',
};

const linesOf = async (changes: Settings) =>
  report(await checkProcesses({ ...good, ...changes }, '/srv/.env.production')).lines.slice(0, -1);

test('no process refuses complete settings', async () => {
  expect(await linesOf({})).toEqual([]);
});

test.each<[string, string]>([
  ['TRIAL_DAYS', 'abc'],
  ['TRIAL_DAYS', '-1'],
  ['PRICE_CENTS', '15.00'],
  ['PRICE_CENTS', '$15'],
  ['KAFKA_TLS', '2'],
  ['KAFKA_SASL_MECHANISM', 'SCRAM-SHA-512'],
  ['KAFKA_PARTITIONS', '-1'],
  ['KAFKA_BROKERS', 'kafka:port'],
  ['REFRESH_AT', '9:00'],
  ['REFRESH_AT', '99 99'],
  ['LOG_LEVEL', 'verbose'],
  ['POSTGRES_URL', 'db.acme.com'],
  ['POSTGRES_URL', 'mysql://user:password@db.acme.com/app'],
  ['MONGODB_URL', 'mongo:27017'],
  ['BODY_BYTES_AT_ONCE', '256MB'],
  ['HSTS_MAX_AGE_S', '1y'],
  ['ACCESS_TOKEN_S', '15m'],
  ['OTP_LENGTH', '100'],
  ['SIGNING_KEYS', 'nonsense'],
  ['INITIAL_SCRAPE_WEBHOOK_URL', 'source.acme.com'],
  ['INITIAL_SCRAPE_WEBHOOK_URL', 'localhost:80'],
  ['STRIPE_API_URL', 'nonsense'],
  ['STRIPE_SANDBOX_URL', 'localhost:12111'],
  ['BACKUP_AT', '99 99'],
  ['BACKUP_KEEP_DAYS', 'forever'],
  ['BACKUP_RECIPIENTS', 'ssh-ed25519 AAAA'],
  ['SMTP_URL', 'smtp://u:p#x@host'],
  ['SMTP_URL', 'smtp://u:p@host:port'],
  ['WEBHOOK_SECRET', secretOf('b')],
  ['OTEL_TRACES_SAMPLER_ARG', '7'],
  ['DKIM_PRIVATE_KEY_FILE', '/certificates/dkim.pem'],
])('%s=%s is one sentence', async (name, value) => {
  const lines = await linesOf({ [name]: value, DKIM_SELECTOR: 'cw' });
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^${name}: expected .+, got .+; correct it\\.$`))]);
});

test('a setting that several processes read has one line', async () => {
  expect(await linesOf({ TRIAL_DAYS: 'abc' })).toEqual([
    "TRIAL_DAYS: expected a number, got 'abc'; correct it.",
  ]);
});

test('the file of a setting is read from the folder beside the settings', async () => {
  const files = {
    POSTGRES_CA_FILE: { POSTGRES_URL: 'postgres://a:b@db/postgres?sslmode=verify-full' },
    MONGODB_CA_FILE: { MONGODB_URL: 'mongodb://a:b@mongo/content?tls=true' },
    SMTP_CA_FILE: {},
    KAFKA_CA_FILE: { KAFKA_TLS: 'true' },
  };
  for (const [name, beside] of Object.entries(files))
    expect(await linesOf({ ...beside, [name]: '/certificates/ca.pem' }), name).toEqual([
      `${name}: expected a file of PEM certificates that this process can read, got '/certificates/ca.pem'; correct it.`,
    ]);
});

test('contradicting settings have one line', async () => {
  expect(await linesOf({ KAFKA_USERNAME: 'a' })).toEqual([
    'KAFKA_SASL_MECHANISM: expected a mechanism, because KAFKA_USERNAME is set, got nothing; correct it.',
  ]);
});

test('a bucket without a name and without keys has two lines', async () => {
  expect((await linesOf({ BACKUP_TO: 's3://' })).map(line => line.split(':')[0])).toEqual([
    'BACKUP_TO',
    'BACKUP_S3_ACCESS_KEY_ID',
    'BACKUP_S3_SECRET_ACCESS_KEY',
  ]);
});

test('an unreadable address does not end the check', async () => {
  expect(await linesOf({ PUBLIC_URL: 'nonsense', TRIAL_DAYS: 'abc' })).toEqual([
    'PUBLIC_URL: expected a valid URL, got a value of 8 characters; correct it.',
    "TRIAL_DAYS: expected a number, got 'abc'; correct it.",
  ]);
});

test('a process reads every setting', async () => {
  const read = await readSettings();
  expect(productionNames.filter(name => !read.has(name))).toEqual([
    'CERTIFICATE',
    'ACME_EMAIL',
    'ACME_DIRECTORY',
    'ACME_CA_FILE',
    'POSTGRES_PASSWORD',
    'TRUSTED_PROXY_RANGES',
    'IMAGE',
    'HTTP_PORT',
    'HTTPS_PORT',
    'PROJECT',
    'PUBLIC_ADDRESS',
    'DOCTOR_ACCEPTS',
  ]);
});

test('a refused value has one line, which the operator cannot accept', () => {
  const refused = ['A', 'B', 'C'].map(item => ({ ...problem(item, 'refused'), isFirm: true }));
  const joined = withProcesses([problem('A', 'own words'), warning('B', 'sandbox')], refused);
  expect(report(joined, ['A', 'B', 'C']).lines).toEqual([
    'A: own words',
    'B: refused',
    'C: refused',
    'warning: B: sandbox',
    '3 problems, 1 warning',
  ]);
});
