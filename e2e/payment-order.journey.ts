import { until } from '@closingwire/chassis/testing';
import type { Quote } from '@closingwire/contracts/billing';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { cards } from './browser/card-form.ts';
import { cardInPortal } from './browser/card-in-portal.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInOnOnePage } from './browser/journey.ts';
import { press, toasted } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { storedOrder, storeOrder } from './browser/stored-order.ts';
import { freeZips } from './platform/free-zips.ts';
import { paymentSandbox } from './platform/payment-sandbox.ts';
import { untilState } from './platform/standing.ts';
import { subscribeToFreeZips } from './platform/subscribe.ts';
import { aSubscriberToBe, demoAdmin, expectStatus, type KnownUser } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* One user from the trial to a paid subscription: the provider bills what the order card shows. */

const whole = theWhole();

const test = signedInOnOnePage(() => aSubscriberToBe(whole));

const purchase = (page: Page) => page.getByRole('button', { name: /^(Start Trial|Purchase Now)/ });
const definition = (page: Page, term: string | RegExp) =>
  page.getByRole('term').filter({ hasText: term }).locator('xpath=following-sibling::dd');
const cents = (text: string | null) => Math.round(Number(text?.replace(/[^\d.]/g, '')) * 100);

/** Opens the catalog with these ZIPs in the order; a stored quantity counts once. */
async function order(page: Page, zipCodes: readonly string[], quantity = 1): Promise<void> {
  await page.goto('/help');
  const items = zipCodes.map(id => ({ id, zipCode: id, city: 'Town', state: 'CA', quantity }));
  await storeOrder(page, items);
  await page.goto('/zips');
  await page.getByRole('button', { name: `Remove ${zipCodes[0]} from the order` }).waitFor();
}

async function quoteOf(user: KnownUser, zipCodes: readonly string[]): Promise<Quote> {
  const { json } = await expectStatus(user.call('GET', `/api/quote?zipCodes=${zipCodes.join(',')}`), 200);
  return json as Quote;
}

async function endTrial({ id }: KnownUser): Promise<void> {
  const admin = await demoAdmin(whole);
  await expectStatus(admin.call('PATCH', `/api/admin/users/${id}`, { trialDays: 0 }), 200);
}

/** The card of an empty order names no amount. */
async function expectEmptyOrder(page: Page): Promise<void> {
  await page.getByText('ZIP codes you add appear here.').waitFor();
  expect(await page.getByRole('definition').count()).toBe(0);
  expect(await page.getByText('Due today').count()).toBe(0);
  expect(await purchase(page).textContent()).toBe('Purchase Now');
}

async function payAtCheckout(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: `Pay ${amount}`, exact: true }).click();
  await page.waitForURL(/\/dashboard/);
}

describe('an order in the trial', () => {
  test('is free for the remaining days', async ({ page, user }) => {
    row('constant/purchase-button', 'zips/order-card', 'zips/purchase-button');
    const zips = await freeZips(user, 2);
    await order(page, zips);
    expect(await purchase(page).textContent()).toBe('Start Trial');
    const { freeDays } = await quoteOf(user, zips);
    expect(await definition(page, /^Total$/).textContent()).toBe(`FREE for ${freeDays} days`);
    expect(await definition(page, 'After the trial').textContent()).toBe('$30/month');
    expect(await definition(page, 'ZIP codes in your trial').textContent()).toBe('2 of 25');
    await page.getByText('To go on after the trial, you need a payment method.').waitFor();
    expect(await page.getByRole('button', { name: /quantity/i }).count()).toBe(0);
    await purchase(page).click();
    await page.waitForURL(/\/dashboard/);
    await toasted(page, 'Trial started', 'Your leads will arrive within 20 minutes, and then every day.');
  });

  test('shows its limit before ordering', async ({ page, user }) => {
    await order(page, await freeZips(user, 24));
    await page.getByRole('status').filter({ hasText: 'A trial holds at most 25 ZIP codes' }).waitFor();
    await page.getByText('Remove 1, or add a payment method to order more.').waitFor();
    expect(await purchase(page).isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add Payment Method' }).click();
    await page.getByRole('dialog', { name: 'Add a payment method' }).waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Remove \d+ from the order/ })
      .first()
      .click();
    await until(() => purchase(page).isEnabled());
  });
});

