import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import { execa } from 'execa';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { z } from 'zod';
import { cards } from '../browser/card-form.ts';
import { cardInPortal } from '../browser/card-in-portal.ts';
import { visitorSteps } from '../browser/journey.ts';
import { screenshot } from '../browser/open-browser.ts';
import { choose94110, fillRegistration } from '../browser/registration.ts';
import { deliverLeads } from '../platform/deliver-leads.ts';
import { linkIn, mailAbout } from '../platform/mail-sink.ts';
import { aVisitor, expectStatus, somePassword } from '../platform/user.ts';
import { theWhole } from '../platform/whole-addresses.ts';
import * as server from './domain.ts';
import { restartEngine } from './engine.ts';
import { countAsFollowed, follow, notFollowed } from './follow-runbook.ts';
import { advance, create, listOfProvider } from './provider.ts';

/* A customer of a product on its domain, and its operator: restart, update and rollback, backup and restore. */

const { url, mailApiUrl } = theWhole();
const email = `grace-${newId()}@example.com`;
const zip = '94110';
const test = visitorSteps();

const dayMs = 86_400_000;
const today = new Date(Date.now() - 2 * dayMs).toISOString().slice(0, 10);

const closings = Array.from({ length: 30 }, (_, at) => ({
  fullName: `Agent ${at}`,
  email: `agent-${at}@example.com`,
  licenseNumber: `CA-${at}`,
  state: 'CA',
  property: {
    address1: `${at} Mission Street`,
    city: 'San Francisco',
    state: 'CA',
    zip,
    price: 900_000 + at,
    soldDate: today,
  },
}));

/** All PostgreSQL images accept TCP. */
const inContainer = 'PGPASSWORD=$POSTGRES_PASSWORD exec psql -h 127.0.0.1 -U closingwire -d "$0" -Atc "$1"';

async function psql(database: string, sql: string, project = server.project): Promise<string> {
  const args = ['exec', `${project}-postgres-1`, 'sh', '-c', inContainer, database, sql];
  return (await execa('docker', args)).stdout.trim();
}

/** Gives the customer a test clock at the provider before billing creates the customer. */
async function onAClock(): Promise<string> {
  const clock = await create('test_helpers/test_clocks', {
    frozen_time: String(Math.floor(Date.now() / 1_000)),
  });
  const account = await until(
    async () => (await psql('billing', `select id from accounts where email = '${email}'`)) || undefined,
  );
  const id = await create('customers', { email, test_clock: clock, 'metadata[accountId]': account });
  await psql('billing', `update accounts set stripe_customer_id = '${id}' where id = '${account}'`);
  return clock;
}

const statusLine = (page: Page) => page.getByRole('status').filter({ hasText: /^[\d,]+ closings/ });

async function rowsOfExport(page: Page): Promise<number> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  return text.trimEnd().split('\n').length - 1;
}

/** The state that must be the same after each of the operator's commands. */
async function whatIsThere(project = server.project) {
  return {
    users: await psql('auth', 'select count(*) from users', project),
    subscriptions: await psql('billing', 'select count(*) from subscriptions', project),
    orders: await psql('billing', 'select count(*) from orders', project),
    claims: await psql('catalog', 'select count(*) from claims', project),
    closings: await psql('leads', 'select count(*) from closings', project),
    mails: await psql('notifications', 'select count(*) from mails', project),
  };
}

async function listOf(base = url): Promise<number> {
  const user = aVisitor({ url: base }, email);
  await expectStatus(user.call('POST', '/api/auth/signin', { email, password: somePassword }), 200);
  const { json } = await expectStatus(user.call('GET', '/api/user/agents'), 200);
  return (json as { total: number }).total;
}

test('the servers run the images that the registry has, by their digests', async () => {
  const format = '{{ .Config.Image }}';
  for (const image of server.serverImages) {
    const [name = ''] = image.split('/').at(-1)?.split(':') ?? [];
    const { stdout } = await execa('docker', ['inspect', '--format', format, `${server.project}-${name}-1`]);
    expect(stdout).toMatch(new RegExp(`^${image.replace(/:.*/, '')}@sha256:[0-9a-f]{64}$`));
  }
});

test('a visitor registers over TLS', async ({ page }) => {
  await page.goto('/register');
  await fillRegistration(page, email);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('heading', { name: /check your email/i }).waitFor();
});

