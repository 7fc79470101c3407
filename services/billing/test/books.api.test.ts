import { newId } from '@closingwire/chassis/ids';
import { raw, sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { subscriptionCreated } from '@closingwire/contracts/billing';
import { MOST_REPAIRS } from '@closingwire/contracts/books';
import { zipCreditDecided } from '@closingwire/contracts/credits';
import { leadCreditRequested } from '@closingwire/contracts/leads';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bookGauges } from '../src/books/gauges.ts';
import { booksOf, plantsOf } from './books.ts';
import { customersOf } from './customers.ts';
import { startBilling, type TestBilling } from './start-billing.ts';

let billing: TestBilling;
let customers: ReturnType<typeof customersOf>;
let books: ReturnType<typeof booksOf>;
let plants: ReturnType<typeof plantsOf>;
beforeAll(async () => {
  billing = await startBilling();
  customers = customersOf(billing);
  books = booksOf(billing);
  plants = plantsOf(billing, customers);
});
afterAll(() => billing.stop());
/** Each test starts with books that agree: deletes planted differences that nothing repairs. */
afterEach(async () => {
  billing.catalog.confirmed.clear();
  await plants.claimAll();
  billing.leads.batches.length = 0;
});

const monthly = {
  currency: 'usd',
  product: 'closingwire-zip-code',
  recurring: { interval: 'month' as const },
  unit_amount: 1_500,
};

test('the books of a healthy product agree', async () => {
  await plants.paying(2);
  await plants.onTrial(1);
  const { run, open, differences, agreedAt } = await books.compare();
  expect({ run, open, differences }).toMatchObject({
    run: { state: 'done', failure: null, claims: 3 },
    open: 0,
    differences: [],
  });
  expect(agreedAt).toBe(run?.finishedAt);
});

test('a wrong number of ZIPs is found and corrected', async () => {
  const { user, customer } = await plants.paying(2);
  const { rows } = await billing.db.query(
    sql`update subscriptions set cancelled_at = now() where id = (
       select id from subscriptions where account_id = ${user.id} limit 1) returning claim_id as id`,
  );
  billing.catalog.confirmed.delete(rows[0].id);
  expect((await books.compare()).open).toBe(0);
  expect(await customers.quantityOf(customer)).toBe(1);
  const found = await books.find('wrong-quantity', user.id);
  expect(found?.seen.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^ZIPs to pay for: 1 \(\d{5}\)$/),
    expect.stringMatching(/ for 2$/),
  ]);
  expect(found?.resolvedAt).not.toBeNull();
});

test('a second live subscription is found, ended and credited', async () => {
  const { user, customer } = await plants.paying(1);
  await billing.withoutWebhooks(async () => {
    await billing.stripe.subscriptions.create({ customer, items: [{ price_data: monthly, quantity: 1 }] });
    expect((await books.compare()).open).toBe(0);
  });
  const found = await books.find('two-subscriptions', user.id);
  expect(found).toMatchObject({ accountId: user.id, resolvedAt: expect.any(String) });
  expect((await billing.stripe.subscriptions.list({ customer })).data).toHaveLength(1);
  expect(await billing.stripe.customers.retrieve(customer)).toMatchObject({ balance: -1_500 });
});

test('paid ZIPs whose subscription is gone end', async () => {
  const { user, customer } = await plants.paying(1);
  await billing.withoutWebhooks(async () => {
    const live = await customers.liveSubscription(customer);
    await billing.stripe.subscriptions.cancel(live?.id ?? '');
    await books.compare();
  });
  expect((await books.find('paid-without-subscription', user.id))?.resolvedAt).not.toBeNull();
  expect(await plants.countActive(user)).toBe(0);
});

test('a live subscription of an unknown customer is reported', async () => {
  const user = billing.newUser();
  await billing.as(user).standing();
  const customer = await billing.stripe.customers.create({});
  const card = await billing.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
  const stray = await billing.stripe.subscriptions.create({
    customer: customer.id,
    default_payment_method: card.id,
    items: [{ price_data: monthly, quantity: 1 }],
    metadata: { accountId: user.id },
  });
  expect((await books.compare()).open).toBe(1);
  expect(await books.find('stray-subscription', stray.id)).toMatchObject({ resolvedAt: null });
  expect((await billing.stripe.subscriptions.retrieve(stray.id)).status).toBe('active');
  await billing.stripe.subscriptions.cancel(stray.id);
  expect((await books.compare()).open).toBe(0);
});

test('charges to a deleted account end', async () => {
  const { user, customer } = await plants.paying(1);
  await plants.endSilently(user);
  await plants.markDeleted(user);
  expect((await books.compare()).open).toBe(0);
  expect(await customers.liveSubscription(customer)).toBeUndefined();
  expect(await books.find('deleted-subscription', user.id)).toBeDefined();
});

test('the checkout of a deleted account closes', async () => {
  const user = customers.formerTrial();
  await billing.as(user).subscribe({ zipCodeIds: customers.newZipCodes(1) });
  await customers.noJobsLeft();
  await plants.markDeleted(user);
  expect((await books.compare()).open).toBe(0);
  expect(await customers.orderStates(user)).toEqual(['dropped']);
  expect(await books.find('deleted-checkout', user.id)).toBeDefined();
});

