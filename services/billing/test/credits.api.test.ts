import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
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

const route = 'post /v1/customers/:id/balance_transactions';

function requestOf(user: { id: string }, zipCode: string, id = newId()) {
  const requestedAt = billing.clock.now().toISOString();
  return { id, version: 1, userId: user.id, zipCode, requestedAt };
}

async function credited(request: ReturnType<typeof requestOf>) {
  await billing.publish(leadCreditRequested, request);
  const [decided] = await billing.receive(zipCreditDecided, request.id);
  return decided;
}

const balanceOf = async (customer: string) => {
  const found = await billing.stripe.customers.retrieve(customer);
  return found.deleted ? undefined : found.balance;
};
const changesOf = async (customer: string) =>
  (await billing.stripe.customers.listBalanceTransactions(customer)).data;

async function paying(count = 1) {
  const { user, me, customer } = await customers.payingUser(count);
  const zipCodes = (await me.listSubscriptions()).map(({ zipCode }) => zipCode.zipCode);
  return { user, me, customer, zipCodes, zipCode: zipCodes[0] ?? '' };
}

/** Runs waiting credits now instead of after their pause. */
const hurry = () =>
  billing.db.query(
    sql`update graphile_worker._private_jobs set run_at = now() where key like 'give-credit:%'`,
  );

test('a paid month is credited once', async () => {
  row('beyond/credit-for-wrong-contact');
  const { user, customer, zipCode } = await paying();
  const request = requestOf(user, zipCode);
  expect(await credited(request)).toMatchObject({
    amountCents: 1500,
    reason: null,
    accountId: user.id,
    zipCode,
  });
  expect(await balanceOf(customer)).toBe(-1500);
  const [change] = await changesOf(customer);
  expect(change).toMatchObject({
    amount: -1500,
    currency: 'usd',
    description: `Credit for a wrong contact in ZIP code ${zipCode}`,
    metadata: { creditId: request.id, zipCode },
  });
  await billing.publish(leadCreditRequested, request);
  await billing.publish(leadCreditRequested, { ...request, version: 2 });
  await customers.run('give-credit', { accountId: user.id, creditId: request.id });
  await customers.noJobsLeft();
  expect(await balanceOf(customer)).toBe(-1500);
  expect(billing.receivedOf(zipCreditDecided, request.id)).toHaveLength(1);
});

test('the next charge uses the credit', async () => {
  const { user, me, customer, zipCode } = await paying();
  await credited(requestOf(user, zipCode));
  await me.subscribe({ zipCodeIds: customers.newZipCodes(1) });
  const { data } = await billing.stripe.invoices.list({ customer });
  expect(data[0]).toMatchObject({
    billing_reason: 'subscription_update',
    starting_balance: -1500,
    amount_paid: 0,
  });
});

test('a month of a ZIP is credited only once', async () => {
  const { user, customer, zipCodes } = await paying(2);
  const [first = '', second = ''] = zipCodes;
  await credited(requestOf(user, first));
  expect(await credited(requestOf(user, first))).toMatchObject({ amountCents: 0, reason: 'credited-before' });
  expect(await credited(requestOf(user, second))).toMatchObject({ amountCents: 1500 });
  expect(await balanceOf(customer)).toBe(-3000);
});

test('concurrent requests credit a month once', async () => {
  const { user, customer, zipCode } = await paying(2);
  const decided = await Promise.all([1, 2, 3].map(() => credited(requestOf(user, zipCode))));
  expect(decided.map(credit => credit?.amountCents).toSorted()).toEqual([0, 0, 1500]);
  expect(await balanceOf(customer)).toBe(-1500);
});

test('a trial has nothing to credit', async () => {
  const user = billing.newUser();
  const me = billing.as(user);
  const [zipCode = ''] = customers.newZipCodes(1);
  await me.subscribe({ zipCodeIds: [zipCode] });
  expect(await credited(requestOf(user, zipCode))).toMatchObject({ amountCents: 0, reason: 'trial' });
  expect(await credited(requestOf(user, '00501'))).toMatchObject({ reason: 'not-subscribed' });
});

test('a credit killed before its reply is given once', async () => {
  const { user, customer, zipCode } = await paying();
  const request = requestOf(user, zipCode);
  // The provider has the credit, and the process dies before it stores that.
  await billing.db.query(sql`
    create function die() returns trigger language plpgsql as $$ begin raise 'killed'; end $$;
    create trigger die before update on zip_credits for each row when (new.state = 'given') execute function die()`);
  await billing.publish(leadCreditRequested, request);
  await until(async () => (await balanceOf(customer)) === -1500);
  await hurry();
  await billing.db.query(sql`drop trigger die on zip_credits; drop function die`);
  await hurry();
  await billing.receive(zipCreditDecided, request.id);
  expect(await changesOf(customer)).toHaveLength(1);
});

test('a credit survives a fault of the provider', async () => {
  const { user, customer, zipCode } = await paying();
  await billing.fault('', { route, kind: 'fail' });
  const request = requestOf(user, zipCode);
  await billing.publish(leadCreditRequested, request);
  await until(async () => {
    await hurry();
    return billing.receivedOf(zipCreditDecided, request.id).length > 0;
  });
  expect(await balanceOf(customer)).toBe(-1500);
});

test('a credit of a new account waits for it', async () => {
  const user = billing.newUser();
  const request = requestOf(user, '10001');
  await billing.publish(leadCreditRequested, request);
  await billing.as(user).standing();
  expect(await billing.receive(zipCreditDecided, request.id)).toMatchObject([{ reason: 'not-subscribed' }]);
});

test('an owed credit ends when the provider no longer has the customer', async () => {
  const { user, zipCode } = await paying();
  const { id } = requestOf(user, zipCode);
  await billing.db.query(
    sql`insert into zip_credits (id, account_id, zip_code, state, requested_at, amount_cents, payment_mode, stripe_customer_id)
     values (${id}, ${user.id}, ${zipCode}, 'owed', now(), 1500, 'test', 'cus_gone')`,
  );
  await customers.run('give-credit', { accountId: user.id, creditId: id });
  const [decided] = await billing.receive(zipCreditDecided, id);
  expect(decided).toMatchObject({ amountCents: 0, reason: 'customer-gone' });
});

test('an unpaid month has nothing to credit', async () => {
  const { user, me, customer, zipCode } = await paying();
  await customers.spoilCard(customer);
  billing.clock.advanceDays(32);
  await until(async () => (await me.standing()).paymentState === 'past_due');
  expect(await credited(requestOf(user, zipCode))).toMatchObject({ amountCents: 0, reason: 'unpaid' });
  expect(await balanceOf(customer)).toBe(0);
});
