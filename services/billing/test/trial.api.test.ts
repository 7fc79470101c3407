import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userRegistered } from '@closingwire/contracts/auth';
import {
  standingChanged,
  subscriptionCancelled,
  subscriptionCreated,
  trialExpired,
  trialExpiring,
  trialStarted,
} from '@closingwire/contracts/billing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../src/accounts/rules.ts';
import { customersOf } from './customers.ts';
import { startBilling, type TestBilling, type TestUser } from './start-billing.ts';

let billing: TestBilling;
beforeAll(async () => {
  billing = await startBilling();
});
afterAll(() => billing.stop());

const userState = (user: TestUser) => ({
  id: user.id,
  version: 1,
  email: user.email,
  firstName: 'Ada',
  lastName: 'Example',
  phone: '555-0100',
  companyName: 'Example Ltd',
  industry: user.industry,
  teamSize: 'Just me (1)',
  status: 'active' as const,
  isAdmin: false,
  emailNotifications: true,
  activatedAt: user.activatedAt.toISOString(),
});

test('a registration starts a trial of fourteen days', async () => {
  row('product/free-trial');
  const user = billing.newUser();
  await billing.publish(userRegistered, userState(user));
  const [started] = await billing.receive(trialStarted, user.id);
  expect(started).toMatchObject({ trialDays: 14, hasActivePayment: false, zipCount: 0 });
  expect(await billing.as(user).standing()).toMatchObject({
    trialExpired: false,
    daysRemaining: 14,
    hasActivePayment: false,
  });
});

test('a registration delivered twice starts one trial', async () => {
  row('beyond/one-trial');
  const user = billing.newUser();
  const id = newId();
  await billing.publish(userRegistered, userState(user), id);
  await billing.publish(userRegistered, userState(user), id);
  await billing.publish(userRegistered, { ...userState(user), version: 2, firstName: 'Bea' });
  await until(async () => {
    const { rows } = await billing.db.query(sql`select first_name from accounts where id = ${user.id}`);
    return rows[0]?.first_name === 'Bea';
  });
  expect(billing.receivedOf(trialStarted, user.id).length).toBeLessThanOrEqual(1);
  await billing.receive(trialStarted, user.id);
});

