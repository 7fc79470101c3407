import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import {
  paymentFailed,
  paymentGivenUp,
  standingChanged,
  subscriptionCancelled,
  trialGraceEnded,
  trialGraceEnding,
} from '@closingwire/contracts/billing';
import { zipAssigned } from '@closingwire/contracts/catalog';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { badCard, customersOf, sessionIn, submit } from './customers.ts';
import { startBilling, type TestBilling } from './start-billing.ts';

let billing: TestBilling;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  billing = await startBilling();
  customers = customersOf(billing);
});
afterAll(() => billing.stop());

const dayMs = 86_400_000;

/** A user on this day of their trial, with a number of ZIPs. */
async function onTrial(days: number, zipCount: number) {
  const user = billing.newUser({ activatedAt: new Date(billing.clock.now().getTime() - days * dayMs) });
  const me = billing.as(user);
  const zipCodes = customers.newZipCodes(zipCount);
  if (zipCount > 0) await me.subscribe({ zipCodeIds: zipCodes });
  return { user, me, zipCodes };
}

async function untilState(me: ReturnType<TestBilling['as']>, paymentState: string) {
  return until(async () => {
    const standing = await me.standing();
    return standing.paymentState === paymentState ? standing : undefined;
  });
}

async function cardInPortal(me: ReturnType<TestBilling['as']>, card?: Record<string, string>) {
  const { url } = await me.openPortal();
  await submit(`${url}/card`, card);
  const { stripeCustomerId } = await me.standing();
  return stripeCustomerId ?? '';
}

const invoicesOf = async (customer: string) => {
  const { data } = await billing.stripe.invoices.list({ customer, limit: 100 });
  return data.filter(({ total }) => total !== 0);
};

test('a card in the portal is charged when the trial ends', async () => {
  row('beyond/charge-at-trial-end');
  const { me } = await onTrial(10, 3);
  const customer = await cardInPortal(me);
  const standing = await untilState(me, 'trialing');
  expect(standing).toMatchObject({ hasActivePayment: true, unpaidZipCount: 0 });
  const live = await customers.liveSubscription(customer);
  expect(live?.items.data[0]?.quantity).toBe(3);
  expect(live?.trial_end).toBe(Math.floor(Date.parse(standing.trialExpiresAt ?? '') / 1000));
  expect(await invoicesOf(customer)).toEqual([]);
  billing.clock.advanceDays(5);
  await untilState(me, 'active');
  const invoices = await invoicesOf(customer);
  expect(invoices.map(({ amount_paid, status }) => [amount_paid, status])).toEqual([[4_500, 'paid']]);
  expect(await me.listSubscriptions()).toMatchObject([{ kind: 'paid' }, { kind: 'paid' }, { kind: 'paid' }]);
});

test('a scheduled end is shown, and an order cancels it', async () => {
  const { me } = await onTrial(10, 2);
  const customer = await cardInPortal(me);
  const { trialExpiresAt } = await untilState(me, 'trialing');
  const live = await customers.liveSubscription(customer);
  await billing.stripe.subscriptions.update(live?.id ?? '', { cancel_at_period_end: true });
  const endsAt = await until(async () => (await me.standing()).endsAt ?? undefined);
  expect(Date.parse(endsAt)).toBe(Math.floor(Date.parse(trialExpiresAt ?? '') / 1000) * 1000);
  const [another = ''] = customers.newZipCodes(1);
  expect(await me.quote({ zipCodes: another })).toMatchObject({ endsAt, monthlyCents: 4_500 });
  await me.subscribe({ zipCodeIds: [another] });
  expect(await me.standing()).toMatchObject({ endsAt: null, paymentState: 'trialing' });
  expect(await me.quote({})).toMatchObject({ endsAt: null });
});

test('a card after the trial is charged at once', async () => {
  const { me } = await onTrial(13, 2);
  billing.clock.advanceDays(2);
  expect(await me.quote({ purpose: 'conversion' })).toMatchObject({
    way: 'checkout',
    dueTodayCents: 3_000,
    monthlyCents: 3_000,
    freeDays: 0,
  });
  const customer = await cardInPortal(me);
  await untilState(me, 'active');
  expect((await invoicesOf(customer)).map(({ amount_paid }) => amount_paid)).toEqual([3_000]);
});

test('a card without ZIPs starts nothing', async () => {
  const { me } = await onTrial(1, 0);
  const customer = await cardInPortal(me);
  await until(async () => (await me.standing()).hasActivePayment);
  await customers.noJobsLeft();
  expect(await me.standing()).toMatchObject({ paymentState: 'none' });
  expect(await customers.liveSubscription(customer)).toBeUndefined();
});

