import { until } from '@closingwire/chassis/testing';
import { test as base, expect } from 'vitest';
import {
  type Answer,
  aSubscriberToBe,
  aVisitor,
  demoAdmin,
  expectStatus,
  type KnownUser,
  type User,
} from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* Keys of the partner API on their whole way: settings, auth, leads, and the site's own setting. */

const whole = theWhole();
const SECONDS = { timeoutMs: 5_000, everyMs: 100 };

const test = base
  .extend('owner', { scope: 'file' }, () => aSubscriberToBe(whole))
  .extend('admin', { scope: 'file' }, () => demoAdmin(whole));

test.afterAll(({ admin }) => setUserIds(admin, 'true'));

type Made = { key: string; apiKey: { id: string } };

const madeBy = async (pending: Promise<Answer>) => (await expectStatus(pending, 200)).json as Made;
const makeKey = (owner: KnownUser) =>
  madeBy(owner.call('POST', '/api/user/api-keys', { name: 'nightly import' }));

const program = aVisitor(whole);
const ask = (bearer: string) =>
  program.call('GET', '/api/v1/agents-properties', undefined, { authorization: `Bearer ${bearer}` });
const untilStatus = (bearer: string, status: number) =>
  until(async () => (await ask(bearer)).status === status, SECONDS);

const setUserIds = (admin: User, value: string) =>
  expectStatus(
    admin.call('POST', '/api/admin/settings', {
      key: 'api_user_id_bearer',
      value,
      description: 'User IDs as API keys',
    }),
    200,
  );

test('a key opens the lists until it is revoked', async ({ owner }) => {
  const { key, apiKey } = await makeKey(owner);
  await untilStatus(key, 200);
  await expectStatus(owner.call('DELETE', `/api/user/api-keys/${apiKey.id}`), 200);
  await untilStatus(key, 401);
});

test('a rolled key works beside its successor', async ({ owner }) => {
  const old = await makeKey(owner);
  const next = await madeBy(
    owner.call('POST', `/api/user/api-keys/${old.apiKey.id}/roll`, { overlapHours: 1 }),
  );
  expect(next.key).not.toBe(old.key);
  for (const key of [old.key, next.key]) await untilStatus(key, 200);
});

test('user ids are keys until an admin forbids it', async ({ owner, admin }) => {
  const access = async () => (await owner.call('GET', '/api/user/api-access')).json;
  await untilStatus(owner.id, 200);
  expect(await access()).toEqual({ acceptsUserId: true });
  await setUserIds(admin, 'false');
  await untilStatus(owner.id, 401);
  expect(await access()).toEqual({ acceptsUserId: false });
  expect((await ask(owner.id)).json).toMatchObject({ code: 'user_id_not_accepted' });
  expect((await ask((await makeKey(owner)).key)).status).toBe(200);
});
