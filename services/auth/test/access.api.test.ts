import { openIdentity } from '@closingwire/chassis/identity';
import { sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAddress, PASSWORD, type StartedWire, startWire } from './wire/start-wire.ts';

const SERVICE_SECRET = 'a-secret-of-the-services-for-tests-only';

let auth: StartedWire;
let now = new Date();
beforeAll(async () => {
  const DATABASE_URL = await testDatabase('auth_access');
  auth = await startWire({ AUTO_CONFIRM: 'true', DATABASE_URL }, { now: () => now });
});
afterAll(() => auth?.stop());

/** A call of the product's own, outside the wire protocol. */
async function call(method: string, path: string, token: string, body?: object) {
  const reply = await fetch(new URL(path, auth.url), {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, body: JSON.parse(await reply.text()) };
}

async function registerUser(email = newAddress()) {
  const { body } = await auth.call('POST', '/signup', { email, password: PASSWORD });
  return { email, id: body.user.id as string, access: body.access_token as string };
}

async function signIn(email: string): Promise<string> {
  const { body } = await auth.call('POST', '/token?grant_type=password', { email, password: PASSWORD });
  return body.access_token;
}

async function ownerOf(key: string) {
  const jwksUrl = 'http://127.0.0.1:1';
  const gate = openIdentity({ jwksUrl, issuer: 'none', serviceSecret: SERVICE_SECRET, name: 'leads' });
  const reply = await call('POST', '/internal/api-keys/resolve', await gate.serviceToken('auth'), { key });
  return reply.body.userId;
}

describe('sessions', () => {
  test("are listed, the caller's one marked", async () => {
    const { email, access } = await registerUser();
    await signIn(email);
    const { body } = await call('GET', '/api/user/sessions', access);
    expect(body.sessions.map((session: { isCurrent: boolean }) => session.isCurrent).sort()).toEqual([
      false,
      true,
    ]);
  });

  test("elsewhere end, and the caller's one stays", async () => {
    const { email, access } = await registerUser();
    const other = await signIn(email);
    expect((await call('POST', '/api/user/sessions/end-others', access)).status).toBe(200);
    expect((await call('GET', '/api/user/sessions', other)).status).toBe(401);
    expect((await call('GET', '/api/user/sessions', access)).body.sessions).toHaveLength(1);
  });

  test('of other users cannot be ended', async () => {
    const { access } = await registerUser();
    const victim = await registerUser();
    const { body } = await call('GET', '/api/user/sessions', victim.access);
    const ended = await call('DELETE', `/api/user/sessions/${body.sessions[0].id}`, access);
    expect(ended.status).toBe(404);
    expect((await call('GET', '/api/user/sessions', victim.access)).status).toBe(200);
  });
});

describe('an API key', () => {
  const make = async (access: string) =>
    (await call('POST', '/api/user/api-keys', access, { name: 'CRM' })).body;

  test('is returned once and identifies its owner', async () => {
    const { id, access } = await registerUser();
    const { key, apiKey } = await make(access);
    expect(key).toMatch(/^cw_[\w-]{43}$/);
    expect(await ownerOf(key)).toBe(id);
    const { body } = await call('GET', '/api/user/api-keys', access);
    expect(body.apiKeys).toEqual([{ ...apiKey, lastUsedAt: now.toISOString() }]);
    expect(JSON.stringify(body)).not.toContain(key);
  });

  test('that is replaced works until the overlap ends', async () => {
    const { id, access } = await registerUser();
    const { key, apiKey } = await make(access);
    const path = `/api/user/api-keys/${apiKey.id}/roll`;
    const rolled = await call('POST', path, access, { overlapHours: 1 });
    expect([await ownerOf(key), await ownerOf(rolled.body.key)]).toEqual([id, id]);
    now = new Date(now.getTime() + 3_600_000);
    expect([await ownerOf(key), await ownerOf(rolled.body.key)]).toEqual([null, id]);
  });

  test('that is revoked, or whose owner is banned, is refused', async () => {
    const { id, access } = await registerUser();
    const first = await make(access);
    const second = await make(access);
    expect((await call('DELETE', `/api/user/api-keys/${first.apiKey.id}`, access)).status).toBe(200);
    expect([await ownerOf(first.key), await ownerOf(second.key)]).toEqual([null, id]);
    await auth.admin().updateUserById(id, { ban_duration: '1h' });
    expect(await ownerOf(second.key)).toBeNull();
    const [{ changes } = { changes: [] }] = await auth.pg.query<{ changes: object[] }>(
      sql`select changes from audit_log where action = 'user-changed-by-admin' and target_id = ${id}`,
    );
    expect(changes).toEqual([{ field: 'bannedUntil', to: expect.stringMatching(/^[\d-]+ [\d:]+ UTC$/) }]);
  });

  test('of another user cannot be revoked', async () => {
    const victim = await registerUser();
    const { key, apiKey } = await make(victim.access);
    const { access } = await registerUser();
    expect((await call('DELETE', `/api/user/api-keys/${apiKey.id}`, access)).status).toBe(404);
    expect(await ownerOf(key)).toBe(victim.id);
  });
});

test('deleting a user removes all their data and publishes it', async () => {
  const { id, access } = await registerUser();
  expect((await auth.admin().deleteUser(id)).error).toBeNull();
  expect((await auth.call('GET', '/user', undefined, { authorization: `Bearer ${access}` })).status).toBe(
    403,
  );
  const published = await auth.pg.query(sql`select 1 from outbox where topic = 'user.deleted'`);
  expect(published).toHaveLength(1);
});
