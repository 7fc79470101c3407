import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import type { BusinessFigure } from '@closingwire/contracts/business';
import { zipAssigned } from '@closingwire/contracts/catalog';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimOf } from './claims.ts';
import { customersOf, sessionIn, submit } from './customers.ts';
import { startBilling, type TestBilling } from './start-billing.ts';

let billing: TestBilling;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  billing = await startBilling();
  customers = customersOf(billing);
});
afterAll(() => billing.stop());

const admin = () => billing.as(billing.newUser({ isAdmin: true }));
const rowsOf = async (figure: BusinessFigure, filter: { state?: string; industry?: string } = {}) =>
  (await admin().businessRows({ figure, ...filter })).rows;

test('figures count paid ZIPs, payers and trials, and lead to their rows', async () => {
  const { user } = await customers.payingUser(2);
  await customers.noJobsLeft();
  const onTrial = billing.newUser();
  await billing.as(onTrial).subscribe({ zipCodeIds: customers.newZipCodes(1) });
  const unpaid = customers.formerTrial();
  await billing.as(unpaid).standing();
  const { testMode, mrrCents, counts, sold } = await admin().readBusiness();
  expect({ testMode, mrrCents }).toEqual({ testMode: true, mrrCents: 3000 });
  expect(counts).toEqual({
    'paid-zips': 2,
    payers: 1,
    'trials-ended': 2,
    'trials-paid': 1,
    'trials-unpaid': 1,
    'churn-base': 0,
    churned: 0,
    zips: 3,
    'granted-zips': 0,
    'unpaid-zips': 1,
  });
  expect(sold.reduce((sum, { zips }) => sum + zips, 0)).toBe(3);
  expect(sold.reduce((sum, { paid }) => sum + paid, 0)).toBe(2);
  expect(sold.reduce((sum, { granted }) => sum + granted, 0)).toBe(0);
  expect((await rowsOf('payers')).map(({ userId }) => userId)).toEqual([user.id]);
  expect((await rowsOf('trials-paid')).map(({ userId }) => userId)).toEqual([user.id]);
  expect((await rowsOf('trials-unpaid')).map(({ userId }) => userId)).toEqual([unpaid.id]);
  expect(await rowsOf('paid-zips')).toHaveLength(2);
  expect((await rowsOf('unpaid-zips')).map(({ userId }) => userId)).toEqual([onTrial.id]);
  for (const { state, industry, zips, paid, granted } of sold) {
    expect(await rowsOf('paid-zips', { state, industry })).toHaveLength(paid);
    expect(await rowsOf('granted-zips', { state, industry })).toHaveLength(granted);
    expect(await rowsOf('unpaid-zips', { state, industry })).toHaveLength(zips - paid - granted);
  }
  const { state, industry, zips } = sold[0] ?? { state: '', industry: '', zips: 0 };
  expect(await rowsOf('zips', { state, industry })).toHaveLength(zips);
  expect(await rowsOf('zips', { state, industry: 'Another' })).toEqual([]);
});

test('a ZIP that an admin assigned is counted as free', async () => {
  const before = (await admin().readBusiness()).counts;
  const user = billing.newUser();
  await billing.as(user).standing();
  await billing.publish(zipAssigned, claimOf(user, customers.newZipCodes(1)[0] ?? ''));
  await until(async () => (await rowsOf('granted-zips')).some(({ userId }) => userId === user.id));
  const after = (await admin().readBusiness()).counts;
  expect(after).toEqual({ ...before, zips: before.zips + 1, 'granted-zips': before['granted-zips'] + 1 });
});

test('a trial with a saved card is not paid until it is charged', async () => {
  const before = await admin().readBusiness();
  const paidOf = ({ sold }: typeof before) => sold.reduce((sum, { paid }) => sum + paid, 0);
  const me = billing.as(billing.newUser());
  await me.subscribe({ zipCodeIds: customers.newZipCodes(1) });
  const { checkoutUrl } = await me.convertTrial();
  await submit(checkoutUrl);
  await me.verifyPayment({ sessionId: sessionIn(checkoutUrl) });
  expect(await me.standing()).toMatchObject({ paymentState: 'trialing', unpaidZipCount: 0 });
  const after = await admin().readBusiness();
  expect(after.counts).toEqual({
    ...before.counts,
    zips: before.counts.zips + 1,
    'unpaid-zips': before.counts['unpaid-zips'] + 1,
  });
  expect(after.mrrCents).toBe(before.mrrCents);
  expect(paidOf(after)).toBe(paidOf(before));
  const change = await admin().modeSwitch();
  expect(change).toMatchObject({ payingUsers: after.counts.payers, paidZips: after.counts['paid-zips'] });
  expect(change.trialUsers).toBe(1);
});

test('churn counts paid ZIPs of 30 days ago that ended since', async () => {
  const { user } = await customers.payingUser(2);
  const now = billing.clock.now();
  await billing.db.query(
    sql`update subscriptions set created_at = ${now}::timestamptz - interval '40 days' where account_id = ${user.id}`,
  );
  await billing.db.query(
    sql`update subscriptions set cancelled_at = ${now}::timestamptz - interval '1 day'
     where id = (select min(id::text)::uuid from subscriptions where account_id = ${user.id})`,
  );
  const churnOf = async () => {
    const { counts } = await admin().readBusiness();
    return [counts.churned, counts['churn-base']];
  };
  // A trial with a saved card, whose first invoice came later.
  expect(await churnOf()).toEqual([0, 0]);
  // The provider tells of the payment on its own.
  await until(async () => {
    const { rowCount } = await billing.db.query(
      sql`update first_payments set paid_at = ${now}::timestamptz - interval '35 days' where stripe_customer_id = (
         select stripe_customer_id from accounts where id = ${user.id})`,
    );
    return rowCount === 1;
  });
  expect(await churnOf()).toEqual([1, 2]);
  expect(await rowsOf('churned')).toMatchObject([{ userId: user.id, zipCode: expect.any(String) }]);
});

test('only admins read the figures, and an unknown figure is refused', async () => {
  await expect(billing.as(billing.newUser()).readBusiness()).rejects.toMatchObject({ kind: 'missing' });
  await expect(rowsOf('profit' as BusinessFigure)).rejects.toMatchObject({ kind: 'invalid' });
});
