import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userDeleted, userRegistered } from '@closingwire/contracts/auth';
import { subscriptionCancelled } from '@closingwire/contracts/billing';
import type { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../src/accounts/rules.ts';
import { closeCustomer } from '../src/stripe/customer.ts';
import { customersOf, sessionIn, submit } from './customers.ts';
import { startBilling, type TestBilling, type TestUser } from './start-billing.ts';

let billing: TestBilling;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  billing = await startBilling();
  customers = customersOf(billing);
});
afterAll(() => billing.stop());

const deletionOf = ({ id, email }: TestUser, version = 9) => ({
  id,
  version,
  deletedAt: new Date().toISOString(),
  email,
});

const accountOf = async ({ id }: { id: string }) => {
  const { rows } = await billing.db.query(
    sql`select status, email, first_name, last_name, industry from accounts where id = ${id}`,
  );
  return rows[0];
};
const forgotten = { status: 'deleted', email: '', first_name: '', last_name: '', industry: '' };

test('deletion delivered twice ends the charges once', async () => {
  const { user, customer, me } = await customers.payingUser(2);
  const subscriptions = await me.listSubscriptions();
  const event = newId();
  await billing.publish(userDeleted, deletionOf(user), event);
  await billing.publish(userDeleted, deletionOf(user), event);
  await until(async () => (await accountOf(user))?.status === 'deleted');
  await until(async () => (await customers.liveSubscription(customer)) === undefined);
  await customers.noJobsLeft();
  expect(await accountOf(user)).toEqual(forgotten);
  for (const { id } of subscriptions) {
    expect(await billing.receive(subscriptionCancelled, id)).toHaveLength(1);
  }
});

async function leaves(user: TestUser): Promise<void> {
  await billing.publish(userDeleted, deletionOf(user));
  await until(async () => (await accountOf(user))?.status === 'deleted');
}

/** Registers a new user with this address now. */
const registersAgain = (user: TestUser, email: string) =>
  billing.as({ ...user, id: newId(), email, activatedAt: new Date() }).standing();

test.each([
  ['as it was', (email: string) => email],
  ['in capitals', (email: string) => email.toUpperCase()],
])('an address that returns %s continues its trial', async (_, written) => {
  row('beyond/one-trial');
  const user = billing.newUser({ activatedAt: addDays(billing.clock.now(), -4.5) });
  const { trialExpiresAt } = await billing.as(user).standing();
  await leaves(user);
  const left = { trialExpiresAt, daysRemaining: 10, trialExpired: false };
  expect(await registersAgain(user, written(user.email))).toMatchObject(left);
  expect(await registersAgain(user, `other-${user.email}`)).toMatchObject({ daysRemaining: 14 });
});

test('an address that leaves twice starts no new trial', async () => {
  row('beyond/one-trial');
  const user = billing.newUser({ activatedAt: addDays(billing.clock.now(), -4.5) });
  const { trialExpiresAt } = await billing.as(user).standing();
  await leaves(user);
  const again = { ...user, id: newId(), email: user.email.toUpperCase(), activatedAt: new Date() };
  await billing.as(again).standing();
  await leaves(again);
  expect(await registersAgain(user, user.email)).toMatchObject({ trialExpiresAt });
});

test('an address whose trial is over gets none on return', async () => {
  row('beyond/one-trial');
  const user = customers.formerTrial();
  const { trialExpiresAt } = await billing.as(user).standing();
  await leaves(user);
  const back = await registersAgain(user, user.email);
  expect(back).toMatchObject({ trialExpiresAt, trialExpired: true, hasActivePayment: false });
});

test('the provider forgets card, name and address', async () => {
  const { user, customer } = await customers.payingUser(1);
  await billing.publish(userDeleted, deletionOf(user));
  await until(async () => {
    const kept = await billing.stripe.customers.retrieve(customer);
    return !kept.deleted && !kept.email && !kept.name;
  });
  expect((await billing.stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
  expect((await billing.stripe.invoices.list({ customer })).data).toHaveLength(1);
});

test('an open checkout of a deleted user cannot be paid', async () => {
  const user = customers.formerTrial();
  const { checkoutUrl } = await billing.as(user).subscribe({ zipCodeIds: customers.newZipCodes(1) });
  await billing.publish(userDeleted, deletionOf(user));
  await until(async () => (await customers.orderStates(user)).join() === 'dropped');
  await submit(checkoutUrl);
  const session = await billing.stripe.checkout.sessions.retrieve(sessionIn(checkoutUrl));
  expect(session.status).toBe('expired');
});

test('an open order gives a deleted user nothing', async () => {
  const { user, me, customer } = await customers.payingUser(1);
  await customers.failing(() => me.subscribe({ zipCodeIds: customers.newZipCodes(1) }));
  await billing.publish(userDeleted, deletionOf(user));
  await until(async () => (await accountOf(user))?.status === 'deleted');
  await customers.hurryOrders();
  await until(async () => (await customers.orderStates(user)).at(-1) === 'dropped');
  await customers.noJobsLeft();
  await until(async () => (await customers.liveSubscription(customer)) === undefined);
  const { rows } = await billing.db.query(
    sql`select 1 from subscriptions where account_id = ${user.id} and cancelled_at is null`,
  );
  expect(rows).toEqual([]);
});

test('closing a customer killed halfway is finished later', async () => {
  const { customer } = await customers.payingUser(1);
  const access = (client: Stripe) => ({
    client: () => client,
    hasKeys: () => true,
    part: { name: 'not asked', start: async () => {}, stop: async () => {} },
    mode: () => Promise.reject(new Error('not asked')),
    verifiedEvent: () => {
      throw new Error('not asked');
    },
  });
  const dying = Object.create(billing.stripe, {
    paymentMethods: { get: () => expect.fail('killed after the cancellation') },
  });
  await expect(closeCustomer(access(dying), 'test', customer)).rejects.toThrow('killed');
  expect(await customers.liveSubscription(customer)).toBeUndefined();
  for (let times = 0; times < 2; times++) await closeCustomer(access(billing.stripe), 'test', customer);
  expect((await billing.stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
});

test('an event of registration after the deletion opens nothing', async () => {
  const user = billing.newUser();
  await billing.publish(userDeleted, deletionOf(user));
  await until(async () => (await accountOf(user))?.status === 'deleted');
  const { id, email, industry } = user;
  const state = { firstName: 'Late', lastName: 'News', phone: '', companyName: '', teamSize: '' };
  const flags = { status: 'active', isAdmin: false, emailNotifications: true } as const;
  const activatedAt = user.activatedAt.toISOString();
  const event = newId();
  const registered = { id, version: 1, email, industry, activatedAt, ...state, ...flags };
  await billing.publish(userRegistered, registered, event);
  await until(
    async () => (await billing.db.query(sql`select 1 from inbox where event_id = ${event}`)).rowCount,
  );
  expect(await accountOf(user)).toEqual(forgotten);
});

test('the export has orders and charges', async () => {
  const { user } = await customers.payingUser(2);
  const facts = await billing.asService().exportUser({ userId: user.id, email: user.email });
  expect(facts).toMatchObject({
    account: { email: user.email, hasActivePayment: true },
    subscriptions: [{ kind: 'paid' }, { kind: 'paid' }],
    orders: [{ state: 'done' }],
    charges: [{ paidCents: 3000, status: 'paid' }],
  });
  const nobodyHere = await billing.asService().exportUser({ userId: newId(), email: user.email });
  expect(nobodyHere).toMatchObject({ account: null, subscriptions: [], charges: [] });
});