test('the emailed link has the name of the domain and signs in', async ({ page }) => {
  const mail = await mailAbout(mailApiUrl, email, /confirm/i);
  const link = linkIn(mail, '/api/auth/confirm');
  expect(new URL(link).origin).toBe(url);
  await page.goto(link);
  await page.getByRole('heading', { name: 'Choose Your ZIP Codes', exact: true }).waitFor();
  const cookies = await page.context().cookies();
  const session = cookies.filter(({ name }) => /access|refresh/.test(name));
  expect(session.length).toBeGreaterThan(0);
  for (const { name, secure, httpOnly } of session)
    expect([name.startsWith('__Host-'), secure, httpOnly]).toEqual([true, true, true]);
  await screenshot(page, 'domain-zips');
});

let clock = '';

test('an order starts a trial, and a source delivers the list', async ({ page }) => {
  clock = await onAClock();
  await choose94110(page);
  await page.getByRole('button', { name: 'Start Trial' }).click();
  await page.getByRole('heading', { name: 'Welcome Back', exact: true }).waitFor();
  const key =
    /cwi_[0-9a-f]{48}/.exec(
      await server.onServer("make closingwire ARGS='ingestion-key create my-source'"),
    )?.[0] ?? '';
  await deliverLeads({ url, ingestionKey: key }, closings);
  await statusLine(page)
    .filter({ hasText: /^30 closings/ })
    .waitFor();
  await mailAbout(mailApiUrl, email, /94110.* is ready/);
  await screenshot(page, 'domain-dashboard');
});

test('the file has the rows that the screen counts', async ({ page }) => {
  expect(await rowsOfExport(page)).toBe(30);
});

test('a new webhook secret counts after the next deploy', async () => {
  expect(await server.onServer('make stripe-setup ARGS=--roll')).toContain('STRIPE_WEBHOOK_SECRET');
  await server.onServer('make deploy');
});

test('a card in the portal pays the trial, and the webhook reports it', async ({ page }) => {
  await cardInPortal(page, cards.good);
  await until(
    async () =>
      (await psql('billing', `select payment_state from accounts where email = '${email}'`)) === 'trialing',
  );
});

test('the provider charges at the end of the trial and a month later', async () => {
  const customer = await psql('billing', `select stripe_customer_id from accounts where email = '${email}'`);
  const [subscription] = await listOfProvider(`subscriptions?customer=${customer}`);
  const end = subscription?.trial_end ?? 0;
  await advance(clock, end);
  const paid = async () =>
    (await listOfProvider(`invoices?customer=${customer}`)).filter(({ amount_paid }) => amount_paid > 0);
  await until(async () => (await paid()).length === 1);
  await until(
    async () =>
      (await psql('billing', `select payment_state from accounts where email = '${email}'`)) === 'active',
  );
  await advance(clock, end + 32 * 86_400);
  await until(async () => (await paid()).length === 2);
  expect((await paid()).map(({ amount_paid }) => amount_paid)).toEqual([1500, 1500]);
});

test('the first admin is made by the command line', async () => {
  const grant = "make closingwire ARGS='admin grant you@example.com'";
  expect(await server.onServer(grant, { 'you@example.com': email })).toContain(`${email} is an admin now.`);
  expect(await server.onServer("make closingwire ARGS='replay leads'")).toContain('0 messages of leads');
});

test('everything is there after a restart of the engine', async () => {
  const before = await whatIsThere();
  const { stdout } = await execa('docker', ['ps', '--quiet', '--filter', `name=^${server.project}`]);
  await restartEngine(stdout.split('\n'));
  await until(async () => (await fetch(`${url}/api/health`).catch(() => undefined))?.ok, {
    timeoutMs: 120_000,
  });
  expect(await whatIsThere()).toEqual(before);
  expect(await listOf()).toBe(30);
});

/** A client network may make 3,000 requests per minute. */
const BETWEEN_CALLS_MS = 25;

/** Calls the product repeatedly until stopped; returns the statuses. */
function callAllTheTime() {
  const statuses: (number | string)[] = [];
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      statuses.push(await fetch(`${url}/api/auth/user`).then(({ status }) => status, String));
      await pause(BETWEEN_CALLS_MS);
    }
  })();
  return async () => {
    isOver = true;
    await loop;
    return statuses;
  };
}

