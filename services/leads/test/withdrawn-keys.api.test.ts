import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import { userDeleted, userRegistered, userSuspended } from '@closingwire/contracts/auth';
import { settingChanged } from '@closingwire/contracts/content';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { patience, startLeads } from './start-leads.ts';
import { userOf } from './states.ts';

let leads: Awaited<ReturnType<typeof startLeads>>;
beforeAll(async () => {
  leads = await startLeads();
});
afterAll(() => leads.stop());

const statusOf = async (bearer: string) => {
  const headers = { authorization: `Bearer ${bearer}` };
  return (await fetch(`${leads.url}/api/v1/agents-properties`, { headers })).status;
};

/** A partner with a ZIP, a user ID and a valid key. */
async function partner() {
  const id = newId();
  const key = `cw_${id}`;
  leads.keys.owners.set(key, id);
  await leads.subscribe(id, ['98030']);
  await leads.bus.send(userRegistered, [{ data: userOf(id, { activatedAt: new Date().toISOString() }) }]);
  await until(async () => (await statusOf(key)) === 200 && (await statusOf(id)) === 200, patience);
  return { id, key };
}

/** Withdraws access and returns the milliseconds until calls are refused. */
async function refusedAfterMs(bearer: string, withdraw: () => unknown): Promise<number> {
  expect(await statusOf(bearer)).toBe(200);
  await withdraw();
  const begunAt = performance.now();
  await until(async () => (await statusOf(bearer)) === 401, { everyMs: 10 });
  return performance.now() - begunAt;
}

test('a revoked key is refused within a second', async () => {
  const { key } = await partner();
  expect(await refusedAfterMs(key, () => leads.keys.owners.delete(key))).toBeLessThan(1_000);
});

test.each([
  [
    'suspended',
    (id: string) =>
      leads.bus.send(userSuspended, [{ data: userOf(id, { version: 2, status: 'suspended' }) }]),
  ],
  [
    'deleted',
    (id: string) =>
      leads.bus.send(userDeleted, [{ data: { id, version: 2, deletedAt: new Date().toISOString() } }]),
  ],
] as const)('the key and the user ID of a %s owner are refused within a second', async (_name, withdraw) => {
  const { id, key } = await partner();
  expect(await refusedAfterMs(key, () => withdraw(id))).toBeLessThan(1_000);
  expect(await statusOf(id)).toBe(401);
});

test('a user ID is refused within a second of the setting', async () => {
  const { id } = await partner();
  const off = { key: 'api_user_id_bearer' as const, version: 2, value: 'false' };
  expect(await refusedAfterMs(id, () => leads.bus.send(settingChanged, [{ data: off }]))).toBeLessThan(1_000);
});
