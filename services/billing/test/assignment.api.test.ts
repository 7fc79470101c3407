import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userDeleted } from '@closingwire/contracts/auth';
import { subscriptionCancelled } from '@closingwire/contracts/billing';
import { zipAssigned, zipReleased } from '@closingwire/contracts/catalog';
import { settingChanged } from '@closingwire/contracts/content';
import { leadListReady } from '@closingwire/contracts/leads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimOf } from './claims.ts';
import { startBilling, type TestBilling, type TestUser } from './start-billing.ts';

let billing: TestBilling;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());

const listOf = (user: TestUser) => billing.as(user).listSubscriptions();
const untilListed = (user: TestUser, count: number) =>
  until(async () => {
    const mine = await listOf(user);
    return mine.length === count ? { mine } : undefined;
  });

async function knownUser(): Promise<TestUser> {
  const user = billing.newUser();
  await billing.as(user).standing();
  return user;
}

test("an admin's assignment is a free subscription", async () => {
  const user = await knownUser();
  await billing.publish(zipAssigned, claimOf(user, '98101'));
  const { mine } = await untilListed(user, 1);
  expect(mine).toMatchObject([{ kind: 'granted', zipCode: { city: 'Seattle' }, stripeSubscriptionId: null }]);
});

test('an assignment delivered twice grants once', async () => {
  const user = await knownUser();
  const claim = claimOf(user, '98102');
  const id = newId();
  await billing.publish(zipAssigned, claim, id);
  await billing.publish(zipAssigned, claim, id);
  await billing.publish(zipAssigned, claim);
  await billing.publish(zipAssigned, claimOf(user, '98102'));
  await untilListed(user, 1);
  await billing.publish(leadListReady, {
    id: newId(),
    version: 1,
    zipCode: '98102',
    batchId: newId(),
    agentCount: 3,
    readyAt: '2026-11-20T10:00:00.000Z',
  });
  await until(async () => (await listOf(user))[0]?.lastUpdated === '2026-11-20T10:00:00.000Z');
  expect(await listOf(user)).toHaveLength(1);
});

test('a claim of an order grants nothing', async () => {
  const user = await knownUser();
  await billing.publish(zipAssigned, claimOf(user, '98104', 'subscription'));
  await billing.publish(zipAssigned, claimOf(user, '98104'));
  const { mine } = await untilListed(user, 1);
  expect(mine).toMatchObject([{ kind: 'granted' }]);
});

test("an admin's removal says what changes in price, delivered twice", async () => {
  row('beyond/zip-removed');
  const user = await knownUser();
  const [zipCode = '', other = ''] = ['98201', '98202'];
  await billing.as(user).subscribe({ zipCodeIds: [zipCode, other] });
  const { mine } = await untilListed(user, 2);
  const admin = billing.as(billing.newUser({ isAdmin: true }));
  const removal = { effect: 'not-paying', monthlyCents: 1_500, chargedFrom: null } as const;
  const { zips } = await admin.customerMoney({ userId: user.id });
  expect(zips.map(zip => zip.removal)).toEqual([removal, removal]);
  const claimId = zips.find(zip => zip.zipCode === zipCode)?.claimId ?? '';
  const subscriptionId = mine.find(({ zipCode: zip }) => zip.zipCode === zipCode)?.id ?? '';
  const taken = { ...claimOf(user, zipCode, 'subscription'), claimId, version: 2 };
  const id = newId();
  for (const _ of [1, 2]) await billing.publish(zipReleased, { ...taken, releasedBy: 'admin' }, id);
  await billing.publish(zipReleased, { ...taken, releasedBy: 'admin' });
  await untilListed(user, 1);
  const published = await billing.receive(subscriptionCancelled, subscriptionId);
  expect(published).toMatchObject([{ zipCode, removal, endedBy: 'removed' }]);
  expect((await admin.customerMoney({ userId: user.id })).zips.map(zip => zip.removal)).toEqual([
    { ...removal, monthlyCents: 0 },
    null,
  ]);
});

test('a released claim ends its subscription', async () => {
  const user = await knownUser();
  const claim = claimOf(user, '98105');
  await billing.publish(zipAssigned, claim);
  const { mine } = await untilListed(user, 1);
  await billing.publish(zipReleased, { ...claim, version: 2 });
  await billing.publish(zipReleased, { ...claim, version: 2 });
  const published = await billing.receive(subscriptionCancelled, mine[0]?.id ?? '');
  expect(published).toHaveLength(1);
  expect(published[0]).not.toHaveProperty('removal');
  expect(published[0]).not.toHaveProperty('endedBy');
  await untilListed(user, 0);
});

test('a release ahead of its assignment grants nothing', async () => {
  const user = await knownUser();
  const claim = claimOf(user, '98106');
  await billing.publish(zipReleased, { ...claim, version: 2 });
  await until(async () => {
    const { rows } = await billing.db.query(sql`select 1 from released_claims where id = ${claim.claimId}`);
    return rows.length === 1;
  });
  await billing.publish(zipAssigned, claim);
  await billing.publish(zipAssigned, claimOf(user, '98106'));
  await untilListed(user, 1);
  const { rows } = await billing.db.query(sql`select 1 from subscriptions where claim_id = ${claim.claimId}`);
  expect(rows).toEqual([]);
});

test('a deleted user keeps nothing', async () => {
  const user = await knownUser();
  const me = billing.as(user);
  await me.subscribe({ zipCodeIds: ['98108'] });
  const [mine] = await me.listSubscriptions();
  const deletion = { id: user.id, version: 9, deletedAt: new Date().toISOString() };
  await billing.publish(userDeleted, deletion);
  await billing.publish(userDeleted, deletion);
  await billing.receive(subscriptionCancelled, mine?.id ?? '');
  await expect(me.standing()).rejects.toMatchObject({ kind: 'denied' });
  const { rows } = await billing.db.query(sql`select email, first_name from accounts where id = ${user.id}`);
  expect(rows).toEqual([{ email: '', first_name: '' }]);
});

test('browsers receive the stored mode', async () => {
  row('state/payment-mode', 'call/get-admin-stripe-mode');
  const me = billing.as(await knownUser());
  expect(await me.stripeMode()).toMatchObject({
    testMode: true,
    publishableKey: 'pk_test_of_billing',
    scriptUrl: expect.stringMatching(/\/v3\/stripe\.js$/),
  });
  const off = { key: 'STRIPE_TEST_MODE' as const, version: 2, value: 'false' };
  await billing.publish(settingChanged, off);
  await until(async () => !(await me.stripeMode()).testMode);
  await billing.publish(settingChanged, { ...off, version: 1, value: 'true' });
  await billing.publish(settingChanged, { ...off, version: 3 });
  await until(async () => {
    const { rows } = await billing.db.query(sql`select version from settings`);
    return rows[0]?.version === 3;
  });
  expect(await me.stripeMode()).toMatchObject({ testMode: false });
});

test('only an admin sees all subscriptions', async () => {
  row('call/get-admin-subscriptions');
  const user = await knownUser();
  await billing.as(user).subscribe({ zipCodeIds: ['98109'] });
  const admin = billing.as(billing.newUser({ isAdmin: true }));
  const all = await admin.listAllSubscriptions({});
  expect(await admin.countSubscriptions()).toEqual({ active: all.length });
  expect(await admin.listAllSubscriptions({ page: 2, limit: all.length })).toEqual([]);
  expect(all).toContainEqual(expect.objectContaining({ userId: user.id, email: user.email }));
  await expect(billing.as(user).listAllSubscriptions({})).rejects.toMatchObject({ kind: 'missing' });
});
