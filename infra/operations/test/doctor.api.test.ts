import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openBus, shapeOf } from '@closingwire/chassis/bus';
import { createLog } from '@closingwire/chassis/log';
import { sql } from '@closingwire/chassis/pg';
import { testBusOptions, testDatabase, testMongoUrl, until } from '@closingwire/chassis/testing';
import { zipAssigned } from '@closingwire/contracts/catalog';
import { leadReceived, zipRefreshRequested } from '@closingwire/contracts/leads';
import { startSecuredMail } from '@closingwire/local/testing/secured-mail';
import { sandboxConfig } from '@closingwire/stripe-sandbox/config';
import { createStripeSandbox } from '@closingwire/stripe-sandbox/server';
import pg from 'pg';
import { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkClock, checkDisk, checkPorts } from '../src/doctor/check-machine.ts';
import { checkBackup } from '../src/doctor/check-servers.ts';
import { checkStripe, readStripe } from '../src/doctor/check-stripe.ts';
import { examineHost } from '../src/doctor/examine.ts';
import { type Finding, report } from '../src/doctor/finding.ts';
import { readClock, readDisks, readPorts } from '../src/doctor/read-machine.ts';
import { readBackup, readServers } from '../src/doctor/read-servers.ts';
import type { Settings } from '../src/settings-file.ts';
import { setUpStripe } from '../src/stripe-setup/set-up-stripe.ts';
import { dns } from './fake-dns.ts';

const linesOf = (findings: readonly Finding[]) => report(findings).lines.slice(0, -1);

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

function newFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'doctor-'));
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function serve(listener: RequestListener): Promise<{ url: string; port: number }> {
  const server = createServer(listener);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise(resolve => server.close(resolve)));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, port };
}

/* Stripe */

const publicUrl = 'https://app.closingwire.com';
const endpointItem = 'Stripe test mode, webhook endpoint';

async function startStripe() {
  const dir = newFolder();
  const sandbox = createStripeSandbox(
    sandboxConfig.parse({ PORT: 0, DATA_DIR: dir, STRIPE_SECRET_KEY: 'sk_test_of_the_doctor' }),
  );
  for (const part of sandbox.parts) await part.start();
  cleanups.push(async () => {
    for (const part of sandbox.parts) await part.stop();
  });
  const settings: Settings = {
    PUBLIC_URL: publicUrl,
    STRIPE_API_URL: sandbox.url,
    STRIPE_SECRET_KEY: 'sk_test_of_the_doctor',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_doctor',
  };
  const { hostname, port } = new URL(sandbox.url);
  const stripe = new Stripe('sk_test_of_the_doctor', { host: hostname, port, protocol: 'http' });
  /** Sets everything up and returns the settings with the secret. */
  const setUp = async (): Promise<Settings> => {
    const printed: string[] = [];
    await setUpStripe({ settings, print: line => void printed.push(line) });
    const secret = /STRIPE_WEBHOOK_SECRET=(\S+)/.exec(printed[0] ?? '')?.[1];
    return { ...settings, STRIPE_WEBHOOK_SECRET: secret };
  };
  return { settings, stripe, setUp };
}

const stripeLines = async (settings: Settings) =>
  linesOf((await readStripe(settings)).flatMap(facts => checkStripe(facts, settings)));

test('after the setup Stripe has no finding', async () => {
  const { setUp } = await startStripe();
  expect(await stripeLines(await setUp())).toEqual([]);
});

test('objects missing at Stripe are named', async () => {
  const { settings } = await startStripe();
  expect(await stripeLines(settings)).toEqual([
    `${endpointItem}: expected one at ${publicUrl}/api/stripe/webhook, got none; run \`make stripe-setup\`.`,
    'Stripe test mode, customer portal: expected a configuration of ClosingWire, got none; run `make stripe-setup`.',
    'warning: Stripe test mode, price: expected 1500 cents as in PRICE_CENTS, got none; run `make stripe-setup`.',
  ]);
});

