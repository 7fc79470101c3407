import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import { userDeleted, userRegistered } from '@closingwire/contracts/auth';
import { subscriptionCancelled } from '@closingwire/contracts/billing';
import type { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../src/accounts/rules.ts';
import { closeCustomer } from '../src/stripe/customer.ts';
import { customersOf, sessionIn, submit } from './customers.ts';
import { startBilling, type TestBilling, type TestPerson } from './start-billing.ts';

let billing: TestBilling;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  billing = await startBilling();
  customers = customersOf(billing);
});
afterAll(() => billing.stop());

const deletionOf = ({ id, email }: TestPerson, version = 9) => ({
  id,
  version,
  deletedAt: new Date().toISOString(),
  email,
});

const accountOf = async ({ id }: { id: string }) => {
  const sql = 'select status, email, first_name, last_name, industry from accounts where id = $1';
  return (await billing.db.query(sql, [id])).rows[0];
};
const nobody = { status: 'deleted', email: '', first_name: '', last_name: '', industry: '' };

test('deletion delivered twice ends the charges once', async () => {
  const { person, customer, me } = await customers.payingPerson(2);
  const subscriptions = await me.listSubscriptions();
  const event = newId();
  await billing.ear.say(userDeleted, deletionOf(person), event);
  await billing.ear.say(userDeleted, deletionOf(person), event);
  await until(async () => (await accountOf(person))?.status === 'deleted');
  await until(async () => (await customers.liveSubscription(customer)) === undefined);
  await customers.noJobsLeft();
  expect(await accountOf(person)).toEqual(nobody);
  for (const { id } of subscriptions) {
    expect(await billing.ear.hear(subscriptionCancelled, id)).toHaveLength(1);
  }
});

async function leaves(person: TestPerson): Promise<void> {
  await billing.ear.say(userDeleted, deletionOf(person));
  await until(async () => (await accountOf(person))?.status === 'deleted');
}

/** Registers now, as somebody new, with this address. */
const registersAgain = (person: TestPerson, email: string) =>
  billing.as({ ...person, id: newId(), email, activatedAt: new Date() }).standing();

test.each([
  ['as it was', (email: string) => email],
  ['in capitals', (email: string) => email.toUpperCase()],
])('an address that comes back %s has what is left of its trial', async (_, written) => {
  row('beyond/one-trial');
  const person = billing.newPerson({ activatedAt: addDays(billing.clock.now(), -4.5) });
  const { trialExpiresAt } = await billing.as(person).standing();
  await leaves(person);
  const left = { trialExpiresAt, daysRemaining: 10, trialExpired: false };
  expect(await registersAgain(person, written(person.email))).toMatchObject(left);
  expect(await registersAgain(person, `other-${person.email}`)).toMatchObject({ daysRemaining: 14 });
});

test('an address that leaves twice starts no trial anew', async () => {
  row('beyond/one-trial');
  const person = billing.newPerson({ activatedAt: addDays(billing.clock.now(), -4.5) });
  const { trialExpiresAt } = await billing.as(person).standing();
  await leaves(person);
  const again = { ...person, id: newId(), email: person.email.toUpperCase(), activatedAt: new Date() };
  await billing.as(again).standing();
  await leaves(again);
  expect(await registersAgain(person, person.email)).toMatchObject({ trialExpiresAt });
});

test('an address whose trial is over comes back to none', async () => {
  row('beyond/one-trial');
  const person = customers.formerTrial();
  const { trialExpiresAt } = await billing.as(person).standing();
  await leaves(person);
  const back = await registersAgain(person, person.email);
  expect(back).toMatchObject({ trialExpiresAt, trialExpired: true, hasActivePayment: false });
});

test('the provider forgets card, name and address', async () => {
  const { person, customer } = await customers.payingPerson(1);
  await billing.ear.say(userDeleted, deletionOf(person));
  await until(async () => {
    const kept = await billing.stripe.customers.retrieve(customer);
    return !kept.deleted && !kept.email && !kept.name;
  });
  expect((await billing.stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
  expect((await billing.stripe.invoices.list({ customer })).data).toHaveLength(1);
});

test('an open checkout of the deleted cannot be paid', async () => {
  const person = customers.formerTrial();
  const { checkoutUrl } = await billing.as(person).subscribe({ zipCodeIds: customers.newZips(1) });
  await billing.ear.say(userDeleted, deletionOf(person));
  await until(async () => (await customers.orderStates(person)).join() === 'dropped');
  await submit(checkoutUrl);
  const session = await billing.stripe.checkout.sessions.retrieve(sessionIn(checkoutUrl));
  expect(session.status).toBe('expired');
});

test('an order under way gives the deleted nothing', async () => {
  const { person, me, customer } = await customers.payingPerson(1);
  await customers.failing(() => me.subscribe({ zipCodeIds: customers.newZips(1) }));
  await billing.ear.say(userDeleted, deletionOf(person));
  await until(async () => (await accountOf(person))?.status === 'deleted');
  await customers.hurryOrders();
  await until(async () => (await customers.orderStates(person)).at(-1) === 'dropped');
  await customers.noJobsLeft();
  await until(async () => (await customers.liveSubscription(customer)) === undefined);
  const sql = 'select 1 from subscriptions where account_id = $1 and cancelled_at is null';
  expect((await billing.db.query(sql, [person.id])).rows).toEqual([]);
});

test('closing a customer killed halfway is finished later', async () => {
  const { customer } = await customers.payingPerson(1);
  const access = (client: Stripe) => ({
    client: async () => client,
    mode: () => Promise.reject(new Error('not asked')),
    verifiedEvent: () => {
      throw new Error('not asked');
    },
  });
  const dying = Object.create(billing.stripe, {
    paymentMethods: { get: () => expect.fail('killed after the cancellation') },
  });
  await expect(closeCustomer(access(dying), customer)).rejects.toThrow('killed');
  expect(await customers.liveSubscription(customer)).toBeUndefined();
  for (let times = 0; times < 2; times++) await closeCustomer(access(billing.stripe), customer);
  expect((await billing.stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
});

test('news of registration after the deletion opens nothing', async () => {
  const person = billing.newPerson();
  await billing.ear.say(userDeleted, deletionOf(person));
  await until(async () => (await accountOf(person))?.status === 'deleted');
  const { id, email, industry } = person;
  const state = { firstName: 'Late', lastName: 'News', phone: '', companyName: '', teamSize: '' };
  const flags = { status: 'active', isAdmin: false, emailNotifications: true } as const;
  const activatedAt = person.activatedAt.toISOString();
  const event = newId();
  const registered = { id, version: 1, email, industry, activatedAt, ...state, ...flags };
  await billing.ear.say(userRegistered, registered, event);
  await until(
    async () => (await billing.db.query('select 1 from inbox where event_id = $1', [event])).rowCount,
  );
  expect(await accountOf(person)).toEqual(nobody);
});

test('the export has what was bought and charged', async () => {
  const { person } = await customers.payingPerson(2);
  const facts = await billing.asService().exportPerson({ userId: person.id, email: person.email });
  expect(facts).toMatchObject({
    account: { email: person.email, hasActivePayment: true },
    subscriptions: [{ kind: 'paid' }, { kind: 'paid' }],
    orders: [{ state: 'done' }],
    charges: [{ paidCents: 3000, status: 'paid' }],
  });
  const nobodyHere = await billing.asService().exportPerson({ userId: newId(), email: person.email });
  expect(nobodyHere).toMatchObject({ account: null, subscriptions: [], charges: [] });
});