test('a user has an account before their events arrive', async () => {
  row('call/get-user');
  const user = billing.newUser();
  expect(await billing.as(user).standing()).toMatchObject({ id: user.id, daysRemaining: 14 });
  await billing.publish(userRegistered, userState(user));
  await billing.receive(trialStarted, user.id);
  const { rows } = await billing.db.query(
    sql`select count(*)::int as count from accounts where id = ${user.id}`,
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('ordered ZIPs are trial subscriptions at once', async () => {
  row('entity/subscription', 'call/get-subscriptions');
  const user = billing.newUser();
  const me = billing.as(user);
  const answer = await me.subscribe({ zipCodeIds: ['90210', '90211'] });
  expect(answer).toEqual({
    success: true,
    trialUser: true,
    message: 'Your free trial has started. Your first leads arrive within 20 minutes; we will email you.',
  });

  const mine = await me.listSubscriptions();
  expect(mine).toMatchObject([
    { kind: 'trial', zipCode: { zipCode: '90210', city: 'Beverly Hills' }, stripeSubscriptionId: null },
    { kind: 'trial', zipCode: { zipCode: '90211' }, lastUpdated: null },
  ]);
  const [published] = await billing.receive(subscriptionCreated, mine[0]?.id ?? '');
  expect(published).toMatchObject({
    accountId: user.id,
    claimId: billing.catalog.held.get('90210')?.claimId,
    industry: 'Mortgages',
  });
  await until(() =>
    billing.receivedOf(standingChanged, user.id).some(({ zipCount, monthlyAmountCents }) => {
      return zipCount === 2 && monthlyAmountCents === 3000;
    }),
  );
});

test('the same order twice subscribes once', async () => {
  row('call/post-subscribe-bulk');
  const me = billing.as(billing.newUser());
  const order = { zipCodeIds: ['80001', '80002'] };
  const answers = await Promise.all([me.subscribe(order), me.subscribe(order)]);
  expect(answers[1]).toEqual(answers[0]);
  expect(await me.subscribe(order)).toEqual(answers[0]);
  expect(await me.listSubscriptions()).toHaveLength(2);
});

test('a taken ZIP is named and nothing is ordered', async () => {
  row('beyond/lost-race');
  billing.catalog.taken.add('70001');
  const me = billing.as(billing.newUser());
  await expect(me.subscribe({ zipCodeIds: ['70001', '70002'] })).rejects.toMatchObject({
    kind: 'conflict',
    code: 'zip_taken',
    detail: { zipCodes: ['70001'] },
  });
  expect(await me.listSubscriptions()).toEqual([]);
});

test('an order killed halfway is completed', async () => {
  const user = billing.newUser();
  const me = billing.as(user);
  billing.catalog.faults.claims = 1;
  await expect(me.subscribe({ zipCodeIds: ['60001'] })).rejects.toMatchObject({ kind: 'broken' });
  expect(await me.listSubscriptions()).toEqual([]);
  await billing.db.query(
    sql`update graphile_worker._private_jobs set run_at = now() where key like 'settle-account:%'`,
  );
  const [subscription] = await until(async () => {
    const mine = await me.listSubscriptions();
    return mine.length > 0 ? mine : undefined;
  });
  const [published] = await billing.receive(subscriptionCreated, subscription?.id ?? '');
  expect(published?.claimId).toBe(billing.catalog.held.get('60001')?.claimId);
});

test('a ZIP given back is canceled once', async () => {
  row('call/delete-subscriptions-id');
  const me = billing.as(billing.newUser());
  await me.subscribe({ zipCodeIds: ['50001'] });
  const [subscription] = await me.listSubscriptions();
  const id = subscription?.id ?? '';
  await me.unsubscribe({ id });
  await me.unsubscribe({ id });
  expect(await me.listSubscriptions()).toEqual([]);
  const published = await billing.receive(subscriptionCancelled, id);
  expect(published).toMatchObject([{ version: 2, cancelledAt: expect.any(String), endedBy: 'given-back' }]);
});

test('the ZIP of another user is unknown', async () => {
  const owner = billing.as(billing.newUser());
  await owner.subscribe({ zipCodeIds: ['50002'] });
  const [subscription] = await owner.listSubscriptions();
  const stranger = billing.as(billing.newUser());
  await expect(stranger.unsubscribe({ id: subscription?.id ?? '' })).rejects.toMatchObject({
    kind: 'missing',
  });
  expect(await owner.listSubscriptions()).toHaveLength(1);
});

test('a credit moves the end once', async () => {
  const user = billing.newUser();
  await billing.as(user).standing();
  const credit = { accountId: user.id, creditId: newId(), trialDays: 30 };
  const first = await billing.asService().creditTrial(credit);
  const second = await billing.asService().creditTrial(credit);
  expect(first).toMatchObject({ trialDays: 30, daysRemaining: 30 });
  expect(second.trialExpiresAt).toBe(first.trialExpiresAt);
  await expect(billing.as(user).creditTrial(credit)).rejects.toMatchObject({ kind: 'denied' });
});

/** Runs the reminder job twice, as after a crash at its end. */
async function remind(): Promise<void> {
  for (let times = 0; times < 2; times++) {
    await customersOf(billing).run('remind-of-trials');
    await customersOf(billing).noJobsLeft();
  }
}

test('an account that stays due does not stop a run', async () => {
  row('constant/reminder-days');
  await billing.db.query(
    sql`insert into accounts (id, email, first_name, last_name, industry, status, person_version, trial_days,
       trial_started_at, trial_expires_at)
     select gen_random_uuid(), n || '@many.example.com', 'Ada', 'Example', 'Mortgages', 'active', 1, 14,
       now - interval '13 days', now + interval '12 hours 1 microsecond'
     from generate_series(1, 450) n, cast(${billing.clock.now()} as timestamptz) as now`,
  );
  await remind();
  const { rows } = await billing.db.query(
    sql`select distinct a.email from trial_notices n join accounts a on a.id = n.account_id
     where a.email like '%@many.example.com'`,
  );
  expect(rows).toHaveLength(450);
  await billing.db.query(
    sql`delete from trial_notices where account_id in (select id from accounts where email like '%@many.example.com')`,
  );
  await billing.db.query(sql`delete from accounts where email like '%@many.example.com'`);
});

const remindedOf = ({ id }: TestUser) =>
  billing.receivedOf(trialExpiring, id).map(({ daysRemaining }) => daysRemaining);

test('reminders come 7, 3, 1 and 0 days ahead, once each', async () => {
  row('constant/reminder-days');
  const user = billing.newUser();
  await billing.as(user).standing();
  const given: number[] = [];
  for (const [waited, reminder] of [[0], [6.5], [1, 7], [1], [3, 3], [1], [1, 1], [1, 0], [1], [30]]) {
    billing.clock.advanceDays(waited ?? 0);
    await remind();
    if (reminder !== undefined) given.push(reminder);
    await billing.receive(trialExpiring, user.id, given.length);
    expect(remindedOf(user)).toEqual(given);
  }
  expect(given).toEqual([7, 3, 1, 0]);
  expect(await billing.receive(trialExpired, user.id)).toHaveLength(1);
});

test('missed reminders are not sent later', async () => {
  row('constant/reminder-days');
  const user = billing.newUser({ activatedAt: addDays(billing.clock.now(), -11.5) });
  await billing.as(user).standing();
  await remind();
  await billing.receive(trialExpiring, user.id);
  billing.clock.advanceDays(5);
  await remind();
  await billing.receive(trialExpired, user.id);
  await billing.receive(trialExpiring, user.id, 2);
  expect(remindedOf(user)).toEqual([3, 0]);
  expect(billing.receivedOf(trialExpired, user.id)).toHaveLength(1);
});
