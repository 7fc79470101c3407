import { raw, sql } from '@closingwire/chassis/pg';
import { messagesDone, until } from '@closingwire/chassis/testing';
import { userDeleted } from '@closingwire/contracts/auth';
import { standingChanged } from '@closingwire/contracts/billing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin } from '../src/flows/make-admin.ts';
import { call, PASSWORD, registerUser, tokensOf } from './client.ts';
import { fakeExporter } from './fake-services.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

const exporters = {
  CATALOG_URL: fakeExporter('catalog'),
  LEADS_URL: fakeExporter('leads'),
  CONTENT_URL: fakeExporter('content'),
};
let auth: StartedAuth;
beforeAll(async () => {
  for (const exporter of Object.values(exporters)) await exporter.start();
  const urls = Object.entries(exporters).map(([name, { url }]) => [name, url]);
  auth = await startAuth(Object.fromEntries(urls));
});
afterAll(async () => {
  await auth?.stop();
  for (const exporter of Object.values(exporters)) await exporter.stop();
});

async function newUser() {
  const { form, access } = await registerUser(auth);
  const { id } = (await call(auth, 'GET', '/api/auth/user', { token: access })).body;
  return { email: form.email, token: access, id: String(id) };
}

const signIn = (email: string) =>
  call(auth, 'POST', '/api/auth/signin', { body: { email, password: PASSWORD } });
const remove = (token: string, password = PASSWORD) =>
  call(auth, 'DELETE', '/api/user', { token, body: { password } });

describe('the export of an account', () => {
  test('has the data of each service', async () => {
    const { email, token, id } = await newUser();
    await call(auth, 'POST', '/api/user/api-keys', { token, body: { name: 'CRM' } });
    const { status, body } = await call(auth, 'GET', '/api/user/export', { token });
    expect(status).toBe(200);
    const asked = { userId: id, email };
    expect(body).toMatchObject({
      account: {
        profile: { id, email, firstName: 'Nora', hasPassword: true },
        preferences: { emailNotifications: true },
        sessions: [{ aal: 'aal1' }],
        apiKeys: [{ name: 'CRM' }],
        secondFactors: [],
        identities: [{ provider: 'email' }],
      },
      billing: { from: 'billing', ...asked },
      zips: { from: 'catalog', ...asked },
      leads: { from: 'leads', ...asked },
      mails: { from: 'notifications', ...asked },
      messages: { from: 'content', ...asked },
    });
    const actions = (body.account as { auditLog: { action: string }[] }).auditLog.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['sign-up', 'api-key-made', 'account-exported']));
  });

  test('has no secret and no hash', async () => {
    const { token, id } = await newUser();
    const made = await call(auth, 'POST', '/api/user/api-keys', { token, body: { name: 'CRM' } });
    const { status, body } = await call(auth, 'GET', '/api/user/export', { token });
    expect(status).toBe(200);
    const text = JSON.stringify(body);
    const [row] = await auth.pg.query<{ hash: string }>(
      sql`select password_hash as hash from users where id = ${id}`,
    );
    for (const secret of [row?.hash, made.body.key, 'argon2', token]) expect(text).not.toContain(secret);
  });

  test('fails with the names of unavailable services', async () => {
    const { token } = await newUser();
    const alone = await startAuth({
      DATABASE_URL: auth.config.DATABASE_URL,
      ...Object.fromEntries(Object.keys(exporters).map(name => [name, 'http://127.0.0.1:1'])),
    });
    const { status, body } = await call(alone, 'GET', '/api/user/export', { token });
    await alone.stop();
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'export_incomplete' });
    expect((body.missing as string[]).toSorted()).toEqual(['catalog', 'content', 'leads']);
    expect(body.message).toMatch(/^Your data could not be gathered: no answer from .*leads/);
  });

  test('requires a session', async () => {
    expect((await call(auth, 'GET', '/api/user/export')).status).toBe(401);
  });
});

