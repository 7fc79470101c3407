import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { subscriptionCreated } from '@closingwire/contracts/billing';
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

test('an order after the trial is paid in a checkout', async () => {
  row('product/card-payment');
  const me = billing.as(customers.formerTrial());
  const zipCodeIds = customers.newZipCodes(2);
  const answer = await me.subscribe({ zipCodeIds });
  expect(answer).toMatchObject({ success: true, trialUser: false });
  expect(await me.subscribe({ zipCodeIds })).toEqual(answer);
  expect(await me.listSubscriptions()).toEqual([]);

  const reply = await submit(answer.checkoutUrl);
  const back = new URL(reply.headers.get('location') ?? '');
  expect(`${back.pathname}?bulk=${back.searchParams.get('bulk')}`).toBe('/dashboard?bulk=true');
  const sessionId = back.searchParams.get('session_id') ?? '';
  const verdict = { success: true, converted: false, subscriptionCount: 2 };
  expect(await me.verifyPayment({ sessionId })).toEqual(verdict);
  expect(await me.verifyPayment({ sessionId })).toEqual(verdict);
  expect(await me.standing()).toMatchObject({ hasActivePayment: true, trialExpired: true });
  expect(await me.listSubscriptions()).toMatchObject([
    { kind: 'paid', stripeSubscriptionId: expect.stringMatching(/^sub_/) },
    { kind: 'paid' },
  ]);
});

test('a paid checkout counts without the user returning', async () => {
  const me = billing.as(customers.formerTrial());
  const { checkoutUrl } = await me.subscribe({ zipCodeIds: customers.newZipCodes(1) });
  await submit(checkoutUrl);
  const mine = await until(async () => {
    const found = await me.listSubscriptions();
    return found.length === 1 ? found : undefined;
  });
  await billing.receive(subscriptionCreated, mine[0]?.id ?? '');
});

test('a declined card gives nothing', async () => {
  const me = billing.as(customers.formerTrial());
  const { checkoutUrl } = await me.subscribe({ zipCodeIds: customers.newZipCodes(1) });
  await submit(checkoutUrl, { outcome: 'decline' });
  expect(await me.verifyPayment({ sessionId: sessionIn(checkoutUrl) })).toMatchObject({ success: false });
  expect(await me.standing()).toMatchObject({ hasActivePayment: false });
});

test('the checkout of another user is unknown', async () => {
  row('call/post-verify-payment');
  const { checkoutUrl } = await billing
    .as(customers.formerTrial())
    .subscribe({ zipCodeIds: customers.newZipCodes(1) });
  const stranger = billing.as(customers.formerTrial());
  await expect(stranger.verifyPayment({ sessionId: sessionIn(checkoutUrl) })).rejects.toMatchObject({
    kind: 'missing',
  });
});

test('a newer order closes the older checkout', async () => {
  const me = billing.as(customers.formerTrial());
  const [zipCode = ''] = customers.newZipCodes(1);
  const older = await me.subscribe({ zipCodeIds: [zipCode] });
  await me.subscribe({ zipCodeIds: [zipCode, ...customers.newZipCodes(1)] });
  const page = await submit(older.checkoutUrl);
  expect(await page.text()).toContain('This checkout has expired');
});

test('a checkout killed before it was shown is dropped', async () => {
  const user = customers.formerTrial();
  const me = billing.as(user);
  const [zipCode = ''] = customers.newZipCodes(1);
  billing.catalog.faults.claims = 1;
  await expect(me.subscribe({ zipCodeIds: [zipCode] })).rejects.toMatchObject({ kind: 'broken' });
  await customers.hurryOrders();
  await until(async () => (await customers.orderStates(user))[0] === 'dropped');
  await until(() => !billing.catalog.held.has(zipCode));
});

test('a ZIP lost to a late payment is not charged', async () => {
  const me = billing.as(customers.formerTrial());
  const [lost = '', kept = ''] = customers.newZipCodes(2);
  const { checkoutUrl } = await me.subscribe({ zipCodeIds: [lost, kept] });
  billing.catalog.held.delete(lost);
  billing.catalog.taken.add(lost);
  await submit(checkoutUrl);
  await me.verifyPayment({ sessionId: sessionIn(checkoutUrl) });
  expect(await me.listSubscriptions()).toMatchObject([{ zipCode: { zipCode: kept } }]);
  const { stripeCustomerId } = await me.standing();
  await until(async () => (await customers.quantityOf(stripeCustomerId ?? '')) === 1);
});

test('the sweep finds an overdue checkout', async () => {
  const user = customers.formerTrial();
  const me = billing.as(user);
  const { checkoutUrl } = await me.subscribe({ zipCodeIds: customers.newZipCodes(1) });
  await billing.stripe.checkout.sessions.expire(sessionIn(checkoutUrl));
  await customers.noJobsLeft();
  await billing.db.query(
    sql`update orders set state = 'checkout', checkout_expires_at = now() - interval '1 hour' where account_id = ${user.id}`,
  );
  await customers.run('sweep-accounts');
  await until(async () => (await customers.orderStates(user))[0] === 'dropped');
});

test('trial ZIPs are converted by a checkout', async () => {
  row('state/payment-return-verified', 'call/post-convert-trial');
  const me = billing.as(billing.newUser());
  await me.subscribe({ zipCodeIds: customers.newZipCodes(2) });
  const { checkoutUrl } = await me.convertTrial();
  await submit(checkoutUrl);
  const verdict = await me.verifyPayment({ sessionId: sessionIn(checkoutUrl) });
  expect(verdict).toEqual({ success: true, converted: true, subscriptionCount: 2 });
  const { stripeCustomerId } = await me.standing();
  expect(await customers.liveSubscription(stripeCustomerId ?? '')).toMatchObject({ status: 'trialing' });
  await expect(me.convertTrial()).rejects.toMatchObject({ message: 'Add ZIP codes to continue' });
});