test('ZIPs of a deleted account end, and their claims', async () => {
  const { user, claimIds } = await plants.onTrial(2);
  await plants.markDeleted(user);
  expect((await books.compare()).open).toBe(0);
  expect(await plants.countActive(user)).toBe(0);
  for (const id of claimIds) {
    expect(billing.catalog.confirmed.has(id)).toBe(false);
    expect(await books.find('deleted-zip', id)).toMatchObject({ accountId: user.id });
  }
});

test('a claim of a deleted account is released', async () => {
  const { user } = await plants.onTrial(1);
  await plants.endSilently(user);
  await plants.markDeleted(user);
  const { claimId } = plants.claimFor(user.id);
  expect((await books.compare()).open).toBe(0);
  expect(billing.catalog.confirmed.has(claimId)).toBe(false);
  expect(await books.find('deleted-claim', claimId)).toBeDefined();
});

test('a claim without a subscription is released', async () => {
  const { user } = await plants.onTrial(1);
  const { claimId } = plants.claimFor(user.id);
  expect((await books.compare()).open).toBe(0);
  expect(billing.catalog.confirmed.has(claimId)).toBe(false);
  expect(await books.find('claim-without-subscription', claimId)).toBeDefined();
});

test('the claim of an admin becomes a free subscription, once', async () => {
  const { user } = await plants.onTrial(1);
  const { claimId } = plants.claimFor(user.id, { assignedBy: 'admin' });
  for (let times = 0; times < 2; times++) expect((await books.compare()).open).toBe(0);
  expect(billing.catalog.confirmed.has(claimId)).toBe(true);
  expect(await plants.countActive(user)).toBe(2);
});

test('a claim of an unknown account is reported', async () => {
  const { claimId } = plants.claimFor(newId());
  for (let times = 0; times < 2; times++) expect((await books.compare()).open).toBe(1);
  expect(billing.catalog.confirmed.has(claimId)).toBe(true);
  expect(await books.find('claim-of-unknown-account', claimId)).toMatchObject({ resolvedAt: null });
});

test('a subscription without a claim is published again', async () => {
  const { claimIds } = await plants.onTrial(1);
  const [claimId = ''] = claimIds;
  billing.catalog.confirmed.delete(claimId);
  expect((await books.compare()).open).toBe(1);
  expect(await books.find('subscription-without-claim', claimId)).toBeDefined();
  const { rows } = await billing.db.query(
    sql`select id, version from subscriptions where claim_id = ${claimId}`,
  );
  const [{ id, version }] = rows;
  expect(version).toBeGreaterThan(1);
  const published = await billing.receive(subscriptionCreated, id, version);
  expect(published.at(-1)).toMatchObject({ claimId, version, cancelledAt: null });
  await plants.claimAll();
  expect((await books.compare()).open).toBe(0);
});

test('a claim of another ZIP than its subscription is reported', async () => {
  const { user, claimIds } = await plants.onTrial(1);
  const [claimId = ''] = claimIds;
  plants.claimFor(user.id, { claimId });
  expect((await books.compare()).open).toBe(1);
  const found = await books.find('claim-differs', claimId);
  expect(found?.seen.map(({ side }) => side)).toEqual(['billing', 'catalog']);
  expect(await plants.countActive(user)).toBe(1);
});

test('lost rows of a delivery are reported', async () => {
  const batchId = newId();
  const rows = { accepted: 10, rejected: 2, stored: 8, optedOut: 1 };
  billing.leads.batches.push({ batchId, state: 'failed', ...rows });
  for (let times = 0; times < 2; times++) expect((await books.compare()).open).toBe(1);
  expect(await books.find('rows-missing', batchId)).toMatchObject({ accountId: null });
  billing.leads.batches.length = 0;
  expect((await books.compare()).open).toBe(0);
});

test('unusually many differences are repaired once an admin allows it', async () => {
  const { user } = await plants.onTrial(1);
  const claims = Array.from({ length: MOST_REPAIRS + 1 }, () => plants.claimFor(user.id));
  const isClaimed = () => claims.filter(({ claimId }) => billing.catalog.confirmed.has(claimId)).length;
  const kind = 'claim-without-subscription';
  expect(await books.compare()).toMatchObject({ open: claims.length, held: [kind] });
  expect(isClaimed()).toBe(claims.length);
  expect(await books.compare({ repairMany: true })).toMatchObject({ open: 0, held: [] });
  expect(isClaimed()).toBe(0);
}, 60_000);