describe('deleting an account', () => {
  test('removes the user here and publishes it', async () => {
    const { email, token, id } = await newUser();
    const reply = await remove(token);
    expect([reply.status, reply.body.message]).toEqual([200, 'Your account was deleted.']);
    expect(tokensOf(reply)).toEqual({ access: '', refresh: '' });
    expect((await signIn(email)).status).toBe(400);
    expect((await call(auth, 'GET', '/api/user/sessions', { token })).status).toBe(401);
    const [deleted] = await auth.bus.receive(userDeleted, id);
    expect(deleted?.data).toMatchObject({ version: 2, email });
    expect((await remove(token)).status).toBe(401);
  });

  test('leaves no personal data in any table', async () => {
    const { email, token, id } = await newUser();
    await call(auth, 'POST', '/api/auth/signin', { body: { email, password: 'wrong-password' } });
    await call(auth, 'POST', '/api/user/api-keys', { token, body: { name: 'CRM' } });
    await remove(token);
    await until(async () => (await auth.pg.query(sql`select 1 from outbox`)).length === 0);
    const tables = await auth.pg.query<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'outbox'`,
    );
    for (const { name } of tables) {
      const rows = await auth.pg.query<{ row: string }>(sql`select t::text as row from "${raw(name)}" t`);
      expect(
        rows.filter(({ row }) => row.includes(email)),
        name,
      ).toEqual([]);
    }
    const traces = await auth.pg.query<{ action: string; ip: string | null; agent: string | null }>(
      sql`select action, ip, user_agent as agent from audit_log where actor_id = ${id} or target_id = ${id}`,
    );
    expect(traces.map(({ action }) => action)).toContain('user-deleted');
    expect(traces.filter(({ ip, agent }) => ip !== null || agent)).toEqual([]);
  });

  test('requires the right password', async () => {
    const { email, token } = await newUser();
    const reply = await remove(token, 'not-the-password');
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'invalid_credentials', message: 'The password is not right.' });
    expect((await signIn(email)).status).toBe(200);
  });

  test('limits wrong passwords', async () => {
    const { token } = await newUser();
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries++) statuses.push((await remove(token, 'guess')).status);
    expect(statuses.slice(-2)).toEqual([400, 429]);
  });

  test('is refused to the last admin', async () => {
    const [first, second] = [await newUser(), await newUser()];
    await makeAdmin(auth.pg, first.email);
    expect((await remove(first.token)).body).toMatchObject({ status: 409, code: 'last_admin' });
    await makeAdmin(auth.pg, second.email);
    const both = await Promise.all([remove(first.token), remove(second.token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

test('a deletion publishes the former addresses and their end', async () => {
  const { email, token, id } = await newUser();
  const move = (userId: string, to: string) =>
    auth.pg.query(sql`update users set email = ${to} where id = ${userId}`);
  await move(id, `second-${email}`);
  await move(id, `third-${email}`);
  const next = await newUser();
  await move(next.id, email);
  const listed = await call(auth, 'GET', '/api/user/export', { token });
  expect(listed.body).toMatchObject({
    account: { formerAddresses: [{ email }, { email: `second-${email}` }] },
  });
  await remove(token);
  const [deleted] = await auth.bus.receive(userDeleted, id);
  const { deletedAt, formerEmails } = deleted?.data ?? {};
  expect(deleted?.data.email).toBe(`third-${email}`);
  expect(formerEmails).toEqual([
    { email, before: expect.any(String) },
    { email: `second-${email}`, before: deletedAt },
  ]);
  expect(Date.parse(formerEmails?.[0]?.before ?? '')).toBeLessThan(Date.parse(deletedAt ?? ''));
  expect(await auth.pg.query(sql`select id from deleted_users where id = ${id}`)).toEqual([{ id }]);
  expect(await auth.pg.query(sql`select 1 from former_addresses where user_id = ${id}`)).toEqual([]);
});

test('a late event does not restore a deleted user', async () => {
  const { token, id } = await newUser();
  await remove(token);
  const times = { trialStartedAt: '2026-11-21T00:00:00Z', trialExpiresAt: '2026-12-05T00:00:00Z' };
  const money = { hasActivePayment: false, stripeCustomerId: 'cus_1', zipCount: 0, monthlyAmountCents: 0 };
  const data = { id, version: 9, trialDays: 14, ...times, ...money };
  const before = await messagesDone(standingChanged);
  await auth.bus.publish(standingChanged, data);
  await until(async () => (await messagesDone(standingChanged)) === before + 1);
  expect(await auth.pg.query(sql`select 1 from account_copies where user_id = ${id}`)).toEqual([]);
});

test("a deletion keeps the counters of a former address's present owner", async () => {
  const [leaving, owner] = [await newUser(), await newUser()];
  const former = `once-${owner.email}`;
  await auth.pg.execute(sql`update users set email = ${former} where id = ${leaving.id}`);
  await auth.pg.execute(sql`update users set email = ${leaving.email} where id = ${leaving.id}`);
  await auth.pg.execute(sql`update users set email = ${former} where id = ${owner.id}`);
  await call(auth, 'POST', '/api/auth/signin', { body: { email: former, password: 'guess' } });
  const tries = () => auth.pg.query(sql`select key, points from attempts where key like ${`%${former}%`}`);
  const counted = await tries();
  expect(counted).not.toEqual([]);
  expect((await remove(leaving.token)).status).toBe(200);
  expect(await tries()).toEqual(counted);
});
