import { newId } from '@closingwire/chassis/ids';
import { zipCreditDecided } from '@closingwire/contracts/credits';
import { leadCreditRequested } from '@closingwire/contracts/leads';
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

const moneyOf = (userId: string) => billing.as(billing.newUser({ isAdmin: true })).customerMoney({ userId });

test('a paying user has ZIPs, paid invoices and credits', async () => {
  const { user, me, customer } = await customers.payingUser(2);
  await customers.noJobsLeft();
  const [first] = await me.listSubscriptions();
  const zipCode = first?.zipCode.zipCode ?? '';
  const id = newId();
  const requestedAt = billing.clock.now().toISOString();
  await billing.publish(leadCreditRequested, { id, version: 1, userId: user.id, zipCode, requestedAt });
  await billing.receive(zipCreditDecided, id);
  await me.unsubscribe({ id: first?.id ?? '' });
  const money = await moneyOf(user.id);
  expect(money).toMatchObject({
    paymentState: 'active',
    hasActivePayment: true,
    stripeCustomerId: customer,
    monthlyAmountCents: 1500,
    invoices: [{ mode: 'test', amountCents: 3000 }],
    credits: [{ id, zipCode, amountCents: 1500 }],
    trialCredits: [],
  });
  expect(money.zips.map(({ kind, cancelledAt }) => [kind, cancelledAt === null])).toEqual([
    ['paid', true],
    ['paid', false],
  ]);
  expect(await moneyOf(user.id)).toEqual(money);
});

test('a paying user has a card and a next charge', async () => {
  const { user, me } = await customers.payingUser(2);
  const { provider } = await me.overview();
  const card = () => billing.as(billing.newUser({ isAdmin: true })).customerCard({ userId: user.id });
  expect(await card()).toEqual({
    provider: {
      card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040 },
      nextCharge: { at: provider?.nextCharge?.at, cents: 3_000, isRetry: false },
      creditCents: 0,
    },
  });
  await expect(billing.as(user).customerCard({ userId: user.id })).rejects.toMatchObject({ kind: 'missing' });
});

test('a user on trial has paid nothing', async () => {
  const user = billing.newUser();
  const me = billing.as(user);
  await me.subscribe({ zipCodeIds: customers.newZipCodes(1) });
  expect(await moneyOf(user.id)).toMatchObject({
    paymentState: 'none',
    hasActivePayment: false,
    stripeCustomerId: null,
    zips: [{ kind: 'trial', cancelledAt: null }],
    invoices: [],
    credits: [],
  });
});

test('other users and unknown ids get 404', async () => {
  const user = billing.newUser();
  await billing.as(user).standing();
  await expect(billing.as(user).customerMoney({ userId: user.id })).rejects.toMatchObject({
    kind: 'missing',
  });
  await expect(moneyOf(newId())).rejects.toMatchObject({ kind: 'missing', code: 'not_found' });
});