test('a card declined at the start gives no access', async () => {
  const { me, user } = await onTrial(13, 1);
  billing.clock.advanceDays(2);
  const customer = await cardInPortal(me, badCard);
  const [failed] = await billing.receive(paymentFailed, user.id);
  expect(failed).toMatchObject({ paymentState: 'none', monthlyAmountCents: 1_500 });
  expect(await me.standing()).toMatchObject({ hasActivePayment: false, paymentState: 'none' });
  await customers.run('settle-account', { accountId: user.id });
  await customers.noJobsLeft();
  expect(billing.receivedOf(paymentFailed, user.id)).toHaveLength(1);
  expect(await customers.liveSubscription(customer)).toBeUndefined();
  await cardInPortal(me);
  await untilState(me, 'active');
  expect((await invoicesOf(customer)).filter(({ status }) => status === 'paid')).toHaveLength(1);
});

test('a start killed halfway starts one subscription', async () => {
  const { me, user } = await onTrial(13, 2);
  billing.clock.advanceDays(2);
  await billing.db.query(sql`
    create function die() returns trigger language plpgsql as $$ begin raise 'killed'; end $$;
    create trigger die before update on orders for each row
      when (new.state = 'done' and new.purpose = 'activation') execute function die()`);
  const customer = await cardInPortal(me);
  await until(async () => (await invoicesOf(customer)).length === 1);
  await billing.db.query(sql`drop trigger die on orders; drop function die`);
  await customers.hurryOrders();
  await untilState(me, 'active');
  await until(async () => (await customers.orderStates(user)).at(-1) === 'done');
  await customers.noJobsLeft();
  expect((await invoicesOf(customer)).map(({ amount_paid }) => amount_paid)).toEqual([3_000]);
  expect(await customers.quantityOf(customer)).toBe(2);
});

test('a card is found although its user never returned', async () => {
  const { me } = await onTrial(3, 1);
  const { clientSecret } = await me.setUpPayment();
  const id = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  await billing.stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' });
  await untilState(me, 'trialing');
});

test('the sweep finds a card without a webhook', async () => {
  const { me } = await onTrial(3, 1);
  await me.openPortal();
  const customer = (await me.standing()).stripeCustomerId ?? '';
  await customers.noJobsLeft();
  await billing.db.query(
    sql`update accounts set portal_opened_at = null, last_pass_at = now() - interval '2 hours'
    where stripe_customer_id = ${customer}`,
  );
  await billing.withoutWebhooks(async () => {
    const method = await billing.stripe.paymentMethods.attach('pm_card_visa', { customer });
    await billing.stripe.customers.update(customer, {
      invoice_settings: { default_payment_method: method.id },
    });
    await customers.run('sweep-accounts');
    await untilState(me, 'trialing');
  });
});

test('a repeated report of a setup keeps the newer card', async () => {
  const { me } = await onTrial(3, 1);
  const { clientSecret } = await me.setUpPayment();
  const setupIntentId = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  await billing.stripe.setupIntents.confirm(setupIntentId, { payment_method: 'pm_card_visa' });
  expect(await me.verifyPaymentSetup({ setupIntentId })).toEqual({ success: true });
  const customer = await cardInPortal(me);
  const newer = await billing.stripe.customers.retrieve(customer);
  expect(await me.verifyPaymentSetup({ setupIntentId })).toEqual({ success: true });
  expect(await billing.stripe.customers.retrieve(customer)).toMatchObject({
    invoice_settings: 'deleted' in newer ? {} : newer.invoice_settings,
  });
});

test('the last two days of a trial stay free', async () => {
  const { me } = await onTrial(13, 2);
  const quote = await me.quote({ purpose: 'conversion' });
  expect(quote).toMatchObject({ way: 'checkout', dueTodayCents: 0, monthlyCents: 3_000, freeDays: 1 });
  const { checkoutUrl } = await me.convertTrial();
  expect(await (await fetch(checkoutUrl)).text()).toMatch(
    /Nothing is charged today\. From .* \$30\.00 a month/,
  );
  await submit(checkoutUrl);
  const verdict = await me.verifyPayment({ sessionId: sessionIn(checkoutUrl) });
  expect(verdict).toEqual({ success: true, converted: true, subscriptionCount: 2 });
  const { stripeCustomerId, paymentState, trialExpiresAt } = await me.standing();
  expect(paymentState).toBe('trialing');
  expect(quote.firstChargeAt).toBe(trialExpiresAt);
  expect(await invoicesOf(stripeCustomerId ?? '')).toEqual([]);
});

test('an unpaid checkout converts nothing', async () => {
  const { me } = await onTrial(5, 1);
  const { checkoutUrl } = await me.convertTrial();
  expect(await me.verifyPayment({ sessionId: sessionIn(checkoutUrl) })).toEqual({
    success: false,
    converted: false,
    subscriptionCount: 0,
  });
});

