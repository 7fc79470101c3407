import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCatalog, type TestCatalog } from './start-catalog.ts';
import { aKnownUser, claimEvents, held } from './users.ts';

let catalog: TestCatalog;
let released: Awaited<ReturnType<typeof claimEvents>>['released'];
beforeAll(async () => {
  catalog = await startCatalog();
  ({ released } = await claimEvents(catalog));
});
afterAll(() => catalog.stop());

const stateOf = async (claimId: string) =>
  (await catalog.db.query(sql`select state from claims where id = ${claimId}`)).rows[0]?.state;

test('an unassigned ZIP is released once and can be assigned again', async () => {
  const user = await aKnownUser(catalog);
  const given = { userId: user.id, zipCodeId: '90210' };
  const { claimId } = await catalog.admin.assignZip(given);
  const { message } = await catalog.admin.unassignZip(given);
  expect(message).toBe('The user does not have ZIP code 90210');
  expect(await stateOf(claimId)).toBe('released');
  await catalog.admin.unassignZip(given);
  await until(() => released(claimId)[0]);
  expect(released(claimId)).toMatchObject([
    { zipCode: '90210', userId: user.id, assignedBy: 'admin', releasedBy: 'admin' },
  ]);
  const again = await catalog.admin.assignZip({ ...given, userId: (await aKnownUser(catalog)).id });
  expect(await stateOf(again.claimId)).toBe('confirmed');
});

test('the ZIP of another user and the hold of an open order stay', async () => {
  const [user, other] = [await aKnownUser(catalog), await aKnownUser(catalog)];
  const { claimId } = await catalog.admin.assignZip({ userId: user.id, zipCodeId: '90211' });
  await catalog.admin.unassignZip({ userId: other.id, zipCodeId: '90211' });
  expect(await stateOf(claimId)).toBe('confirmed');
  const hold = await held(catalog, other, '90212');
  await catalog.admin.unassignZip({ userId: other.id, zipCodeId: '90212' });
  expect(await stateOf(hold.claimId)).toBe('held');
});

test('only admins unassign, and an unknown ZIP is missing', async () => {
  const user = await aKnownUser(catalog);
  const { claimId } = await catalog.admin.assignZip({ userId: user.id, zipCodeId: '90213' });
  await expect(
    catalog.as({ id: user.id }).unassignZip({ userId: user.id, zipCodeId: '90213' }),
  ).rejects.toMatchObject({ kind: 'missing' });
  expect(await stateOf(claimId)).toBe('confirmed');
  await expect(catalog.admin.unassignZip({ userId: newId(), zipCodeId: '00000' })).rejects.toMatchObject({
    kind: 'missing',
  });
});