test.each<[string, Stripe.WebhookEndpointUpdateParams, string]>([
  [
    'disabled',
    { disabled: true },
    `${endpointItem}: expected it enabled, got disabled; run \`make stripe-setup\`.`,
  ],
  [
    'at another address',
    { url: 'https://old.closingwire.com/api/stripe/webhook' },
    `${endpointItem}: expected one at ${publicUrl}/api/stripe/webhook, got the secret of https://old.closingwire.com/api/stripe/webhook; if this installation has moved, run \`make stripe-setup ARGS='--moved-from https://old.closingwire.com'\`, else remove the secret and run \`make stripe-setup\`.`,
  ],
  [
    'without the events of subscriptions',
    { enabled_events: ['invoice.paid'] },
    expect.stringMatching(
      /^Stripe test mode, webhook endpoint: expected the events that billing reads, .*customer\.subscription\.deleted.* missing; run `make stripe-setup`\.$/,
    ),
  ],
])('an endpoint %s is one sentence', async (_, change, sentence) => {
  const { stripe, setUp } = await startStripe();
  const settings = await setUp();
  const [endpoint] = (await stripe.webhookEndpoints.list()).data;
  await stripe.webhookEndpoints.update(endpoint?.id ?? '', change);
  expect(await stripeLines(settings)).toEqual([sentence]);
});

test('a signing secret of another endpoint is one sentence', async () => {
  const { setUp } = await startStripe();
  const settings = { ...(await setUp()), STRIPE_WEBHOOK_SECRET: 'whsec_of_another' };
  expect(await stripeLines(settings)).toEqual([
    `${endpointItem}: expected its signing secret in STRIPE_WEBHOOK_SECRET, got another or none; set it, or run \`make stripe-setup ARGS=--roll\`, which replaces it.`,
  ]);
});

test('a portal that was changed is one sentence', async () => {
  const { stripe, setUp } = await startStripe();
  const settings = await setUp();
  const [portal] = (await stripe.billingPortal.configurations.list()).data;
  await stripe.billingPortal.configurations.update(portal?.id ?? '', {
    features: { subscription_cancel: { enabled: false } },
  });
  expect(await stripeLines(settings)).toEqual([
    'Stripe test mode, customer portal: expected other values of features.subscription_cancel.enabled; run `make stripe-setup`.',
  ]);
});

