import { until } from '@closingwire/chassis/testing';
import type { Quote } from '@closingwire/contracts/billing';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { underTerm } from './browser/figure-of.ts';
import { signedInOnOnePage } from './browser/journey.ts';
import { press, toasted } from './browser/page-actions.ts';
import { storedOrder, storeOrder } from './browser/stored-order.ts';
import { freeZips } from './platform/free-zips.ts';
import { paymentSandbox } from './platform/payment-sandbox.ts';
import { endTrial } from './platform/trial.ts';
import { aSubscriberToBe, demoAdmin, expectStatus, type KnownUser } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* The order card of one user, from the trial to a paid subscription. `amounts` compares more standings. */

const whole = theWhole();

const test = signedInOnOnePage(() => aSubscriberToBe(whole));

const purchase = (page: Page) => page.getByRole('button', { name: /^(Start Trial|Purchase Now)/ });
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

/** The card of an empty order names no amount. */
async function expectEmptyOrder(page: Page): Promise<void> {
  await page.getByText('ZIP codes you add appear here.').waitFor();
  expect(await page.getByRole('definition').count()).toBe(0);
  expect(await page.getByText('Due today').count()).toBe(0);
  expect(await purchase(page).textContent()).toBe('Purchase Now');
}

describe('an order in the trial', () => {
  test('is free for the remaining days', async ({ page, user }) => {
    row('constant/purchase-button', 'zips/order-card', 'zips/purchase-button');
    const zips = await freeZips(user, 2);
    await order(page, zips);
    expect(await purchase(page).textContent()).toBe('Start Trial');
    const { freeDays } = await quoteOf(user, zips);
    expect(await underTerm(page, /^Total$/).textContent()).toBe(`FREE for ${freeDays} days`);
    expect(await underTerm(page, 'After the trial').textContent()).toBe('$30/month');
    expect(await underTerm(page, 'ZIP codes in your trial').textContent()).toBe('2 of 25');
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
    await endTrial(await demoAdmin(whole), user);
    const zips = await freeZips(user, 3);
    await until(async () => (await quoteOf(user, zips)).way === 'checkout');
    await order(page, zips.slice(0, 1));
    await press(page, `Remove ${zips[0]} from the order`);
    await expectEmptyOrder(page);
    await order(page, zips, 4);
    const quote = await quoteOf(user, zips);
    expect(quote).toMatchObject({ dueTodayCents: 7500, monthlyCents: 7500 });
    await page.getByText('From your trial').waitFor();
    for (const { zipCode } of quote.zips) await page.getByText(zipCode).first().waitFor();
    expect(await underTerm(page, /^Total$/).textContent()).toBe('$45/month');
    expect(await purchase(page).textContent()).toBe('Purchase Now - $45/month');
    expect(await underTerm(page, 'Due today').textContent()).toBe('$75');
    expect(await underTerm(page, 'New total from').textContent()).toBe('$75/month');
    await expectAccessible(page);
    await purchase(page).click();
    await page.getByRole('button', { name: 'Pay $75.00', exact: true }).click();
    await page.waitForURL(/\/dashboard/);
    await toasted(page, 'Subscription successful');
    const bills = await (await paymentSandbox(whole)).bills(user);
    expect(bills).toMatchObject([{ status: 'paid', amount_paid: quote.dueTodayCents }]);
    expect(await storedOrder(page)).toBeNull();
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
});
