import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customersOf } from './customers.ts';
import { startBilling, type TestBilling } from './start-billing.ts';

let billing: TestBilling;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  billing = await startBilling();
  customers = customersOf(billing);
});
afterAll(() => billing.stop());

const statistics = (days?: 30 | 90) => {
  const admin = billing.as(billing.newUser({ isAdmin: true }));
  return admin.paymentStatistics(days ? { days } : {}).then(reply => reply.days);
};
const today = () => statistics().then(days => days.at(-1));

test('trials count on the day that they began', async () => {
  const before = await statistics();
  await billing.as(billing.newUser()).standing();
  await billing.as(customers.formerTrial()).standing();
  const after = await statistics();
  expect(after).toHaveLength(30);
  expect(after.at(-1)?.trials).toBe((before.at(-1)?.trials ?? 0) + 1);
  const long = await statistics(90);
  expect(long).toHaveLength(90);
  expect(long.at(-31)?.trials).toBe(1);
});

test('a trial that an admin ended is still counted', async () => {
  const user = billing.newUser();
  await billing.as(user).standing();
  const before = (await today())?.trials;
  const credit = { accountId: user.id, creditId: newId(), trialDays: 0 };
  await billing.asService().creditTrial(credit);
  expect((await today())?.trials).toBe(before);
});

test('a first payment is a conversion, each payment revenue', async () => {
  const { me, customer } = await customers.payingUser(2);
  await until(async () => (await today())?.revenueCents === 3_000);
  expect(await today()).toMatchObject({ conversions: 1, revenueCents: 3_000 });
  await me.subscribe({ zipCodeIds: customers.newZipCodes(1) });
  const paid = async () => {
    const { data } = await billing.stripe.invoices.list({ customer });
    return data.reduce((sum, invoice) => sum + invoice.amount_paid, 0);
  };
  expect(await paid()).toBeGreaterThan(3_000);
  const expected = await paid();
  await until(async () => (await today())?.revenueCents === expected);
  expect((await today())?.conversions).toBe(1);
});

test('a declined payment is not counted', async () => {
  const before = await today();
  const { me, customer } = await customers.payingUser(1);
  await until(async () => (await today())?.conversions === (before?.conversions ?? 0) + 1);
  const paid = await today();
  await customers.spoilCard(customer);
  await expect(me.subscribe({ zipCodeIds: customers.newZipCodes(1) })).rejects.toMatchObject({
    code: 'card_declined',
  });
  await customers.noJobsLeft();
  expect(await today()).toEqual(paid);
});
