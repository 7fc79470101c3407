import { raw, sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { userUpdated } from '@closingwire/contracts/auth';
import { trialExpiring } from '@closingwire/contracts/billing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customersOf, sessionIn, submit } from './customers.ts';
import { startBilling, type TestBilling, type TestUser } from './start-billing.ts';

let billing: TestBilling;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  billing = await startBilling();
  customers = customersOf(billing);
});
afterAll(() => billing.stop());

const subscriptionsOf = (customer: string) =>
  billing.stripe.subscriptions.list({ customer, status: 'all', limit: 100 });

async function canceledBeforeTheWebhook(open: () => Promise<{ user: TestUser; checkoutUrl: string }>) {
  const opened = await open();
  // The pass that opened the page may still run, and must not see the payment.
  await customers.noJobsLeft();
  await billing.withoutWebhooks(async () => {
    await submit(opened.checkoutUrl);
    const { subscription } = await billing.stripe.checkout.sessions.retrieve(sessionIn(opened.checkoutUrl));
    await billing.stripe.subscriptions.cancel(String(subscription));
  });
  return opened;
}

test('a subscription canceled before the webhook gives and charges nothing', async () => {
  const user = customers.formerTrial();
  const me = billing.as(user);
  const { checkoutUrl } = await canceledBeforeTheWebhook(async () => {
    const { checkoutUrl = '' } = await me.subscribe({ zipCodeIds: customers.newZipCodes(2) });
    return { user, checkoutUrl };
  });
  expect(await me.verifyPayment({ sessionId: sessionIn(checkoutUrl) })).toMatchObject({ success: false });
  await customers.noJobsLeft();
  const { stripeCustomerId, paymentState } = await me.standing();
  expect(paymentState).toBe('ended');
  expect(await me.listSubscriptions()).toEqual([]);
  expect((await subscriptionsOf(stripeCustomerId ?? '')).data).toMatchObject([{ status: 'canceled' }]);
  expect((await billing.stripe.invoices.list({ customer: stripeCustomerId ?? '' })).data).toHaveLength(1);
});

test('a conversion canceled before the webhook ends its ZIPs', async () => {
  const user = billing.newUser();
  const me = billing.as(user);
  await me.subscribe({ zipCodeIds: customers.newZipCodes(1) });
  await canceledBeforeTheWebhook(async () => ({ user, ...(await me.convertTrial()) }));
  await customers.run('settle-account', { accountId: user.id });
  await until(async () => (await customers.orderStates(user)).at(-1) === 'dropped');
  await customers.noJobsLeft();
  expect(await me.listSubscriptions()).toEqual([]);
  const { stripeCustomerId } = await me.standing();
  expect((await subscriptionsOf(stripeCustomerId ?? '')).data).toMatchObject([{ status: 'canceled' }]);
});

test('a stored fault of the provider is passed with another key', async () => {
  const { me, customer, user } = await customers.payingUser(1);
  const [zipCode = ''] = customers.newZipCodes(1);
  for (let times = 0; times < 3; times += 1) {
    await billing.fault('', { route: 'post /v1/subscriptions/:id', kind: 'fail' });
  }
  await expect(me.subscribe({ zipCodeIds: [zipCode] })).rejects.toMatchObject({ kind: 'unavailable' });
  await customers.run('settle-account', { accountId: user.id });
  await until(async () => (await me.listSubscriptions()).length === 2);
  await customers.noJobsLeft();
  expect(await customers.quantityOf(customer)).toBe(2);
  const { data } = await billing.stripe.invoices.list({ customer });
  expect(data.map(({ billing_reason }) => billing_reason)).toEqual([
    'subscription_update',
    'subscription_create',
  ]);
});

test('an order not charged within an hour is dropped and blocks nothing', async () => {
  const { me, customer, user } = await customers.payingUser(2);
  await billing.db.query(
    sql`insert into orders (id, account_id, purpose, zip_codes, state, created_at)
     values (gen_random_uuid(), ${user.id}, 'zips', '{10001}', 'open', now() - interval '2 hours')`,
  );
  const [first] = await me.listSubscriptions();
  await me.unsubscribe({ id: first?.id ?? '' });
  await until(async () => (await customers.quantityOf(customer)) === 1);
  expect(await customers.orderStates(user)).toContain('dropped');
  expect(await me.listSubscriptions()).toHaveLength(1);
});

test('a customer unknown to the provider pays nothing, and can order again', async () => {
  const { me, user } = await customers.payingUser(1);
  await billing.db.query(
    sql`update accounts set stripe_customer_id = 'cus_unknown_' || left(id::text, 8) where id = ${user.id}`,
  );
  await customers.run('settle-account', { accountId: user.id });
  await until(async () => (await me.standing()).paymentState !== 'active');
  expect(await me.listSubscriptions()).toEqual([]);
  const { checkoutUrl } = await me.subscribe({ zipCodeIds: customers.newZipCodes(1) });
  await submit(checkoutUrl);
  expect(await me.verifyPayment({ sessionId: sessionIn(checkoutUrl) })).toMatchObject({ success: true });
  expect((await me.openPortal()).url).toMatch(/portal/);
});

test('a new address and name reach the provider, delivered twice', async () => {
  const { user, customer } = await customers.payingUser(1);
  const state = {
    ...{ id: user.id, industry: user.industry, activatedAt: user.activatedAt.toISOString() },
    ...{ version: 5, email: `new-${user.email}`, firstName: 'Grace', lastName: 'Example' },
    ...{ phone: '', companyName: '', teamSize: '', isAdmin: false, emailNotifications: true },
    status: 'active' as const,
  };
  await billing.publish(userUpdated, state);
  await billing.publish(userUpdated, state);
  await until(async () => {
    const kept = await billing.stripe.customers.retrieve(customer);
    return !kept.deleted && kept.email === state.email && kept.name === 'Grace Example';
  });
});

test('a failing reminder does not stop the others', async () => {
  const due = { activatedAt: new Date(billing.clock.now().getTime() - 7.5 * 86_400_000) };
  const users = [billing.newUser(due), billing.newUser(due), billing.newUser(due)];
  for (const user of users) await billing.as(user).standing();
  const [broken, ...others] = users.toSorted((a, b) => a.id.localeCompare(b.id));
  await billing.db.query(sql`
    create function refuse_notice() returns trigger language plpgsql as $$ begin
      if new.account_id = '${raw(broken?.id ?? '')}' then raise 'broken'; end if; return new; end $$;
    create trigger refuse_notice before insert on trial_notices for each row execute function refuse_notice()`);
  await customers.run('remind-of-trials');
  for (const { id } of others) await billing.receive(trialExpiring, id);
  await billing.db.query(sql`drop trigger refuse_notice on trial_notices; drop function refuse_notice`);
});