/** Returns the color that gets requests. */
async function colorNow(): Promise<string> {
  const text = await readFile(`${server.folder}/.production/${server.project}/running.json`, 'utf8');
  return z.object({ color: z.string() }).parse(JSON.parse(text)).color;
}

/** Returns the colors with containers. */
async function colorsThatRun(): Promise<string[]> {
  const { stdout } = await execa('docker', ['ps', '--all', '--format', '{{.Names}}']);
  const pattern = new RegExp(`^${server.project}-(blue|green)-`);
  return [...new Set(stdout.split('\n').flatMap(name => pattern.exec(name)?.[1] ?? []))];
}

const withImage = (image: string) => ({ deploy: `deploy IMAGE='${image}'` });

const imageFrom = (tag: string, lines: string) =>
  execa('docker', ['build', '--quiet', '--tag', `closingwire:${tag}`, '-'], {
    input: `FROM closingwire\n${lines}\n`,
  });

test('an update and the way back fail no request', async () => {
  await imageFrom('next', 'ENV REVISION=next');
  const before = await whatIsThere();
  const stop = callAllTheTime();
  expect(await server.onServer('make deploy', withImage('closingwire:next'))).toContain(
    'closingwire:next serves',
  );
  const gateway = ['exec', `${server.project}-${await colorNow()}-gateway-1`, 'sh', '-c', 'echo $REVISION'];
  expect((await execa('docker', gateway)).stdout).toBe('next');
  expect(await server.onServer('make rollback')).toContain('closingwire:1 serves');
  const statuses = await stop();
  expect(statuses.length).toBeGreaterThan(50);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await whatIsThere()).toEqual(before);
});

test('a version that does not become ready changes nothing', async () => {
  await imageFrom(
    'broken',
    'USER root\nRUN echo "process.exit(1)" > services/billing/src/main.ts\nUSER node',
  );
  const stop = callAllTheTime();
  const refusal = await server
    .onServer('make deploy', withImage('closingwire:broken'))
    .catch((error: { all?: string }) => error.all);
  expect(refusal).toContain(
    'closingwire:broken did not become ready: the reason is above. 127.0.0.1:13500/library/closingwire:1 serves requests as before.',
  );
  expect(new Set(await stop())).toEqual(new Set([200]));
  expect(await colorsThatRun()).toEqual([await colorNow()]);
});

let beforeBackup: Awaited<ReturnType<typeof whatIsThere>>;

test('a backup is restored into a second project, which an authority certifies', async () => {
  const before = await whatIsThere();
  beforeBackup = before;
  await server.onServer('make closingwire ARGS=backup');
  expect(await server.onServer('make closingwire ARGS=backups')).toContain(
    new Date().toISOString().slice(0, 10),
  );
  await server.onServer('make production-stop');
  const caFile = await server.prepareSecond();
  for (const line of ['make production-restore FROM=latest', 'make deploy'])
    await follow(line, { settings: server.secondSettings });
  expect(await whatIsThere(server.secondProject)).toEqual(before);
  const signIn = [
    ...['--silent', '--fail', '--cacert', caFile, '--cookie-jar', '-', '--header', `origin: ${url}`],
    ...['--json', JSON.stringify({ email, password: somePassword }), `${url}/api/auth/signin`],
  ];
  // The authority issues the certificate within seconds of the start.
  await until(async () => !(await execa('curl', signIn, { reject: false })).failed, { timeoutMs: 60_000 });
});

test('a backup takes the place of the data that is there', async () => {
  const second = { settings: server.secondSettings };
  await follow('make production-stop', second);
  await follow('make production-restore FROM=latest REPLACE=1', second);
  const names = await readdir(`${server.folder}/backups/${server.project}`);
  // Earlier backups lack the customer.
  const name =
    names
      .filter(each => /^\d/.test(each))
      .toSorted()
      .at(-1) ?? '';
  const line = 'make production-restore FROM=2026-11-25T03-15-00 REPLACE=1';
  await follow(line, { ...second, words: { '2026-11-25T03-15-00': name } });
  expect(await whatIsThere(server.secondProject)).toEqual(beforeBackup);
});

/** infra/production/src/update.int.test.ts tests these: a server fetches versions from a repository. */
const ofUpdate = ['make update', 'make update VERSION=v1.4.0'];

test('every command of the runbook was run', () => {
  countAsFollowed([...server.commandsOfDeploy, ...ofUpdate]);
  expect(notFollowed()).toEqual([]);
});
