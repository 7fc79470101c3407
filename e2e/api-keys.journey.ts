import { until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, aSubscriberToBe, aVisitor, expectStatus, signedIn } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* Keys of the partner API on their whole way: settings, auth, leads, and the site's own setting. */

const whole = theWhole();
const SECONDS = { timeoutMs: 5_000, everyMs: 100 };

let owner: Awaited<ReturnType<typeof aSubscriberToBe>>;
let admin: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  owner = await aSubscriberToBe(whole);
  admin = await signedIn(whole, 'admin@demo.closingwire.test', 'closingwire-demo');
});
afterAll(() => setUserIds('true'));

type Made = { key: string; apiKey: { id: string } };

const madeBy = async (pending: Promise<Answer>) => (await expectStatus(pending, 200)).json as Made;
const makeKey = () => madeBy(owner.call('POST', '/api/user/api-keys', { name: 'nightly import' }));

const program = aVisitor(whole);
const ask = (bearer: string) =>
  program.call('GET', '/api/v1/agents-properties', undefined, { authorization: `Bearer ${bearer}` });
const untilStatus = (bearer: string, status: number) =>
  until(async () => (await ask(bearer)).status === status, SECONDS);

const setUserIds = (value: string) =>
  expectStatus(
    admin.call('POST', '/api/admin/settings', {
      key: 'api_user_id_bearer',
      value,
      description: 'User IDs as API keys',
    }),
    200,
  );

test('a key opens the lists until it is revoked', async () => {
  const { key, apiKey } = await makeKey();
  await untilStatus(key, 200);
  await expectStatus(owner.call('DELETE', `/api/user/api-keys/${apiKey.id}`), 200);
  await untilStatus(key, 401);
});

test('a rolled key works beside its successor', async () => {
  const old = await makeKey();
  const next = await madeBy(
    owner.call('POST', `/api/user/api-keys/${old.apiKey.id}/roll`, { overlapHours: 1 }),
  );
  expect(next.key).not.toBe(old.key);
  for (const key of [old.key, next.key]) await untilStatus(key, 200);
});

test('user ids are keys until an admin forbids it', async () => {
  const access = async () => (await owner.call('GET', '/api/user/api-access')).json;
  await untilStatus(owner.id, 200);
  expect(await access()).toEqual({ acceptsUserId: true });
  await setUserIds('false');
  await untilStatus(owner.id, 401);
  expect(await access()).toEqual({ acceptsUserId: false });
  expect((await ask(owner.id)).json).toMatchObject({ code: 'user_id_not_accepted' });
  expect((await ask((await makeKey()).key)).status).toBe(200);
});