test('a key that Stripe refuses is a problem', async () => {
  const { settings } = await startStripe();
  expect(await stripeLines({ ...settings, STRIPE_SECRET_KEY: 'sk_test_revoked' })).toEqual([
    expect.stringMatching(/^STRIPE_SECRET_KEY: expected a key that Stripe accepts, got 'Invalid API Key/),
  ]);
});

test('without a reply of Stripe there is a warning', async () => {
  const { settings } = await startStripe();
  expect(await stripeLines({ ...settings, STRIPE_API_URL: 'http://127.0.0.1:9' })).toEqual([
    expect.stringMatching(/^warning: STRIPE_SECRET_KEY: http:\/\/127\.0\.0\.1:9 cannot be reached \(/),
  ]);
});

/* The machine */

test('a clock is compared with the date of a reply', async () => {
  const { url } = await serve((_request, response) => response.end());
  const hourAhead = () => Date.now() + 3_600_000;
  expect(checkClock(await readClock(['http://127.0.0.1:9', url]))).toEqual([]);
  expect(linesOf(checkClock(await readClock([url], hourAhead)))).toEqual([
    expect.stringMatching(/^clock: expected the right time, got 3(599|600|601) seconds ahead; turn on NTP/),
  ]);
});

test('without a reply the clock is a warning', async () => {
  expect(linesOf(checkClock(await readClock(['http://127.0.0.1:9'])))).toEqual([
    expect.stringMatching(/^warning: clock: cannot be compared with .+ \(http:\/\/127\.0\.0\.1:9: .+\); /),
  ]);
});

test('folders on one disk count once, missing ones not at all', async () => {
  const dir = newFolder();
  const disks = await readDisks([dir, dir, join(dir, 'none')]);
  expect(disks).toEqual([{ folder: dir, freeMb: { kind: 'found', value: expect.any(Number) } }]);
  expect(checkDisk(dir, { kind: 'found', value: 1e6 })).toEqual([]);
});

const noContainer = async () => undefined;

test('the finding of a taken port names the process', async () => {
  const listen =
    "require('node:net').createServer().listen(0, '127.0.0.1', function () { console.log(this.address().port) })";
  const child: ChildProcess = spawn(process.execPath, ['-e', listen]);
  cleanups.push(() => child.kill());
  let printed = '';
  child.stdout?.on('data', chunk => {
    printed += chunk;
  });
  const port = await until(() => printed.trim());
  const facts = await readPorts({ HTTP_PORT: port, HTTPS_PORT: '1' }, noContainer);
  expect(linesOf(checkPorts(facts))).toEqual([
    expect.stringMatching(
      new RegExp(`^HTTP_PORT: expected port ${port} free, got process ${child.pid} \\(.*node -e`),
    ),
  ]);
});

test('the finding of a taken port names a container of others', async () => {
  const container = async () => ({ name: 'blog-web-1', project: 'blog' });
  expect(linesOf(checkPorts(await readPorts({ HTTPS_PORT: '2' }, container))).at(-1)).toBe(
    'HTTPS_PORT: expected port 2 free, got the container blog-web-1 on it; stop that, or set another HTTPS_PORT.',
  );
  expect(checkPorts(await readPorts({ PROJECT: 'blog' }, container))).toEqual([]);
});

/* The servers */

const servers: Settings = {};
let bus: ReturnType<typeof openBus>;
beforeAll(async () => {
  const { brokers, topicPrefix } = testBusOptions();
  Object.assign(servers, {
    POSTGRES_URL: await testDatabase('doctor'),
    MONGODB_URL: testMongoUrl(),
    SMTP_URL: process.env.TEST_SMTP_URL,
    KAFKA_BROKERS: brokers.join(','),
    KAFKA_TOPIC_PREFIX: topicPrefix,
  });
  bus = openBus({ brokers, topicPrefix, clientId: 'doctor-test', log: createLog('doctor-test', 'silent') });
});
afterAll(() => bus.part.stop());

test('servers that reply have no refusal', async () => {
  const { replies } = await readServers(servers);
  expect(replies.map(({ item, refusal }) => [item, refusal]).toSorted()).toEqual([
    ['Kafka', undefined],
    ['MongoDB', undefined],
    ['Postgres', undefined],
    ['SMTP', undefined],
  ]);
});

test('each server that does not reply is named', async () => {
  const { replies } = await readServers({
    POSTGRES_URL: 'postgres://127.0.0.1:9/postgres',
    MONGODB_URL: 'mongodb://127.0.0.1:9/content?directConnection=true',
    SMTP_URL: 'smtp://127.0.0.1:9',
    KAFKA_BROKERS: '127.0.0.1:9',
  });
  expect(replies.map(({ item, refusal }) => [item, refusal]).toSorted()).toEqual([
    ['Kafka', expect.stringMatching(/ECONNREFUSED/)],
    ['MongoDB', expect.stringMatching(/ECONNREFUSED/)],
    ['Postgres', expect.stringMatching(/ECONNREFUSED/)],
    ['SMTP', expect.stringMatching(/ECONNREFUSED/)],
  ]);
});

test.each(['https://app.closingwire.com', 'http://localhost:8080'])(
  'a password for the mail server is not sent in plain text from %s',
  async PUBLIC_URL => {
    const mail = await startSecuredMail();
    cleanups.push(() => mail.stop());
    const { replies } = await readServers({ PUBLIC_URL, SMTP_URL: mail.urlOf('none') });
    const refusal = PUBLIC_URL.startsWith('https') ? expect.stringMatching(/STARTTLS|command/) : undefined;
    expect(replies.find(({ item }) => item === 'SMTP')?.refusal).toEqual(refusal);
  },
);

test('partitions are compared with the declared ones', async () => {
  await bus.ensureTopics([{ ...shapeOf(leadReceived), partitions: 1 }, shapeOf(zipRefreshRequested)]);
  const { topics } = await readServers(servers);
  const { partitions: declared } = leadReceived;
  const found = ({ topic }: { topic: string }) =>
    topics.different.find(different => different.topic === bus.topicName(topic));
  expect(found(leadReceived)).toMatchObject({ declared, found: 1 });
  expect(found(zipRefreshRequested)).toBeUndefined();
  expect(found(zipAssigned)).toMatchObject({ found: undefined });
});

test('settings that contradict the form of Kafka are one sentence', async () => {
  const { replies } = await readServers({ KAFKA_BROKERS: 'h:9092', KAFKA_CA_FILE: '/none.pem' });
  expect(replies.find(({ item }) => item === 'Kafka')?.refusal).toBe(
    "KAFKA_CA_FILE: expected a file of PEM certificates that this process can read; got '/none.pem'",
  );
});

test('the last backup and the age of the database are read', async () => {
  const url = await testDatabase('doctor_backups');
  expect(await readBackup(url)).toEqual({});
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  cleanups.push(() => client.end());
  await client.query(sql`
    create table backups (taken_at timestamptz primary key, bytes bigint not null);
    create table migrations (run_on timestamp not null);
    insert into migrations values (now() - interval '3 days')`);
  expect(linesOf(checkBackup(await readBackup(url), new Date()))).toEqual([
    expect.stringMatching(/^warning: backup: expected one of the last day, got none; /),
  ]);
  await client.query(sql`insert into backups values (now() - interval '2 hours', 1)`);
  expect(checkBackup(await readBackup(url), new Date())).toEqual([]);
});

/* All checks together */

test('settings, DNS, Stripe, mail and machine are examined at once', async () => {
  const { setUp } = await startStripe();
  const { url } = await serve((_request, response) => response.end());
  const dir = newFolder();
  const settings = {
    ...(await setUp()),
    SERVICE_SECRET: 'kq3JmX0v9bTz5RwL8nYc2HdF6gPaSe1U',
    WEBHOOK_SECRET: 'whsec_kq3JmX0v9bTz5RwL8nYc2HdF6gPaSe1U',
    MAIL_FROM: 'ClosingWire <hello@closingwire.com>',
    SUPPORT_ADDRESS: 'support@closingwire.com',
    POSTAL_ADDRESS: '1 Main Street',
    SMTP_URL: 'smtps://smtp.provider.com',
    PUBLIC_ADDRESS: '8.8.4.4',
    HTTP_PORT: '3',
    HTTPS_PORT: '4',
    PROJECT: 'doctor-test',
  };
  const findings = await examineHost(settings, {
    known: [],
    settingsFile: join(dir, '.env.production'),
    resolver: dns({
      a: ['8.8.4.4'],
      txt: { 'closingwire.com': ['v=spf1 -all'], '_dmarc.closingwire.com': ['v=DMARC1; p=none'] },
    }),
    clocks: [url],
    folders: [],
  });
  expect(findings.map(({ level, item }) => `${level} ${item}`)).toEqual([
    'warning STRIPE_API_URL',
    'warning DKIM',
  ]);
});

const command = fileURLToPath(new URL('../bin/closingwire', import.meta.url));

test('the command prints each line and exits with 1', async () => {
  const file = join(newFolder(), '.env.production');
  writeFileSync(file, 'PUBLIC_URL=http://localhost:8080\nDOCTOR_ACCEPTS=SMTP_URL,MAIL_FROM\n');
  const run = promisify(execFile)(command, ['doctor', '--settings', file]);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^PUBLIC_URL: expected https:\/\/localhost:8080, got [\s\S]+\nwarning: SMTP_URL: [\s\S]+\n\d+ problems, \d+ warnings?\n$/,
    ),
  });
});

