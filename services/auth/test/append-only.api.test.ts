import { newId } from '@closingwire/chassis/ids';
import { raw, type Sql, sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { requestAudited } from '@closingwire/contracts/audit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, PASSWORD, registerUser } from './client.ts';
import { type StartedAuth, startAuth } from './start-auth.ts';

let auth: StartedAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth?.stop());

async function newUser() {
  const { access: token } = await registerUser(auth);
  const { id } = (await call(auth, 'GET', '/api/auth/user', { token })).body;
  return { id: String(id), token };
}

type Entry = { action: string; at: Date; actor: string | null; ip: string | null; agent: string | null };

const entriesOf = (id: string) =>
  auth.pg.query<Entry & { detail: object }>(
    sql`select action, at, actor_id as actor, host(ip) as ip, user_agent as agent, detail from audit_log
     where actor_id = ${id} or target_id = ${id} order by id`,
  );

/** Runs a statement on the service's own connection; returns why PostgreSQL refuses it. */
const refusalOf = (statement: Sql) =>
  auth.pg.query(statement).then(
    () => 'done',
    error => String(error.cause ?? error),
  );

const changing = (id: string, change: string) =>
  sql`update audit_log set ${raw(change)} where actor_id = ${id}`;

test('an entry cannot be changed, removed or emptied', async () => {
  row('audit/append-only');
  const { id } = await newUser();
  const before = await entriesOf(id);
  expect(before.length).toBeGreaterThan(0);
  for (const change of [
    `action = 'sign-out'`,
    'actor_id = null',
    'at = now()',
    'target_id = null',
    'request_id = null',
    'status = 200',
    `subject = '90210'`,
    `changes = '[]'`,
    'changes = null',
    // Only the deletion of a user may empty these columns.
    `ip = null, user_agent = null, detail = '{}'`,
  ])
    expect(await refusalOf(changing(id, change))).toMatch(/append-only/);
  expect(await refusalOf(sql`delete from audit_log where actor_id = ${id}`)).toMatch(/append-only/);
  expect(await refusalOf(sql`truncate audit_log`)).toMatch(/append-only/);
  expect(await entriesOf(id)).toEqual(before);
});

test('after a deletion an entry keeps action, actor and time', async () => {
  row('audit/erasure');
  const { id, token } = await newUser();
  const kept = await auth.pg.query<{ id: string }>(
    sql`insert into audit_log (action, actor_id, route, changes)
     values ('email-changed', ${id}, null, '[{"field":"email","from":"canary@example.com"}]'),
       ('admin-request', ${id}, 'catalog.setPrice', '[{"field":"priceNote","to":"50"}]')
     returning id`,
  );
  const before = await entriesOf(id);
  await call(auth, 'DELETE', '/api/user', { token, body: { password: PASSWORD } });
  const after = await entriesOf(id);
  const lasting = ({ action, at, actor }: Entry) => ({ action, at, actor });
  expect(after.slice(0, before.length).map(lasting)).toEqual(before.map(lasting));
  for (const kept of after) expect(kept).toMatchObject({ ip: null, detail: {} });
  expect(after.filter(({ agent }) => agent)).toEqual([]);
  expect(after.map(({ actor }) => actor)).toContain(id);
  const changes = await auth.pg.query(
    sql`select changes from audit_log where id = any (${kept.map(entry => entry.id)}) order by id`,
  );
  expect(changes).toEqual([{ changes: null }, { changes: [{ field: 'priceNote', to: '50' }] }]);
  const erased = `ip = null, user_agent = null, detail = '{}'`;
  for (const change of [
    `${erased}, at = now()`,
    `${erased}, actor_id = null`,
    `ip = '203.0.113.7'`,
    `detail = '{"a":1}'`,
    `changes = '[]'`,
  ])
    expect(await refusalOf(changing(id, change))).toMatch(/append-only/);
});

test("an API key's entry cannot be emptied while its owner exists", async () => {
  const { id, token } = await newUser();
  await call(auth, 'POST', '/api/user/api-keys', { token, body: { name: 'CRM' } });
  const emptied = sql`update audit_log set changes = null where actor_id = ${id} and action = 'api-key-made'`;
  expect(await refusalOf(emptied)).toMatch(/append-only/);
});

test('a request that arrives after the account is gone leaves no trace', async () => {
  const { id, token } = await newUser();
  await call(auth, 'DELETE', '/api/user', { token, body: { password: PASSWORD } });
  const request = {
    action: 'data-exported',
    caller: 'user',
    at: new Date().toISOString(),
    keyHash: null,
    route: 'leads.exportAgents',
    named: {},
    status: 200,
    ip: '203.0.113.7',
    userAgent: 'late-browser/1.0',
  } as const;
  const guess = newId();
  const late = { id: newId(), changes: [], actorId: id, requestId: newId(), ...request };
  const guessed = { ...late, id: newId(), actorId: null, requestId: newId(), named: { userId: guess } };
  for (const data of [late, guessed]) await auth.bus.publish(requestAudited, data, data.id);
  await until(async () => (await entriesOf(guess)).length === 1);
  await until(async () => (await entriesOf(id)).some(({ action }) => action === 'data-exported'));
  expect((await entriesOf(id)).filter(({ ip, agent }) => ip || agent)).toEqual([]);
  expect(await entriesOf(guess)).toMatchObject([{ ip: '203.0.113.7', agent: 'late-browser/1.0' }]);
});