describe('an order after the trial', () => {
  test("lists the trial's ZIPs and the amount due", async ({ page, user }) => {
    row('constant/purchase-button', 'constant/order-total', 'state/subscribe-checkout');
    await endTrial(user);
    const zips = await freeZips(user, 3);
    await until(async () => (await quoteOf(user, zips)).way === 'checkout');
    await order(page, zips, 4);
    const quote = await quoteOf(user, zips);
    expect(quote).toMatchObject({ dueTodayCents: 7500, monthlyCents: 7500 });
    await page.getByText('From your trial').waitFor();
    for (const { zipCode } of quote.zips) await page.getByText(zipCode).first().waitFor();
    expect(await definition(page, /^Total$/).textContent()).toBe('$45/month');
    expect(await purchase(page).textContent()).toBe('Purchase Now - $45/month');
    expect(await definition(page, 'Due today').textContent()).toBe('$75');
    expect(await definition(page, 'New total from').textContent()).toBe('$75/month');
    await expectAccessible(page);
    await purchase(page).click();
    await payAtCheckout(page, '$75.00');
    await toasted(page, 'Subscription successful');
    const bills = await (await paymentSandbox(whole)).bills(user);
    expect(bills).toMatchObject([{ status: 'paid', amount_paid: quote.dueTodayCents }]);
    expect(await storedOrder(page)).toBeNull();
  });

  test('raises a subscription by the shown amount', async ({ page, user }) => {
    const sandbox = await paymentSandbox(whole);
    const zips = await freeZips(user, 1);
    await until(async () => (await quoteOf(user, zips)).way === 'card');
    const billsBefore = await sandbox.bills(user);
    await order(page, zips);
    await page.getByText('In your subscription').waitFor();
    const quote = await quoteOf(user, zips);
    expect(cents(await definition(page, 'Due today').textContent())).toBe(quote.dueTodayCents);
    expect(await purchase(page).textContent()).toBe('Purchase Now - $15/month');
    expect(await definition(page, 'New total from').textContent()).toBe('$90/month');
    await expectAccessible(page);
    await purchase(page).click();
    await toasted(page, 'Subscribed');
    const bills = await until(async () => {
      const all = await sandbox.bills(user);
      return all.length > billsBefore.length ? all : undefined;
    });
    expect(bills[0]?.amount_paid).toBe(quote.dueTodayCents);
    const { items } = await sandbox.subscriptionOf(user);
    expect(items.data.map(({ quantity, price }) => quantity * price.unit_amount)).toEqual([
      quote.monthlyCents,
    ]);
  });
});

describe('an empty order', () => {
  test('offers no purchase and no amount', async ({ page }) => {
    row('validation/empty-order');
    await page.goto('/zips');
    const button = page.getByRole('button', { name: 'Purchase Now', exact: true });
    await button.waitFor();
    await expectEmptyOrder(page);
    await button.click();
    await toasted(page, 'No ZIP codes selected', 'Please select at least one ZIP code to purchase');
  });

  test('has no amount after an ended trial either', async ({ browser }) => {
    const other = await aSubscriberToBe(whole);
    await subscribeToFreeZips(other, 1);
    await endTrial(other);
    await until(async () => (await quoteOf(other, [])).dueTodayCents === 1500);
    const page = await pageOf(browser, other);
    const [zip = ''] = await freeZips(other, 1);
    await order(page, [zip]);
    await page.getByRole('button', { name: 'Purchase Now - $15/month' }).waitFor();
    await press(page, `Remove ${zip} from the order`);
    await page.getByRole('button', { name: 'Purchase Now', exact: true }).waitFor();
    await expectEmptyOrder(page);
  });
});

describe('an order in the trial with a card on file', () => {
  test('is free, and states the price after the trial', async ({ browser }) => {
    row('constant/free-for-days', 'constant/purchase-button');
    const other = await aSubscriberToBe(whole);
    await subscribeToFreeZips(other, 1);
    const page = await pageOf(browser, other);
    await page.goto('/dashboard');
    await cardInPortal(page, cards.good);
    const { trialExpiresAt } = await untilState(other, 'trialing');
    const zips = await freeZips(other, 2);
    await order(page, zips);
    const free = `FREE for ${(await quoteOf(other, zips)).freeDays} days`;
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(
      new Date(trialExpiresAt ?? ''),
    );
    expect(await purchase(page).textContent()).toBe('Start Trial');
    expect(await definition(page, /^Total$/).textContent()).toBe(free);
    expect(await definition(page, 'After the trial, for 3 ZIP codes').textContent()).toBe(
      `then $45/month from ${day}`,
    );
    for (const zip of zips)
      await page.getByRole('listitem').filter({ hasText: zip }).getByText(free).waitFor();
    expect(await page.getByText('Due today').count()).toBe(0);
    await expectAccessible(page);
    await purchase(page).click();
    await toasted(page, 'Trial started');
    expect(await (await paymentSandbox(whole)).bills(other)).toEqual([]);
    await page.context().close();
  });
});

describe('the trial-expiration dialog', () => {
  test('charges what it states', async ({ browser }) => {
    row('role/402-dialog');
    const other = await aSubscriberToBe(whole);
    await subscribeToFreeZips(other, 2);
    await endTrial(other);
    await until(async () => (await other.call('GET', '/api/user/agents')).status === 402);
    const page = await pageOf(browser, other);
    await page.goto('/dashboard');
    const dialog = page.getByRole('dialog', { name: 'Your free trial has ended' });
    await dialog.getByText('Due today').waitFor();
    expect(await dialog.getByRole('definition').allTextContents()).toEqual(['$30', '$30/month']);
    await press(page, 'Continue to Payment');
    await payAtCheckout(page, '$30.00');
    await toasted(
      page,
      'Trial converted',
      'Your trial ZIP codes are now paid subscriptions. Nothing pauses.',
    );
    await page.getByRole('heading', { name: 'Recent Closings' }).waitFor();
    expect(await (await paymentSandbox(whole)).bills(other)).toMatchObject([
      { status: 'paid', amount_paid: 3000 },
    ]);
  });
});