test('a name that the file sets twice is a problem with both lines', async () => {
  const file = join(newFolder(), '.env.production');
  writeFileSync(file, '\uFEFFMAIL_FROM=a\r\n# MAIL_FROM=b\r\nexport MAIL_FROM=c\r\n');
  await expect(promisify(execFile)(command, ['doctor', '--settings', file])).rejects.toMatchObject({
    code: 1,
    stdout: `settings: ${file}: MAIL_FROM: expected one line, got lines 1 and 3; remove all but one.\n1 problem, 0 warnings\n`,
  });
});

test('the command names a refused value, which the operator cannot accept', async () => {
  const file = join(newFolder(), '.env.production');
  writeFileSync(file, 'TRIAL_DAYS=abc\nDOCTOR_ACCEPTS=TRIAL_DAYS,spf\n');
  await expect(promisify(execFile)(command, ['doctor', '--settings', file])).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^TRIAL_DAYS: expected a number, got 'abc'; correct it\.\n[\s\S]*^DOCTOR_ACCEPTS: expected items .+, got spf; /m,
    ),
  });
});

test('an invalid sandbox address does not end the check', async () => {
  const settings = { PUBLIC_URL: publicUrl, STRIPE_SECRET_KEY: 'sk_test_of_the_doctor' };
  expect(await stripeLines({ ...settings, STRIPE_API_URL: 'nonsense' })).toEqual([]);
});

test('the command exits with 0 for healthy servers', async () => {
  const { POSTGRES_URL, MONGODB_URL, SMTP_URL, KAFKA_BROKERS, KAFKA_TOPIC_PREFIX } = servers;
  const env = { ...process.env, POSTGRES_URL, MONGODB_URL, SMTP_URL, KAFKA_BROKERS, KAFKA_TOPIC_PREFIX };
  const { stdout } = await promisify(execFile)(command, ['doctor', '--servers'], { env });
  expect(stdout).toMatch(/^(warning: Kafka topic .+\n)?0 problems, [01] warnings?\n$/);
});

test('the command without an option names them', async () => {
  await expect(promisify(execFile)(command, ['doctor'])).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/expected --settings <file> or --servers, got neither/),
  });
});