test('a credited trial moves the first charge', async () => {
  const { me, user } = await onTrial(10, 1);
  const customer = await cardInPortal(me);
  await untilState(me, 'trialing');
  const credit = { accountId: user.id, creditId: newId(), trialDays: 30 };
  const { trialExpiresAt } = await billing.asService().creditTrial(credit);
  const end = Math.floor(Date.parse(trialExpiresAt ?? '') / 1000);
  await until(async () => (await customers.liveSubscription(customer))?.trial_end === end);
});

test('a trial has a maximum of ZIPs', async () => {
  const { me } = await onTrial(1, 24);
  await expect(me.subscribe({ zipCodeIds: customers.newZipCodes(2) })).rejects.toMatchObject({
    code: 'too_many_trial_zips',
    message: 'A trial holds at most 25 ZIP codes. Add a payment method to order more.',
  });
  await me.subscribe({ zipCodeIds: customers.newZipCodes(1) });
  expect(await me.standing()).toMatchObject({ trialZips: 25, unpaidZipCount: 25 });
  await cardInPortal(me);
  await untilState(me, 'trialing');
  await me.subscribe({ zipCodeIds: customers.newZipCodes(2) });
  expect(await me.listSubscriptions()).toHaveLength(27);
});

test('an order without an industry is refused', async () => {
  const me = billing.as(billing.newUser({ industry: '' }));
  await expect(me.subscribe({ zipCodeIds: customers.newZipCodes(1) })).rejects.toMatchObject({
    code: 'industry_missing',
  });
});

test('a granted ZIP is neither unpaid nor quoted', async () => {
  const { me, user } = await onTrial(1, 1);
  const claim = { city: 'Seattle', state: 'WA', version: 1, claimId: newId(), userId: user.id };
  await billing.publish(zipAssigned, {
    ...claim,
    zipCode: '98101',
    industry: user.industry,
    assignedBy: 'admin',
    at: new Date().toISOString(),
  });
  await until(async () => (await me.standing()).grantedZipCount === 1);
  expect(await me.standing()).toMatchObject({ unpaidZipCount: 1 });
  const quote = await me.quote({ zipCodes: '98101', purpose: 'order' });
  expect(quote.zips).toMatchObject([{ standing: 'trial' }]);
  const customer = await cardInPortal(me);
  await untilState(me, 'trialing');
  expect(await customers.quantityOf(customer)).toBe(1);
});

test('a provider that gives up ends the subscription', async () => {
  const { me, user, customer } = await customers.payingUser(1);
  const [mine] = await me.listSubscriptions();
  const { default_payment_method: bad } = await customers.spoilCard(customer);
  await billing.stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: String(bad) },
  });
  billing.clock.advanceDays(32);
  const pastDue = await untilState(me, 'past_due');
  expect(pastDue.hasActivePayment).toBe(true);
  expect(Date.parse(pastDue.nextPaymentAttemptAt ?? '')).toBeGreaterThan(billing.clock.now().getTime());
  const [failed] = await billing.receive(paymentFailed, user.id);
  expect(failed).toMatchObject({ amountDueCents: 1_500, paymentState: 'past_due' });
  for (let tries = 0; tries < 3; tries += 1) {
    const before = (await billing.stripe.invoices.list({ customer, limit: 1 })).data[0]?.attempt_count ?? 0;
    billing.clock.advanceDays(4);
    await until(async () => {
      const { data } = await billing.stripe.invoices.list({ customer, limit: 1 });
      return (data[0]?.attempt_count ?? 0) > before;
    });
  }
  const [ended] = await billing.receive(paymentGivenUp, user.id);
  expect(ended).toMatchObject({ paymentState: 'ended', hasActivePayment: false });
  await billing.receive(subscriptionCancelled, mine?.id ?? '');
  expect(await me.standing()).toMatchObject({ paymentState: 'ended', nextPaymentAttemptAt: null });
});