test('one difference that fails does not stop the others', async () => {
  const { user: broken } = await plants.onTrial(1);
  const { user } = await plants.onTrial(1);
  await billing.db.query(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger refuse before update on book_differences for each row
      when (new.account_id = '${raw(broken.id)}') execute function refuse()`);
  const [first, second] = [plants.claimFor(broken.id), plants.claimFor(user.id)];
  expect((await books.compare()).open).toBe(0);
  expect(billing.catalog.confirmed.has(second.claimId)).toBe(false);
  await billing.db.query(sql`drop trigger refuse on book_differences; drop function refuse`);
  await books.compare();
  expect(billing.catalog.confirmed.has(first.claimId)).toBe(false);
});

test('metrics count open and found differences', async () => {
  const { claimId } = plants.claimFor(newId());
  await books.compare();
  const valuesOf = async (name: string) => {
    const sql = bookGauges.find(gauge => gauge.name === name)?.sql ?? '';
    return (await billing.db.query(sql)).rows;
  };
  const one = { kind: 'claim-of-unknown-account', value: '1' };
  expect(await valuesOf('books_differences')).toEqual([one]);
  const [{ value }] = await valuesOf('books_compared_seconds');
  expect(Math.abs(value)).toBeLessThan(60);
  billing.catalog.confirmed.delete(claimId);
  await books.compare();
  expect(await valuesOf('books_differences')).toEqual([]);
  const found = await valuesOf('books_found_today');
  expect(found).toContainEqual(expect.objectContaining({ kind: one.kind }));
});

test('a difference of the first look alone does not count', async () => {
  const { user } = await plants.onTrial(1);
  const { claimId } = plants.claimFor(user.id);
  await books.admin.compareBooks({});
  await until(async () => (await books.read()).run?.state === 'confirming');
  billing.catalog.confirmed.delete(claimId);
  await books.untilLooked('second');
  expect(await books.read()).toMatchObject({ open: 0, run: { state: 'done' } });
  expect(await books.find('claim-without-subscription', claimId)).toBeUndefined();
  await books.untilLooked('third');
});

test('two concurrent calls begin one run', async () => {
  const runs = await Promise.all([books.admin.compareBooks({}), books.admin.compareBooks({})]);
  expect(runs[0]?.id).toBe(runs[1]?.id);
  expect((await books.compare()).run?.id).toBe(runs[0]?.id);
});

test('a failed run shows why, and continues', async () => {
  billing.leads.faults.isAway = true;
  const { id } = await books.admin.compareBooks({});
  await until(async () => (await books.read()).run?.failure);
  expect((await books.read()).run).toMatchObject({ id, state: 'comparing', finishedAt: null });
  billing.leads.faults.isAway = false;
  expect((await books.compare()).run).toMatchObject({ id, state: 'done', failure: null });
});

test('a run killed during repairs repairs once', async () => {
  const { user } = await plants.onTrial(1);
  plants.claimFor(user.id, { assignedBy: 'admin' });
  const { id } = await books.admin.compareBooks({});
  await until(async () => (await books.read()).run?.state === 'confirming');
  await billing.db.query(sql`
    create function die() returns trigger language plpgsql as $$ begin raise 'killed'; end $$;
    create trigger die before update on book_runs for each row when (new.state = 'done') execute function die()`);
  await books.hurryUntil('second', async () => (await plants.countActive(user)) === 2);
  await billing.db.query(sql`drop trigger die on book_runs; drop function die`);
  await books.untilLooked('second');
  expect(await books.read()).toMatchObject({ run: { id, state: 'done' } });
  expect(await plants.countActive(user)).toBe(2);
  await books.untilLooked('third');
  expect((await books.read()).open).toBe(0);
});

test('a credit that the provider lacks is reported', async () => {
  const { user, customer } = await plants.paying(1);
  const [{ zipCode } = { zipCode: { zipCode: '' } }] = await billing.as(user).listSubscriptions();
  const requestedAt = new Date().toISOString();
  const flag = { id: newId(), version: 1, userId: user.id, zipCode: zipCode.zipCode, requestedAt };
  await billing.publish(leadCreditRequested, flag);
  await billing.receive(zipCreditDecided, flag.id);
  expect((await books.compare()).open).toBe(0);
  await billing.db.query(sql`update zip_credits set amount_cents = 1000 where id = ${flag.id}`);
  expect((await books.compare()).open).toBe(1);
  expect((await books.find('credit-differs', flag.id))?.seen.map(({ text }) => text)).toEqual([
    'credit of 1000 cents, given',
    'credits in cents: 1500',
  ]);
  await billing.db.query(sql`update zip_credits set amount_cents = 1500 where id = ${flag.id}`);
  expect((await books.compare()).open).toBe(0);
  expect(await billing.stripe.customers.retrieve(customer)).toMatchObject({ balance: -1_500 });
});

test('a credit whose job was lost is given', async () => {
  const { user, customer } = await plants.paying(1);
  const [{ zipCode } = { zipCode: { zipCode: '' } }] = await billing.as(user).listSubscriptions();
  await billing.db.query(sql`
    insert into zip_credits (id, account_id, zip_code, state, requested_at)
    values (${newId()}, ${user.id}, ${zipCode.zipCode}, 'requested', now() - interval '2 hours')`);
  expect((await books.compare()).open).toBe(0);
  expect(await billing.stripe.customers.retrieve(customer)).toMatchObject({ balance: -1_500 });
});
