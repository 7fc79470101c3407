import { until } from '@closingwire/chassis/testing';
import type { Quote } from '@closingwire/contracts/billing';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { cards, fillCard } from './browser/card-form.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { visitorOnOnePage } from './browser/journey.ts';
import { press } from './browser/page-actions.ts';
import { cookiesOf } from './browser/page-of.ts';
import { storeOrder } from './browser/stored-order.ts';
import { type PaymentSandbox, paymentSandbox, type TestClock } from './platform/payment-sandbox.ts';
import { standingOf, untilState } from './platform/standing.ts';
import { endTrial } from './platform/trial.ts';
import { aSubscriberToBe, demoAdmin, expectStatus, type KnownUser, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/*
 * The screen shows what the quote shows, and the provider takes it. Users order and pay on the screen; calls prepare
 * their accounts. Billing's quote.api test compares quote and provider, today and each month, for 40 combinations.
 */

const combinations = (
  [
    // Columns: standing, numbers of subscribed, granted and ordered ZIPs. Without ordered ZIPs, the user pays for the
    // trial's ZIPs.
    ['trial', 1, 1, 2],
    ['trial', 2, 0, 0],
    ['last day', 1, 0, 1],
    ['last day', 3, 1, 0],
    ['expired', 0, 0, 1],
    ['expired', 2, 1, 2],
    ['expired', 2, 0, 0],
    ['expired', 1, 2, 0],
    ['trialing', 1, 1, 2],
    ['active', 2, 1, 2],
    ['past due', 1, 0, 1],
    ['past due', 3, 2, 2],
  ] as const
).map(([standing, subscribed, granted, ordered], number) => ({
  number,
  standing,
  subscribed,
  granted,
  ordered,
}));
type Combination = (typeof combinations)[number];
type Prepared = { user: KnownUser; granted: string[] };

const paying = new Set<Combination['standing']>(['trialing', 'active', 'past due']);

const whole = theWhole();

const test = visitorOnOnePage()
  .extend('sandbox', { scope: 'file' }, () => paymentSandbox(whole))
  .extend('admin', { scope: 'file' }, () => demoAdmin(whole))
  .extend('free', { scope: 'file' }, async () => freeZipsOf(await aSubscriberToBe(whole)));
const prepared = new Map<Combination, Prepared>();

const take = (free: string[], count: number) => free.splice(0, count);
const dollars = (cents: number) =>
  `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 })}`;

async function putCard(user: User, number: string): Promise<void> {
  const { json } = await expectStatus(user.call('POST', '/api/stripe/customer-portal'), 200);
  const card = new URLSearchParams({ number, expiry: '12/40', cvc: '123' });
  const { url } = json as { url: string };
  expect((await fetch(`${url}/card`, { method: 'POST', redirect: 'manual', body: card })).status).toBe(303);
}

async function subscribe(user: User, zipCodeIds: string[]): Promise<void> {
  if (zipCodeIds.length === 0) return;
  await expectStatus(user.call('POST', '/api/subscribe/bulk', { zipCodeIds }), 200);
}

async function grant(admin: User, free: string[], user: KnownUser, count: number): Promise<string[]> {
  const zips = take(free, count);
  for (const zipCodeId of zips) {
    const assignment = { userId: user.id, zipCodeId };
    // The user's event may not have reached the catalog yet.
    await until(async () => (await admin.call('POST', '/api/admin/assign-zip', assignment)).status === 200);
  }
  await until(async () => (await standingOf(user)).grantedZipCount === count);
  return zips;
}

async function prepare(
  admin: User,
  free: string[],
  { standing, subscribed, ...each }: Combination,
  clock: TestClock,
): Promise<Prepared> {
  const user = await aSubscriberToBe(whole);
  if (standing === 'past due') await clock.take(user);
  await subscribe(user, take(free, paying.has(standing) ? subscribed + 1 : subscribed));
  const granted = await grant(admin, free, user, each.granted);
  if (paying.has(standing)) {
    await putCard(user, cards.good);
    await untilState(user, 'trialing');
  }
  if (standing === 'last day') await endTrial(admin, user, 1);
  if (standing === 'expired') await endTrial(admin, user);
  if (standing === 'active' || standing === 'past due') {
    await endTrial(admin, user);
    await untilState(user, 'active');
  }
  if (standing === 'past due') await putCard(user, cards.declinedLater);
  return { user, granted };
}

/**
 * Moves the clock past the renewals, which fail, then replaces each declined card with a good one. The unpaid invoices
 * stay open.
 */
async function fallPastDue(sandbox: PaymentSandbox, users: User[], clock: TestClock): Promise<void> {
  await clock.goTo(Math.floor(Date.now() / 1000) + 32 * 86_400);
  for (const user of users) {
    await untilState(user, 'past_due');
    await sandbox.replaceCard(user, 'pm_card_visa');
  }
}

/** Returns more free ZIPs than these users need. */
async function freeZipsOf(user: User): Promise<string[]> {
  const lists = await Promise.all(
    ['TX', 'OH'].map(state => user.call('GET', `/api/zip-codes?state=${state}&limit=200`)),
  );
  type Listed = { zipCodes: { zipCode: string; isAvailable: boolean }[] };
  const zips = lists.flatMap(({ json }) => (json as Listed).zipCodes);
  return zips.filter(({ isAvailable }) => isAvailable).map(({ zipCode }) => zipCode);
}

function preparedOf(each: Combination): Prepared {
  const found = prepared.get(each);
  if (found) return found;
  throw new Error(`Combination ${each.number} is not prepared`);
}

const atOnce = 4;

test.beforeAll(async ({ sandbox, admin, free }) => {
  const clock = await sandbox.newClock();
  const waiting = [...combinations];
  const work = async () => {
    for (let each = waiting.shift(); each; each = waiting.shift()) {
      prepared.set(each, await prepare(admin, free, each, clock));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const overdue = combinations.filter(({ standing }) => standing === 'past due');
  await fallPastDue(
    sandbox,
    overdue.map(each => preparedOf(each).user),
    clock,
  );
});

/** Signs the page in as this user. */
async function become(page: Page, user: User): Promise<void> {
  await page.context().clearCookies();
  await page.context().addCookies(cookiesOf(user, whole.url));
}

async function quoteOf(user: User, purpose: 'order' | 'conversion', zips: string[] = []) {
  const query = new URLSearchParams({ purpose, ...(zips.length > 0 && { zipCodes: zips.join() }) });
  const { json } = await expectStatus(user.call('GET', `/api/quote?${query}`), 200);
  return json as Quote;
}

async function billedTo(sandbox: PaymentSandbox, user: User): Promise<Map<string, number>> {
  return new Map((await sandbox.bills(user)).map(({ id, amount_paid }) => [id, amount_paid]));
}

/** Returns the cents that the provider took while `work` ran. */
async function taken(sandbox: PaymentSandbox, user: User, work: () => Promise<void>): Promise<number> {
  const before = await billedTo(sandbox, user);
  await work();
  const after = await billedTo(sandbox, user);
  return [...after].reduce((sum, [id, cents]) => (before.has(id) ? sum : sum + cents), 0);
}

const replyTo = (page: Page, path: string) =>
  page.waitForResponse(reply => new URL(reply.url()).pathname === path && reply.ok());

/** Pays on the provider's page what it shows there, and returns to the product. */
async function payAtCheckout(page: Page, quote: Quote): Promise<void> {
  const pay = page.getByRole('button', { name: /^(Pay \$|Save card|Start trial)/ });
  const isLater = quote.dueTodayCents === 0;
  const amount = (quote.dueTodayCents / 100).toFixed(2);
  expect(await pay.textContent()).toMatch(isLater ? /^(Start trial|Save card)$/ : `Pay $${amount}`);
  const verified = replyTo(page, '/api/verify-payment');
  await pay.click();
  await verified;
}

const definitions = (scope: Page | Locator) => scope.getByRole('definition').allTextContents();

/** Puts these ZIPs in the order, checks what the catalog shows, and orders. */
async function order(page: Page, user: User, zips: string[]): Promise<Quote> {
  const items = zips.map(id => ({ id, zipCode: id, city: 'Town', state: 'TX', quantity: 1 }));
  await page.goto('/robots.txt');
  await storeOrder(page, items);
  await page.goto('/zips');
  const button = page.getByRole('button', { name: /^(Start Trial|Purchase Now)/ });
  await button.and(page.locator(':enabled')).waitFor();
  const quote = await quoteOf(user, 'order', zips);
  const monthly = `${dollars(quote.monthlyCents)}/month`;
  if (quote.way === 'trial') {
    const count = `${quote.zips.length} of ${quote.mostTrialZips}`;
    expect(await definitions(page)).toEqual([`FREE for ${quote.freeDays} days`, monthly, count]);
    expect(await button.textContent()).toBe('Start Trial');
  } else if (quote.freeDays > 0) {
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });
    const terms = `then ${monthly} from ${day.format(new Date(quote.firstChargeAt ?? ''))}`;
    expect(await definitions(page)).toEqual([`FREE for ${quote.freeDays} days`, terms]);
    expect(await button.textContent()).toBe('Start Trial');
    expect(quote.dueTodayCents).toBe(0);
    await page.getByText(`After the trial, for ${quote.zips.length} ZIP codes`).waitFor();
    for (const zip of zips)
      await page
        .getByRole('listitem')
        .filter({ hasText: zip })
        .getByText(/^FREE for/)
        .waitFor();
    await expectAccessible(page);
  } else {
    const total = `${dollars(zips.length * quote.centsPerZip)}/month`;
    expect(await definitions(page)).toEqual([total, dollars(quote.dueTodayCents), monthly]);
    expect(await button.textContent()).toBe(`Purchase Now - ${total}`);
    if (quote.way === 'card') await page.getByText('In your subscription').waitFor();
    await expectAccessible(page);
  }
  const ordered = replyTo(page, '/api/subscribe/bulk');
  await button.click();
  await ordered;
  if (quote.way === 'checkout') await payAtCheckout(page, quote);
  return quote;
}

/** Opens the dashboard's dialog. After a trial it opens by itself, unless granted ZIPs keep lists open. */
async function openDialog(page: Page, isOver: boolean, opensItself: boolean): Promise<Locator> {
  await page.goto('/dashboard');
  const button = isOver ? 'Continue to Payment' : 'Add Payment Method';
  const accountCard = page.getByRole('region', { name: 'Account status' });
  if (!opensItself) await accountCard.getByRole('button', { name: button }).click();
  const name = isOver ? 'Your free trial has ended' : 'Add a payment method';
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByText('Due today').waitFor();
  return dialog;
}

/** Pays for the trial's ZIPs: on the provider's page after the trial, by card while it runs. */
async function convert(page: Page, user: User, { standing, granted }: Combination): Promise<Quote> {
  const isOver = standing === 'expired';
  const dialog = await openDialog(page, isOver, isOver && granted === 0);
  const quote = await quoteOf(user, 'conversion');
  expect(await definitions(dialog)).toEqual([
    dollars(quote.dueTodayCents),
    `${dollars(quote.monthlyCents)}/month`,
  ]);
  if (isOver) {
    await dialog.getByRole('button', { name: 'Continue to Payment' }).click();
    await payAtCheckout(page, quote);
  } else {
    const verified = replyTo(page, '/api/verify-payment-setup');
    await fillCard(page, cards.good);
    const reloading = page.waitForEvent('framenavigated', frame => frame === page.mainFrame());
    await press(page, 'Save Card');
    await verified;
    await reloading;
  }
  return quote;
}

describe('the screen, the quote and the provider show the same', () => {
  test.for(combinations)(
    '$number: $standing, $subscribed subscribed, $granted granted, $ordered ordered',
    async (each, { page, sandbox, free }) => {
      row('beyond/one-amount');
      const { user, granted } = preparedOf(each);
      await become(page, user);
      const isOrder = each.ordered > 0 || (await standingOf(user)).unpaidZipCount === 0;
      const zips = isOrder ? take(free, Math.max(1, each.ordered)) : [];
      let quote: Quote | undefined;
      const cents = await taken(sandbox, user, async () => {
        quote = isOrder ? await order(page, user, zips) : await convert(page, user, each);
      });
      if (!quote) throw new Error('nothing was quoted');
      expect(cents).toBe(quote.dueTodayCents);
      const named = quote.zips.map(({ zipCode }) => zipCode);
      expect(named.filter(zip => granted.includes(zip))).toEqual([]);
    },
  );
});
