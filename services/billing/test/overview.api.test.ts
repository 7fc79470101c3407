import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { zipAssigned } from '@closingwire/contracts/catalog';
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

const noReading = { card: null, nextCharge: null, creditCents: 0, invoices: [], hasMoreInvoices: false };

test('a trial without a card is charged nothing', async () => {
  const me = billing.as(billing.newUser());
  await me.subscribe({ zipCodeIds: customers.newZipCodes(2) });
  expect(await me.overview()).toEqual({
    standing: await me.standing(),
    zipCount: 2,
    centsPerZip: 1_500,
    monthlyCents: 3_000,
    provider: noReading,
  });
});

test('a paying user sees card, next charge and invoices, twice', async () => {
  const { me, customer } = await customers.payingUser(3);
  const live = await customers.liveSubscription(customer);
  const [invoice] = (await billing.stripe.invoices.list({ customer })).data;
  const overview = await me.overview();
  expect(overview).toMatchObject({ zipCount: 3, centsPerZip: 1_500, monthlyCents: 4_500 });
  expect(overview.provider).toEqual({
    card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040 },
    nextCharge: {
      at: new Date((live?.items.data[0]?.current_period_end ?? 0) * 1000).toISOString(),
      cents: 4_500,
      isRetry: false,
    },
    creditCents: 0,
    invoices: [
      {
        id: invoice?.id,
        number: invoice?.number,
        createdAt: new Date((invoice?.created ?? 0) * 1000).toISOString(),
        status: 'paid',
        totalCents: 4_500,
        dueCents: 4_500,
        pageUrl: invoice?.hosted_invoice_url,
        pdfUrl: null,
      },
    ],
    hasMoreInvoices: false,
  });
  expect(await me.overview()).toEqual(overview);
  const page = await fetch(overview.provider?.invoices[0]?.pageUrl ?? '');
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('$45.00');
});

test('another user sees none of it', async () => {
  await customers.payingUser(1);
  expect(await billing.as(billing.newUser()).overview()).toMatchObject({
    zipCount: 0,
    monthlyCents: 0,
    provider: noReading,
  });
});

test('a credit reduces the next charge', async () => {
  const { me, customer } = await customers.payingUser(2);
  await billing.stripe.customers.createBalanceTransaction(customer, { amount: -1_000, currency: 'usd' });
  expect((await me.overview()).provider).toMatchObject({ creditCents: 1_000, nextCharge: { cents: 2_000 } });
});

test('the price is that of the running subscription', async () => {
  const { me, customer } = await customers.payingUser(2);
  await customers.noJobsLeft();
  const live = await customers.liveSubscription(customer);
  const [item] = live?.items.data ?? [];
  await billing.withoutWebhooks(async () => {
    await billing.stripe.subscriptions.update(live?.id ?? '', {
      items: [
        {
          id: item?.id ?? '',
          price_data: {
            currency: 'usd',
            product: String(item?.price.product),
            unit_amount: 900,
            recurring: { interval: 'month' },
          },
        },
      ],
      proration_behavior: 'none',
    });
    expect(await me.overview()).toMatchObject({
      centsPerZip: 900,
      monthlyCents: 1_800,
      provider: { nextCharge: { cents: 1_800 } },
    });
  });
});

test('a subscription that ends has no next charge', async () => {
  const { me, customer } = await customers.payingUser(1);
  const live = await customers.liveSubscription(customer);
  await billing.stripe.subscriptions.update(live?.id ?? '', { cancel_at_period_end: true });
  await until(async () => (await me.standing()).endsAt !== null);
  expect((await me.overview()).provider).toMatchObject({ nextCharge: null, card: { last4: '4242' } });
});

test('granted ZIPs cost nothing', async () => {
  const user = billing.newUser();
  const me = billing.as(user);
  await me.overview();
  await billing.publish(zipAssigned, {
    ...{ city: 'Seattle', state: 'WA', version: 1, claimId: newId(), userId: user.id, zipCode: '98191' },
    ...{ industry: user.industry, assignedBy: 'admin', at: new Date().toISOString() },
  });
  await until(async () => (await me.standing()).grantedZipCount === 1);
  expect(await me.overview()).toMatchObject({
    zipCount: 0,
    monthlyCents: 0,
    standing: { grantedZipCount: 1 },
  });
});

test('a provider that fails is a reading without its facts', async () => {
  const { me } = await customers.payingUser(2);
  for (let times = 0; times < 3; times += 1) {
    await billing.fault('', { route: 'get /v1/invoices', kind: 'fail' });
  }
  expect(await me.overview()).toMatchObject({ zipCount: 2, monthlyCents: 3_000, provider: null });
  expect((await me.overview()).provider).toMatchObject({ card: { last4: '4242' } });
});

test('a customer that the provider lost has no card', async () => {
  const { me, user } = await customers.payingUser(1);
  await customers.noJobsLeft();
  await billing.db.query(sql`update accounts set stripe_customer_id = 'cus_lost' where id = ${user.id}`);
  expect((await me.overview()).provider).toEqual(noReading);
});
