import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { subscriptionCreated } from '@closingwire/contracts/billing';
import { zipReleased } from '@closingwire/contracts/catalog';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCatalog, type TestCatalog } from './start-catalog.ts';
import { aKnownUser, aSubscription, aUser, held } from './users.ts';

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

test("a user's claims have the industry and the time of the confirmation, without holds", async () => {
  row('beyond/own-claims');
  const user = await aKnownUser(catalog, { industry: 'Mortgage Brokerage' });
  const owner = catalog.as(user);
  const claim = await held(catalog, user, '94112');
  await held(catalog, user, '94115');
  expect(await owner.listOwnClaims()).toEqual({ claims: [] });

  catalog.passTime(300_000);
  const confirmedAfter = Date.now() + 299_000;
  const subscription = aSubscription(user, claim);
  await catalog.bus.send(subscriptionCreated, [{ data: subscription }]);
  await until(async () => (await owner.listOwnClaims()).claims.length > 0);
  const { claims } = await owner.listOwnClaims();
  expect(claims).toEqual([{ zipCode: '94112', industry: 'Mortgages', since: expect.any(String) }]);
  expect(Date.parse(claims[0]?.since ?? '')).toBeGreaterThan(confirmedAfter);

  catalog.passTime(300_000);
  const next = aSubscription(user, claim, { kind: 'paid' });
  await catalog.bus.send(subscriptionCreated, [{ data: subscription }, { data: next }]);
  const isBound = sql`select from claims where id = ${claim.claimId} and subscription_id = ${next.id}`;
  await until(async () => (await catalog.db.query(isBound)).rowCount);
  expect((await owner.listOwnClaims()).claims).toEqual(claims);
  expect((await catalog.as(aUser()).listOwnClaims()).claims).toEqual([]);

  await catalog.admin.unassignZip({ userId: user.id, zipCodeId: '94112' });
  expect((await owner.listOwnClaims()).claims).toEqual([]);
});

test('visitors get no claims', async () => {
  expect((await fetch(`${catalog.url}/api/user/claims`)).status).toBe(401);
});
