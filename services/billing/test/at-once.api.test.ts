import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userDeleted } from '@closingwire/contracts/auth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customersOf, sessionIn, submit } from './customers.ts';
import { startBilling, type TestBilling } from './start-billing.ts';

let billing: TestBilling;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  billing = await startBilling();
  customers = customersOf(billing);
});
afterAll(() => billing.stop());

const liveOf = async (customer: string) => {
  const { data } = await billing.stripe.subscriptions.list({ customer, limit: 100 });
  return data.map(({ items }) => items.data[0]?.quantity);
};

const zipCodesOf = async (me: ReturnType<TestBilling['as']>) =>
  (await me.listSubscriptions()).map(({ zipCode }) => zipCode.zipCode);

test('two tabs that pay make one subscription', async () => {
  const me = billing.as(customers.formerTrial());
  const [a = '', b = ''] = customers.newZipCodes(2);
  const tabs = await Promise.all(
    [me.subscribe({ zipCodeIds: [a] }), me.subscribe({ zipCodeIds: [b] })].map(tab =>
      tab.catch(error => ({ checkoutUrl: undefined, error })),
    ),
  );
  const pages = tabs.flatMap(({ checkoutUrl }) => checkoutUrl ?? []);
  expect(tabs).toContainEqual(expect.objectContaining({ checkoutUrl: expect.any(String) }));
  await Promise.all(pages.map(page => submit(page)));
  await Promise.all(pages.map(page => me.verifyPayment({ sessionId: sessionIn(page) })));
  await customers.noJobsLeft();
  const { stripeCustomerId } = await me.standing();
  const zipCodes = await zipCodesOf(me);
  expect([[a], [b], [a, b]]).toContainEqual(zipCodes);
  expect(await liveOf(stripeCustomerId ?? '')).toEqual([zipCodes.length]);
});

test('a second subscription is ended and credited', async () => {
  const { me, customer, user } = await customers.payingUser(2);
  const { checkoutUrl } = await billing
    .as(customers.formerTrial())
    .subscribe({ zipCodeIds: customers.newZipCodes(1) });
  const page = await billing.stripe.checkout.sessions.retrieve(sessionIn(checkoutUrl), {
    expand: ['line_items'],
  });
  const price = page.line_items?.data[0]?.price?.id ?? '';
  const second = await billing.stripe.subscriptions.create({ customer, items: [{ price, quantity: 1 }] });
  await until(async () => (await billing.stripe.subscriptions.retrieve(second.id)).status === 'canceled');
  await customers.run('settle-account', { accountId: user.id });
  await customers.noJobsLeft();
  expect(await liveOf(customer)).toEqual([2]);
  const credited = await billing.stripe.customers.retrieve(customer);
  expect(credited).toMatchObject({ balance: -1_500 });
  expect(await me.standing()).toMatchObject({ paymentState: 'active' });
});

test('concurrent overlapping orders are charged as their union', async () => {
  const { me, customer } = await customers.payingUser(1);
  const [a = '', b = '', c = ''] = customers.newZipCodes(3);
  const replies = await Promise.all([
    me.subscribe({ zipCodeIds: [a, b] }),
    me.subscribe({ zipCodeIds: [b, c] }),
    me.subscribe({ zipCodeIds: [b] }),
  ]);
  expect(replies.map(({ success }) => success)).toEqual([true, true, true]);
  expect(await zipCodesOf(me)).toEqual(expect.arrayContaining([a, b, c]));
  await customers.noJobsLeft();
  expect(await liveOf(customer)).toEqual([4]);
  const { data } = await billing.stripe.invoices.list({ customer, limit: 100 });
  const paid = data.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
  expect(paid).toBe(6_000);
});

test('an order sent twice near the limit of a trial gets the same reply twice', async () => {
  const me = billing.as(billing.newUser());
  await me.subscribe({ zipCodeIds: customers.newZipCodes(23) });
  const order = { zipCodeIds: customers.newZipCodes(2) };
  const replies = await Promise.all([me.subscribe(order), me.subscribe(order), me.subscribe(order)]);
  expect(new Set(replies.map(reply => JSON.stringify(reply))).size).toBe(1);
  expect(replies[0]).toMatchObject({ success: true, trialUser: true });
  expect(await me.standing()).toMatchObject({ unpaidZipCount: 25 });
  const tooMany = { zipCodeIds: customers.newZipCodes(1) };
  const refused = await Promise.allSettled([me.subscribe(tooMany), me.subscribe(tooMany)]);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('orders during a deletion leave nothing', async () => {
  const user = billing.newUser();
  const me = billing.as(user);
  await me.standing();
  const zipCodes = customers.newZipCodes(6);
  const deletion = { id: user.id, version: 9, deletedAt: new Date().toISOString(), email: user.email };
  await Promise.all([
    ...zipCodes.map(zipCode => me.subscribe({ zipCodeIds: [zipCode] }).catch(() => undefined)),
    billing.publish(userDeleted, deletion),
  ]);
  await until(async () => {
    const { rows } = await billing.db.query(
      sql`select 1 from accounts where id = ${user.id} and status = 'deleted'`,
    );
    return rows.length === 1;
  });
  await customers.noJobsLeft();
  const { rows } = await billing.db.query(
    sql`select 1 from subscriptions where account_id = ${user.id} and cancelled_at is null`,
  );
  expect(rows).toEqual([]);
  expect(await customers.orderStates(user)).not.toContain('open');
});
