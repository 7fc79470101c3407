import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userDeleted } from '@closingwire/contracts/auth';
import {
  type SubscriptionState,
  subscriptionCancelled,
  subscriptionCreated,
} from '@closingwire/contracts/billing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCatalog, type TestCatalog } from './start-catalog.ts';
import { aKnownUser, aSubscription, aUser, claimEvents, held } from './users.ts';

let catalog: TestCatalog;
let assigned: Awaited<ReturnType<typeof claimEvents>>['assigned'];
let released: typeof assigned;

beforeAll(async () => {
  catalog = await startCatalog();
  ({ assigned, released } = await claimEvents(catalog));
});
afterAll(() => catalog.stop());

const claimRow = async (claimId: string) =>
  (await catalog.db.query(sql`select * from claims where id = ${claimId}`)).rows[0];
const deliveriesOf = async (userId: string) =>
  (await catalog.db.query(sql`select * from webhook_deliveries where user_id = ${userId}`)).rows;

const create = (data: SubscriptionState, id = newId()) =>
  catalog.bus.send(subscriptionCreated, [{ data, id }]);
const cancel = (data: SubscriptionState) =>
  catalog.bus.send(subscriptionCancelled, [
    { data: { ...data, version: data.version + 1, cancelledAt: new Date().toISOString() } },
  ]);
/** Waits until catalog has stored this version of the subscription. */
const handled = (id: string, version: number) =>
  until(async () => {
    const { rows } = await catalog.db.query(sql`select version from subscriptions where id = ${id}`);
    return rows[0]?.version >= version;
  });

async function subscribed(zipCode: string, user = aUser()) {
  const claim = await held(catalog, user, zipCode);
  const subscription = aSubscription(user, claim);
  await create(subscription);
  await until(() => assigned(claim.claimId)[0]);
  return { user, claim, subscription };
}

describe('a new subscription', () => {
  it('confirms its claim and posts the webhook', async () => {
    const { user, claim } = await subscribed('90210');
    expect(await claimRow(claim.claimId)).toMatchObject({ state: 'confirmed', held_until: null, version: 2 });
    expect(assigned(claim.claimId)).toMatchObject([
      { zipCode: '90210', city: 'Beverly Hills', userId: user.id, assignedBy: 'subscription', version: 2 },
    ]);
    expect(await deliveriesOf(user.id)).toMatchObject([{ zip_code: '90210', reason: 'assigned' }]);
    catalog.passTime(24 * 3_600_000);
    await expect(held(catalog, aUser(), '90210')).rejects.toMatchObject({ code: 'zip_taken' });
  });

  it('delivered twice changes nothing', async () => {
    const user = aUser();
    const claim = await held(catalog, user, '90211');
    const subscription = aSubscription(user, claim);
    const id = newId();
    await create(subscription, id);
    await create(subscription, id);
    await create(subscription);
    await create({ ...subscription, version: 2 });
    await handled(subscription.id, 2);
    expect(await claimRow(claim.claimId)).toMatchObject({ state: 'confirmed', version: 2 });
    expect(await deliveriesOf(user.id)).toHaveLength(1);
    await until(() => assigned(claim.claimId)[0]);
    expect(assigned(claim.claimId)).toHaveLength(1);
  });

  it('gets its ZIP after a released hold', async () => {
    const user = aUser();
    const claim = await held(catalog, user, '90212');
    const { rows } = await catalog.db.query(sql`select intent_id from claims where id = ${claim.claimId}`);
    await catalog.billing.releaseHolds({ intentId: rows[0].intent_id });
    await create(aSubscription(user, claim));
    await until(() => assigned(claim.claimId)[0]);
    expect(await claimRow(claim.claimId)).toMatchObject({ state: 'confirmed', user_id: user.id });
  });

  it('makes a claim that catalog did not have', async () => {
    const user = aUser();
    const claim = { claimId: newId(), zipCode: '90220' };
    await create(aSubscription(user, claim));
    await until(() => assigned(claim.claimId)[0]);
    expect(await claimRow(claim.claimId)).toMatchObject({
      state: 'confirmed',
      zip_code: '90220',
      version: 1,
    });
  });

  it('is refused when another user was faster', async () => {
    const late = aUser();
    const claim = await held(catalog, late, '90221');
    catalog.passTime(601_000);
    const winner = await subscribed('90221');
    const subscription = aSubscription(late, claim);
    await create(subscription);
    const [refusal] = await until(() => {
      const events = released(claim.claimId);
      return events.length > 0 ? events : undefined;
    });
    expect(refusal).toMatchObject({ zipCode: '90221', userId: late.id });
    expect(refusal?.version).toBeGreaterThan(1);
    expect(await claimRow(winner.claim.claimId)).toMatchObject({ state: 'confirmed' });
    expect(await deliveriesOf(late.id)).toEqual([]);
  });
});

