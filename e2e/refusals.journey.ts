import { until } from '@closingwire/chassis/testing';
import type { Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { subscriberTest } from './browser/journey.ts';
import { shown, toasted } from './browser/page-actions.ts';
import { storeOrder } from './browser/stored-order.ts';
import { freeZips } from './platform/free-zips.ts';
import { subscribeToFreeZips } from './platform/subscribe.ts';

/* Messages of failed calls. The failures are faked between page and gateway. */

const test = subscriberTest();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** A call without a reply, so that the page shows its own text. */
const cutOff = (route: Route) => route.abort();
const wordless = (route: Route) => route.fulfill({ status: 500, contentType: 'text/plain', body: '' });
const withMessage = (message: string) => (route: Route) =>
  route.fulfill({ status: 400, json: { title: 'Refused', status: 400, message } });

describe('the dashboard', () => {
  test('submits a flag that has a note, or shows that it could not', async ({ page }) => {
    row(
      'dashboard/flag-dialog',
      'state/flag-dialog',
      'validation/flag-note',
      'error/flag-submitted',
      'error/flag-failed',
    );
    await page.route('**/api/lead-flags', wordless);
    await page.goto('/dashboard');
    await button(page, /^Flag /).click();
    const note = dialog(page).getByRole('textbox');
    const submit = () => dialog(page).getByRole('button', { name: 'Submit Flag' }).click();
    await note.fill(' \n ');
    await submit();
    await toasted(page, 'Note Required', "Please provide a note explaining what's wrong with this lead.");
    await note.fill('Wrong number');
    await submit();
    await toasted(page, 'Error', 'Failed to submit flag. Please try again.');
    await page.unroute('**/api/lead-flags');
    const sent = page.waitForRequest('**/api/lead-flags');
    await submit();
    expect((await sent).postDataJSON()).toMatchObject({ note: 'Wrong number' });
    const thanks = 'Thank you for reporting this issue. Our team will review it shortly.';
    await toasted(page, 'Flag Submitted', thanks);
    await dialog(page).waitFor({ state: 'hidden' });
    await button(page, /^Flag /).click();
    expect(await note.inputValue()).toBe('');
  });

  test('removes a ZIP, or shows that it could not', async ({ page, user }) => {
    row('error/zip-not-removed', 'error/zip-removed');
    const [other = ''] = await subscribeToFreeZips(user, 1);
    const remove = async () => {
      await button(page, `Remove ${other}`).click();
      await dialog(page)
        .getByRole('button', { name: /remove/i })
        .click();
    };
    await page.route('**/api/subscriptions/*', cutOff);
    await page.goto('/dashboard');
    await remove();
    await shown(page, 'Failed to remove ZIP code');
    await page.unroute('**/api/subscriptions/*');
    await remove();
    await shown(page, 'ZIP code removed successfully');
  });
});

describe('the export of the dashboard', () => {
  test('shows why an export failed', async ({ page }) => {
    row('error/export-failed');
    await page.route('**/api/user/agents/export', withMessage('The list is being rebuilt'));
    await page.goto('/dashboard');
    await button(page, /export/i).click();
    await toasted(page, 'Export Failed', 'The list is being rebuilt');
  });

  test('shows that there was nothing to export', async ({ page }) => {
    row('validation/export-no-data');
    await page.route('**/api/user/agents/export', route => route.fulfill({ json: { agents: [] } }));
    await page.goto('/dashboard');
    await button(page, /export/i).click();
    await toasted(page, 'No Data to Export', 'No agents match your current filters.');
  });

  test('disables the export when nothing matches', async ({ page }) => {
    row('validation/export-disabled');
    const listed = page.waitForResponse(reply => reply.url().includes('/api/user/agents?'));
    await page.goto('/dashboard?minPrice=99999999');
    await listed;
    await until(() => button(page, /export/i).isDisabled());
  });
});

describe('the return from payment', () => {
  test.for([
    [
      { success: true, converted: true, subscriptionCount: 1 },
      'Trial converted',
      'Your trial ZIP codes are now paid subscriptions. Nothing pauses.',
    ],
    [
      { success: true, converted: false, subscriptionCount: 1 },
      'Subscription successful',
      'Your leads will arrive within 15 minutes, and then every day.',
    ],
    [
      { success: false, converted: false, subscriptionCount: 0 },
      'Payment not verified',
      'If your card was charged, please contact support.',
    ],
  ] as const)('shows the outcome of the payment: %j', async ([json, title, text], { page }) => {
    row('dashboard/session-id', 'state/payment-return', 'constant/lead-times');
    await page.route('**/api/verify-payment', route => route.fulfill({ json }));
    await page.goto('/dashboard?session_id=cs_test_1&bulk=true');
    await toasted(page, title, text);
    await page.waitForURL(url => url.pathname === '/dashboard' && url.search === '');
  });

  test('asks to refresh if the payment cannot be checked', async ({ page }) => {
    row('dashboard/session-id', 'state/payment-return');
    await page.route('**/api/verify-payment', route => route.abort());
    await page.goto('/dashboard?session_id=cs_test_1&converted=true');
    await toasted(page, 'Connection problem', 'We could not check your payment. Please refresh the page.');
    await page.waitForURL(url => url.search === '');
  });

  test('treats any other failure as a pending payment', async ({ page, zip }) => {
    row('dashboard/session-id', 'state/payment-return');
    await page.route('**/api/verify-payment', wordless);
    await page.goto(`/dashboard?session_id=cs_test_1&zip_code=${zip}`);
    await toasted(
      page,
      'Subscription Processing',
      'Your payment is being processed. Your ZIP codes will appear shortly.',
    );
  });
});

describe('the catalog', () => {
  test('wants a state and three characters before it searches', async ({ page }) => {
    row('zips/search-disabled', 'validation/zip-search', 'validation/no-zips-found');
    await page.goto('/zips');
    const box = page.getByRole('combobox', { name: 'Search ZIP code or city' });
    expect(await box.isDisabled()).toBe(true);
    await page.getByLabel('State', { exact: true }).selectOption('CA');
    await box.fill('90');
    expect(await page.getByRole('option', { name: /^90/ }).count()).toBe(0);
    await box.fill('zzzzz');
    await shown(page, 'No ZIP codes found matching "zzzzz"');
  });

  test('shows that an order failed', async ({ page, user }) => {
    row('error/subscribe');
    await page.route('**/api/subscribe/bulk', cutOff);
    const [other = ''] = await freeZips(user, 1);
    await page.goto('/robots.txt');
    await storeOrder(page, [
      { id: other, zipCode: other, city: 'Town', state: 'CA', price: 25, quantity: 1 },
    ]);
    await page.goto('/zips');
    await button(page, 'Start Trial').click();
    await toasted(page, 'Error', 'Failed to subscribe to ZIP codes');
  });
});

describe('the account menu', () => {
  test.for([
    [(route: Route) => route.fulfill({ json: { url: '' } }), 'No portal URL returned'],
    [(route: Route) => route.fulfill({ json: {} }), 'No portal URL returned'],
    [cutOff, 'Failed to open subscription management'],
  ] as const)('shows why the portal does not open', async ([handler, text], { page }) => {
    row('error/portal');
    await page.route('**/api/stripe/customer-portal', handler);
    await page.goto('/help');
    await button(page, 'Account menu').click();
    await page.getByRole('menuitem', { name: 'Subscriptions' }).click();
    await shown(page, text);
  });
});
