import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import type { Quote } from '@closingwire/contracts/billing';
import { zipAssigned } from '@closingwire/contracts/catalog';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimOf } from './claims.ts';
import { customersOf, sessionIn, submit } from './customers.ts';
import { startBilling, type TestBilling, type TestUser } from './start-billing.ts';

let billing: TestBilling;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  billing = await startBilling();
  customers = customersOf(billing);
});
afterAll(() => billing.stop());

/** mulberry32: the same combinations in every run. */
function seeded(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const random = seeded(20_260_301);
const standings = ['trial', 'last days', 'expired', 'trialing', 'active', 'past due'] as const;
const combinations = Array.from({ length: 40 }, (_, number) => ({
  number,
  standing: standings[random(standings.length)] ?? 'trial',
  subscribed: random(5),
  granted: random(3),
  ordered: random(4),
}));
type Combination = (typeof combinations)[number];
type Me = ReturnType<TestBilling['as']>;

const activatedDaysAgo = { trial: 2, 'last days': 13, expired: 2, trialing: 5, active: 2, 'past due': 2 };
const untilState = (me: Me, paymentState: string) =>
  until(async () => (await me.standing()).paymentState === paymentState);

async function grant(user: TestUser, me: Me, count: number): Promise<string[]> {
  const zipCodes = customers.newZipCodes(count);
  for (const zipCode of zipCodes) {
    await billing.publish(zipAssigned, claimOf(user, zipCode));
  }
  if (count > 0) await until(async () => (await me.standing()).grantedZipCount === count);
  return zipCodes;
}

const endTrial = ({ id: accountId }: TestUser) =>
  billing.asService().creditTrial({ accountId, creditId: newId(), trialDays: 0 });

async function putCard(me: Me): Promise<string> {
  const { url } = await me.openPortal();
  await submit(`${url}/card`);
  return (await me.standing()).stripeCustomerId ?? '';
}

async function prepare({ standing, subscribed, granted }: Combination): Promise<Prepared> {
  const days = activatedDaysAgo[standing];
  const activatedAt = new Date(billing.clock.now().getTime() - days * 86_400_000);
  const user = billing.newUser({ activatedAt });
  const me = billing.as(user);
  const isPaying = standing === 'trialing' || standing === 'active' || standing === 'past due';
  const count = isPaying ? subscribed + 1 : subscribed;
  if (count > 0) await me.subscribe({ zipCodeIds: customers.newZipCodes(count) });
  else await me.standing();
  const grantedZipCodes = await grant(user, me, granted);
  if (isPaying) {
    const customer = await putCard(me);
    await untilState(me, 'trialing');
    if (standing !== 'trialing') {
      await endTrial(user);
      await untilState(me, 'active');
    }
    if (standing === 'past due') await customers.spoilCard(customer);
  }
  if (standing === 'expired') await endTrial(user);
  return { me, grantedZipCodes };
}

/** Makes their charges fail. The cards charged afterward are good again; the old bills stay open. */
async function fallPastDue(users: Prepared[]): Promise<void> {
  billing.clock.advanceDays(32);
  for (const { me } of users) {
    await untilState(me, 'past_due');
    const { stripeCustomerId } = await me.standing();
    const customer = stripeCustomerId ?? '';
    const live = await customers.liveSubscription(customer);
    const good = await billing.stripe.paymentMethods.attach('pm_card_visa', { customer });
    await billing.stripe.subscriptions.update(live?.id ?? '', { default_payment_method: good.id });
  }
}

type Prepared = { me: Me; grantedZipCodes: string[] };
const prepared = new Map<Combination, Prepared>();

/** Preparing mostly waits for the provider's events, so several run at once. */
async function prepareAll(chosen: Combination[]): Promise<Prepared[]> {
  const waiting = [...chosen];
  const work = async () => {
    for (let each = waiting.shift(); each; each = waiting.shift()) prepared.set(each, await prepare(each));
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return chosen.map(preparedOf);
}

function preparedOf(each: Combination): Prepared {
  const found = prepared.get(each);
  if (found) return found;
  throw new Error(`Combination ${each.number} is not prepared`);
}

beforeAll(async () => {
  const [overdue = [], others = []] = [true, false].map(isOverdue =>
    combinations.filter(({ standing }) => (standing === 'past due') === isOverdue),
  );
  // All share the clock, so users for whom it must move come first.
  await fallPastDue(await prepareAll(overdue));
  await prepareAll(others);
  await customers.noJobsLeft();
}, 180_000);

async function billedTo(me: Me) {
  const { stripeCustomerId: customer } = await me.standing();
  if (customer === null) return { customer: '', invoices: [] };
  const { data } = await billing.stripe.invoices.list({ customer, limit: 100 });
  return { customer, invoices: data };
}

async function pay(checkoutUrl: string | undefined, me: Me): Promise<void> {
  if (checkoutUrl === undefined) return;
  await submit(checkoutUrl);
  expect(await me.verifyPayment({ sessionId: sessionIn(checkoutUrl) })).toMatchObject({ success: true });
}

const quoted: { customer: string; quote: Quote; number: number }[] = [];

test.each(combinations)(
  '$number: $standing, $subscribed subscribed, $granted granted, $ordered ordered',
  async each => {
    const { me, grantedZipCodes } = preparedOf(each);
    const isOrder = each.ordered > 0 || (await me.standing()).unpaidZipCount === 0;
    const zipCodes = isOrder ? customers.newZipCodes(Math.max(1, each.ordered)) : [];
    const asked = [...zipCodes, ...grantedZipCodes].join(',');
    const quote = await me.quote({
      purpose: isOrder ? 'order' : 'conversion',
      ...(asked && isOrder && { zipCodes: asked }),
    });
    expect(quote.zips.filter(({ zipCode }) => grantedZipCodes.includes(zipCode))).toEqual([]);
    expect(quote.monthlyCents).toBe(quote.zips.length * 1_500);

    const before = await billedTo(me);
    if (isOrder) await pay((await me.subscribe({ zipCodeIds: zipCodes })).checkoutUrl, me);
    else await pay((await me.convertTrial()).checkoutUrl, me);
    await customers.noJobsLeft();
    const after = await billedTo(me);
    const known = new Set(before.invoices.map(({ id }) => id));
    const charged = after.invoices.filter(({ id }) => !known.has(id));
    const taken = charged.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
    expect(taken).toBe(quote.dueTodayCents);

    if (quote.way === 'trial') {
      expect(charged).toEqual([]);
      expect(quote.firstChargeAt).toBeNull();
      return;
    }
    const live = await customers.liveSubscription(after.customer);
    expect(live?.items.data[0]?.quantity).toBe(quote.zips.length);
    quoted.push({ customer: after.customer, quote, number: each.number });
  },
);

test('the quoted monthly price is charged each month', async () => {
  expect(quoted.length).toBeGreaterThan(20);
  /** Returns the renewal invoices of each customer, newest first. */
  const renewals = async () => {
    const all = await billing.stripe.invoices.list({ limit: 100 }).autoPagingToArray({ limit: 2_000 });
    return Map.groupBy(
      all.filter(invoice => invoice.billing_reason === 'subscription_cycle'),
      ({ customer }) => String(customer),
    );
  };
  const countIn = (found: Awaited<ReturnType<typeof renewals>>, customer: string) =>
    found.get(customer)?.length ?? 0;
  const before = await renewals();
  billing.clock.advanceDays(32);
  const after = await until(async () => {
    const found = await renewals();
    const isRenewed = ({ customer }: { customer: string }) =>
      countIn(found, customer) > countIn(before, customer);
    return quoted.every(isRenewed) ? found : undefined;
  });
  for (const { customer, quote, number } of quoted) {
    const whole = (after.get(customer)?.[0]?.lines.data ?? []).filter(
      ({ parent }) => parent?.subscription_item_details?.proration === false,
    );
    const amount = whole.reduce((sum, line) => sum + line.amount, 0);
    expect(amount, `combination ${number}`).toBe(quote.monthlyCents);
  }
});
