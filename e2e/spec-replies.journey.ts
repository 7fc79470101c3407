import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { visitorTest } from './browser/journey.ts';
import { fill, press, shown } from './browser/page-actions.ts';
import { serveSpec } from './browser/spec-server.ts';

/* Screens work with a server that has the specification's replies and none of our additions. */

const test = visitorTest();

const main = (page: Page) => page.getByRole('main');

/** Failures of calls that the specification does not have. */
const ownFailures = /price|terms|charts|map|figures|exclusivity|keys|devices|authenticators|the API/i;

/** Waits for the text, and checks that no part of the page failed to load. */
async function works(page: Page, path: string, text: string): Promise<void> {
  await page.goto(path);
  await main(page).getByText(text).first().waitFor();
  const failures = await main(page)
    .getByText(/could not be/)
    .allTextContents();
  expect(failures.filter(line => !ownFailures.test(line))).toEqual([]);
}

/** The quote is a call of our own. */
const quote = {
  ...{ way: 'trial', centsPerZip: 1500, dueTodayCents: 0, monthlyCents: 1500 },
  zips: [{ zipCode: '98109', standing: 'new', monthlyCents: 1500 }],
  ...{ firstChargeAt: null, endsAt: null, freeDays: 9, mostTrialZips: 25 },
};

test("each page shows its rows with the specification's replies alone", async ({ page }) => {
  await serveSpec(page);
  for (const [path, text] of [
    ['/dashboard', 'Zoë Example'],
    ['/subscriptions', 'Seattle, WA'],
    ['/agents/98107', 'Zoë Example'],
    ['/settings', 'Save Changes'],
    ['/zips?state=WA', 'Showing 1'],
    ['/admin', '98107'],
    ['/admin?tab=users', 'grace@example.com'],
    ['/admin?tab=lead-flags', 'The phone is out of service'],
    ['/admin?tab=help-articles', 'What is a list?'],
  ] as const)
    await works(page, path, text);
});

describe("with the specification's replies alone", () => {
  test('a user without a name stays signed in', async ({ page }) => {
    await serveSpec(page);
    await page.goto('/dashboard');
    await press(page, 'Account menu');
    await page.getByRole('menu').getByText('grace@example.com').waitFor();
    await page.getByRole('menu').getByText('User', { exact: true }).waitFor();
  });

  test('an order leads to its checkout', async ({ page }) => {
    await serveSpec(page, {
      'GET /api/quote': quote,
      'POST /api/subscribe/bulk': { checkoutUrl: '/contact?from=checkout' },
    });
    await order(page);
    await page.waitForURL('**/contact?from=checkout');
  });

  test('an order on trial leads to the dashboard', async ({ page }) => {
    const reply = { success: true, trialUser: true, message: 'Started' };
    await serveSpec(page, { 'GET /api/quote': quote, 'POST /api/subscribe/bulk': reply });
    await order(page);
    await shown(page, 'Your leads will arrive within 20 minutes, and then every day.');
  });

  test('a verified payment is a subscription', async ({ page }) => {
    await serveSpec(page);
    await page.goto('/dashboard?session_id=cs_1&bulk=true');
    await shown(page, 'Subscription successful');
  });

  test('a ZIP is removed by an empty reply', async ({ page }) => {
    await serveSpec(page);
    await page.goto('/subscriptions');
    await press(page, 'Remove 98107');
    await press(page, 'Remove ZIP code');
    await shown(page, 'ZIP code removed successfully');
  });

  test('a profile is saved without a user in the reply', async ({ page }) => {
    await serveSpec(page);
    await page.goto('/settings');
    await fill(page, 'First name', 'Grace');
    await fill(page, 'Last name', 'Example');
    await press(page, 'Save Changes');
    await shown(page, 'Profile updated');
  });

  test('a flag moves on without a flag in the reply', async ({ page }) => {
    await serveSpec(page);
    await page.goto('/admin?tab=lead-flags');
    const select = page.getByLabel('Status of the flag on Zoë Example');
    await select.selectOption('resolved');
    await shown(page, 'Lead flag updated');
    expect(await select.inputValue()).toBe('resolved');
  });
});

async function order(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const zip = { id: 'z2', zipCode: '98109', city: 'Seattle', state: 'WA', price: 25, isAvailable: true };
    localStorage.setItem('selectedZipCodes', JSON.stringify([{ ...zip, quantity: 1 }]));
  });
  await page.goto('/zips');
  await page
    .getByRole('button', { name: /Start Trial|Purchase Now/ })
    .first()
    .click();
}