describe('a canceled subscription', () => {
  it('releases the ZIP once', async () => {
    const { claim, subscription } = await subscribed('90230');
    await cancel(subscription);
    await cancel(subscription);
    await until(() => released(claim.claimId)[0]);
    await cancel({ ...subscription, version: 5 });
    await handled(subscription.id, 6);
    expect(released(claim.claimId)).toMatchObject([{ zipCode: '90230', version: 3 }]);
    await held(catalog, aUser(), '90230');
  });

  it('stays canceled when its creation arrives later', async () => {
    const user = aUser();
    const claim = await held(catalog, user, '90231');
    const subscription = aSubscription(user, claim);
    await cancel(subscription);
    await handled(subscription.id, 2);
    const id = newId();
    await create(subscription, id);
    await until(
      async () => (await catalog.db.query(sql`select 1 from inbox where event_id = ${id}`)).rowCount,
    );
    expect(await deliveriesOf(user.id)).toEqual([]);
    expect(await claimRow(claim.claimId)).toMatchObject({ state: 'released' });
  });
});

describe("an admin's assignment", () => {
  it('claims the ZIP and is published once', async () => {
    row('call/post-admin-assign-zip');
    const user = await aKnownUser(catalog);
    const first = await catalog.admin.assignZip({ userId: user.id, zipCodeId: '90240' });
    const again = await catalog.admin.assignZip({ userId: user.id, zipCodeId: '90240' });
    expect(first).toMatchObject({
      message: 'ZIP code 90240 is assigned to Ada Example',
      isUnchanged: false,
    });
    expect(again).toEqual({
      claimId: first.claimId,
      message: 'Ada Example already has ZIP code 90240. Nothing changed.',
      isUnchanged: true,
    });
    await until(() => assigned(first.claimId)[0]);
    expect(assigned(first.claimId)).toMatchObject([{ assignedBy: 'admin', userId: user.id }]);
    expect(await deliveriesOf(user.id)).toHaveLength(1);
  });

  it('is not repeated by its subscription', async () => {
    const user = await aKnownUser(catalog);
    const { claimId } = await catalog.admin.assignZip({ userId: user.id, zipCodeId: '90241' });
    const subscription = aSubscription(user, { claimId, zipCode: '90241' }, { kind: 'granted' });
    await create(subscription);
    await handled(subscription.id, 1);
    expect(await claimRow(claimId)).toMatchObject({ subscription_id: subscription.id, version: 1 });
    expect(await deliveriesOf(user.id)).toHaveLength(1);
  });

  it('is refused when the industry has the ZIP', async () => {
    await subscribed('90242');
    const user = await aKnownUser(catalog);
    await expect(catalog.admin.assignZip({ userId: user.id, zipCodeId: '90242' })).rejects.toMatchObject({
      code: 'zip_taken',
      detail: { zipCodes: ['90242'] },
    });
  });

  it('compares trades, not labels', async () => {
    const holder = await aKnownUser(catalog, { industry: 'Mortgage Brokerage' });
    const { claimId } = await catalog.admin.assignZip({ userId: holder.id, zipCodeId: '90247' });
    expect(await claimRow(claimId)).toMatchObject({ industry: 'Mortgages' });
    const rival = await aKnownUser(catalog, { industry: 'Mortgages' });
    await expect(catalog.admin.assignZip({ userId: rival.id, zipCodeId: '90247' })).rejects.toMatchObject({
      code: 'zip_taken',
    });
  });

  it('needs a user with an industry', async () => {
    const { id } = await aKnownUser(catalog, { industry: '' });
    await expect(catalog.admin.assignZip({ userId: id, zipCodeId: '90248' })).rejects.toMatchObject({
      code: 'user_without_industry',
    });
  });

  it('needs a known, active user', async () => {
    const suspended = await aKnownUser(catalog, { status: 'suspended' });
    const to = (userId: string) => catalog.admin.assignZip({ userId, zipCodeId: '90245' });
    await expect(to(suspended.id)).rejects.toMatchObject({ code: 'user_suspended' });
    await expect(to(newId())).rejects.toMatchObject({ code: 'user_unknown' });
  });
});

describe('a deleted user', () => {
  it('loses their ZIPs and is forgotten', async () => {
    const user = await aKnownUser(catalog);
    const { claim } = await subscribed('90250', user);
    const open = await held(catalog, user, '90254');
    const gone = { id: user.id, version: 9, deletedAt: new Date().toISOString() };
    await catalog.bus.send(userDeleted, [{ data: gone }, { data: gone }]);
    await until(() => released(claim.claimId)[0]);
    expect(await claimRow(open.claimId)).toMatchObject({ state: 'released' });
    expect(released(open.claimId)).toEqual([]);
    const { rows } = await catalog.db.query(sql`select * from users where id = ${user.id}`);
    expect(rows[0]).toMatchObject({ status: 'deleted', email: null, first_name: null, last_name: null });
  });

  it('has their claims in their export before', async () => {
    const user = await aKnownUser(catalog);
    await subscribed('90255', user);
    const facts = await catalog.auth.exportUser({ userId: user.id, email: 'ada@example.com' });
    expect(facts).toMatchObject({
      person: { id: user.id, status: 'active' },
      claims: [{ zipCode: '90255', state: 'confirmed' }],
    });
    expect(await catalog.auth.exportUser({ userId: newId(), email: '' })).toEqual({
      person: null,
      claims: [],
      zipWaits: [],
      webhookDeliveries: [],
    });
  });
});
