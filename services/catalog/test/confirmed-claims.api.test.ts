import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import { zipReleased } from '@closingwire/contracts/catalog';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCatalog, type TestCatalog } from './start-catalog.ts';
import { aKnownUser, aUser, held } from './users.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

async function assigned(zipCode: string) {
  const user = await aKnownUser(catalog);
  const { claimId } = await catalog.admin.assignZip({ userId: user.id, zipCodeId: zipCode });
  return { user, claimId };
}

test('confirmed claims are listed by page, without holds', async () => {
  await held(catalog, aUser(), '90210');
  const claims = [await assigned('90211'), await assigned('90212'), await assigned('90213')];
  const ids = claims.map(({ claimId }) => claimId).toSorted();
  const first = await catalog.billing.listConfirmedClaims({ limit: 2 });
  const rest = await catalog.billing.listConfirmedClaims({ limit: 2, after: first.at(-1)?.claimId });
  expect([...first, ...rest].map(({ claimId }) => claimId)).toEqual(ids);
  const [, second] = claims;
  const claimIds = [second?.claimId ?? '', newId()];
  expect(await catalog.billing.findConfirmedClaims({ claimIds })).toEqual([
    {
      claimId: second?.claimId,
      zipCode: '90212',
      city: 'Beverly Hills',
      state: 'CA',
      userId: second?.user.id,
      industry: 'Mortgages',
      assignedBy: 'admin',
      version: 1,
    },
  ]);
});

test('a claim is released once, in the version read', async () => {
  const released = await catalog.listen(zipReleased);
  const { claimId } = await assigned('94110');
  const eventsOf = () => released.filter(({ data }) => data.claimId === claimId);
  await catalog.billing.releaseUnpaidClaim({ claimId, version: 7 });
  expect(await catalog.billing.findConfirmedClaims({ claimIds: [claimId] })).toHaveLength(1);
  for (let times = 0; times < 2; times++) await catalog.billing.releaseUnpaidClaim({ claimId, version: 1 });
  expect(await catalog.billing.findConfirmedClaims({ claimIds: [claimId] })).toEqual([]);
  await until(() => eventsOf().length > 0);
  await catalog.billing.releaseUnpaidClaim({ claimId: newId(), version: 1 });
  expect(eventsOf().map(({ data }) => data.version)).toEqual([2]);
});