test('the ZIPs of an expired trial are released in time', async () => {
  row('beyond/grace-period');
  const { me, user, zipCodes } = await onTrial(13, 2);
  const mine = await me.listSubscriptions();
  billing.clock.advanceDays(2);
  const { releaseAt, trialExpiresAt } = await me.standing();
  expect(Date.parse(releaseAt ?? '') - Date.parse(trialExpiresAt ?? '')).toBe(14 * dayMs);
  billing.clock.advanceDays(10.5);
  for (const _ of [1, 2]) await customers.run('release-trials');
  const [warned] = await billing.receive(trialGraceEnding, user.id);
  expect(warned).toMatchObject({ zipCodes, unpaidZipCount: 2 });
  expect(warned?.releaseAt).toBe((await me.standing()).releaseAt);
  await customers.run('release-trials');
  await customers.noJobsLeft();
  expect(await me.listSubscriptions()).toHaveLength(2);

  billing.clock.advanceDays(3.5);
  for (const _ of [1, 2]) await customers.run('release-trials');
  const [released] = await billing.receive(trialGraceEnded, user.id);
  expect(released).toMatchObject({ zipCodes, unpaidZipCount: 0 });
  for (const { id } of mine) {
    expect(await billing.receive(subscriptionCancelled, id)).toMatchObject([{ endedBy: 'trial-over' }]);
  }
  await customers.run('release-trials');
  await customers.noJobsLeft();
  expect(billing.receivedOf(trialGraceEnding, user.id)).toHaveLength(1);
  expect(billing.receivedOf(trialGraceEnded, user.id)).toHaveLength(1);
  expect(await me.standing()).toMatchObject({ releaseAt: null, unpaidZipCount: 0 });
});

test('paying before the release keeps the ZIPs', async () => {
  const { me, user } = await onTrial(13, 1);
  billing.clock.advanceDays(13);
  await customers.run('release-trials');
  await billing.receive(trialGraceEnding, user.id);
  await cardInPortal(me);
  await untilState(me, 'active');
  billing.clock.advanceDays(5);
  await customers.run('release-trials');
  await customers.noJobsLeft();
  expect(await me.listSubscriptions()).toMatchObject([{ kind: 'paid' }]);
  expect(billing.receivedOf(trialGraceEnded, user.id)).toEqual([]);
});

test('a release killed halfway is repeated, once', async () => {
  const { me, user } = await onTrial(13, 2);
  billing.clock.advanceDays(13);
  await customers.run('release-trials');
  await billing.receive(trialGraceEnding, user.id);
  billing.clock.advanceDays(4);
  await billing.db.query(sql`
    create function die() returns trigger language plpgsql as $$ begin raise 'killed'; end $$;
    create trigger die before insert on outbox for each row
      when (new.topic like '%trial.hold-ended') execute function die()`);
  await customers.run('release-trials');
  await customers.noJobsLeft();
  expect(await me.listSubscriptions()).toHaveLength(2);
  await billing.db.query(sql`drop trigger die on outbox; drop function die`);
  await customers.run('release-trials');
  await billing.receive(trialGraceEnded, user.id);
  expect(await me.listSubscriptions()).toEqual([]);
});

test('the link in mails leads to the portal', async () => {
  const { user } = await onTrial(1, 0);
  const go = (token?: string) =>
    fetch(`${billing.url}/api/stripe/customer-portal`, {
      redirect: 'manual',
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
  const signedIn = await go(await billing.tokenOf(user));
  expect(signedIn.status).toBe(303);
  expect(signedIn.headers.get('location')).toContain('/portal/bps_');
  expect((await go()).headers.get('location')).toBe('/auth?next=%2Fsubscriptions');
});

test('the standing is published with the payment state', async () => {
  const { me, user } = await onTrial(2, 1);
  await cardInPortal(me);
  await until(() =>
    billing
      .receivedOf(standingChanged, user.id)
      .some(({ paymentState, unpaidZipCount }) => paymentState === 'trialing' && unpaidZipCount === 0),
  );
});

test('a changed price is published and charged, once', async () => {
  const { me, user } = await onTrial(10, 2);
  const customer = await cardInPortal(me);
  await untilState(me, 'trialing');
  await customers.noJobsLeft();
  const live = await customers.liveSubscription(customer);
  const [item] = live?.items.data ?? [];
  const product = String(item?.price.product);
  const cheaper = { currency: 'usd', product, unit_amount: 900, recurring: { interval: 'month' as const } };
  await billing.stripe.subscriptions.update(live?.id ?? '', {
    items: [{ id: item?.id ?? '', price_data: cheaper }],
    proration_behavior: 'none',
  });
  const paidAt = async () => (await customers.liveSubscription(customer))?.items.data[0]?.price.unit_amount;
  expect(await paidAt()).toBe(900);
  await billing.db.query(sql`update accounts set published_cents = 900 where id = ${user.id}`);
  await customers.run('publish-price');
  await until(async () => (await paidAt()) === 1_500);
  const { rows } = await billing.db.query(sql`select published_cents from accounts where id = ${user.id}`);
  expect(rows).toEqual([{ published_cents: 1_500 }]);
  await customers.noJobsLeft();
  const published = billing.receivedOf(standingChanged, user.id).length;
  await customers.run('publish-price');
  await customers.noJobsLeft();
  expect(billing.receivedOf(standingChanged, user.id)).toHaveLength(published);
  expect(billing.receivedOf(standingChanged, user.id).at(-1)).toMatchObject({
    monthlyAmountCents: 3_000,
  });
  expect(await invoicesOf(customer)).toEqual([]);
});
