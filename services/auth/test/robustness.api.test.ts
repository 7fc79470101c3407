import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { openPg, sql } from '@closingwire/chassis/pg';
import { secretBox } from '@closingwire/chassis/secret-box';
import { messagesDone, testDatabase, until } from '@closingwire/chassis/testing';
import { userRegistered } from '@closingwire/contracts/auth';
import { standingChanged, trialStarted } from '@closingwire/contracts/billing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSigningKeys } from '../src/sessions/signing-keys.ts';
import { call, jobsDone, mailTo, newForm, registerUser, tokensOf } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

const log = createLog('test', 'silent');
let auth: StartedAuth;
beforeAll(async () => {
  auth = await startAuth({ DEMO_ACCOUNTS: 'true' });
});
afterAll(() => auth?.stop());

const account = (id: string, version: number, trialDays: number) => ({
  id,
  version,
  trialDays,
  trialStartedAt: '2026-11-21T00:00:00Z',
  trialExpiresAt: '2026-12-05T00:00:00Z',
  hasActivePayment: false,
  stripeCustomerId: null,
  zipCount: 0,
  monthlyAmountCents: 0,
});

test('trial facts arrive once, in any order', async () => {
  const { access } = await registerUser(auth);
  const me = async () => (await call(auth, 'GET', '/api/auth/user', { token: access })).body;
  const id = String((await me()).id);
  const before = await messagesDone(trialStarted, standingChanged);
  const eventId = newId();
  const publishStart = () => auth.bus.publish(trialStarted, account(id, 1, 14), eventId);
  await publishStart();
  await publishStart();
  await until(async () => (await me()).trialDays === 14);
  await auth.bus.publish(standingChanged, { ...account(id, 3, 44), hasActivePayment: true });
  await until(async () => (await me()).trialDays === 44);
  await auth.bus.publish(standingChanged, account(id, 2, 30));
  await publishStart();
  await until(async () => (await messagesDone(trialStarted, standingChanged)) === before + 5);
  expect(await me()).toMatchObject({ trialDays: 44, hasActivePayment: true });
});

test('a mail whose reply was lost is retried and sent once', async () => {
  auth.faults.mails = 1;
  const form = newForm();
  await call(auth, 'POST', '/api/auth/signup', { body: form });
  await mailTo(auth, form.email, 'confirm-email');
  await jobsDone(auth);
  expect(auth.faults.mails).toBeLessThan(0);
  expect(auth.mails.filter(mail => mail.to === form.email)).toHaveLength(1);
});

test('no secret remains after the mails are sent', async () => {
  const form = newForm();
  await call(auth, 'POST', '/api/auth/signup', { body: form });
  const { link } = await mailTo(auth, form.email, 'confirm-email');
  const secret = new URL(link).searchParams.get('token') ?? 'missing';
  await until(async () => {
    const jobs = await auth.pg.query<{ row: string }>(
      sql`select j::text as row from graphile_worker._private_jobs j`,
    );
    return !jobs.some(({ row }) => row.includes(secret));
  });
});

test('processes that start together agree on one key', async () => {
  const url = await testDatabase('auth_boot');
  const migrations = new URL('../migrations/', import.meta.url);
  const databases = Array.from({ length: 4 }, () => openPg({ url, name: 'boot', migrations, log }));
  const box = secretBox('a-secret-of-the-services-for-tests-only', 'signing keys');
  const keys = databases.map(pg => openSigningKeys({ pg, box, issuer: 'test', clock: () => new Date() }));
  await Promise.all(
    databases.map(async (pg, at) => {
      await pg.part.start();
      await keys[at]?.part.start();
    }),
  );
  const published = keys.map(key => JSON.stringify(key.published()));
  expect(new Set(published).size).toBe(1);
  for (const pg of databases) await pg.part.stop();
});

test('the demo users can sign in', async () => {
  for (const [email, isAdmin] of [
    ['admin@demo.closingwire.test', true],
    ['subscriber@demo.closingwire.test', false],
  ]) {
    const body = { email, password: 'closingwire-demo' };
    const reply = await call(auth, 'POST', '/api/auth/signin', { body });
    expect(reply.body.user).toMatchObject({ email, isAdmin });
    await until(() => auth.bus.receivedOf(userRegistered).some(({ data }) => data.email === email));
  }
});

test('a deleted demo user is not inserted again', async () => {
  const settings = { DEMO_ACCOUNTS: 'true', DATABASE_URL: await testDatabase('auth_demo') };
  const password = 'closingwire-demo';
  const credentials = { email: 'subscriber@demo.closingwire.test', password };
  const first = await startAuth(settings);
  const { access: token } = tokensOf(await call(first, 'POST', '/api/auth/signin', { body: credentials }));
  expect((await call(first, 'DELETE', '/api/user', { token, body: { password } })).status).toBe(200);
  await first.stop();
  const again = await startAuth(settings);
  const rows = await again.pg.query<{ email: string }>(sql`select email from users`);
  await again.stop();
  expect(rows).toEqual([{ email: 'admin@demo.closingwire.test' }]);
});

test('a second start inserts no more demo users', async () => {
  const again = await startAuth({ DEMO_ACCOUNTS: 'true', DATABASE_URL: auth.config.DATABASE_URL });
  const rows = await again.pg.query(sql`select 1 from users where email like '%@demo.closingwire.test'`);
  await again.stop();
  expect(rows).toHaveLength(2);
});
