import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectToast } from './browser/expect-toast.ts';
import { signedInTest } from './browser/journey.ts';
import { freeZips } from './platform/free-zips.ts';
import { aZipWithItsList } from './platform/subscribe.ts';
import { aSubscriberToBe, expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* How often pages request the same data, and how soon leads are promised. */

const whole = theWhole();

const test = signedInTest(() => aSubscriberToBe(whole)).extend(
  'zip',
  { scope: 'file', auto: true },
  ({ user }) => aZipWithItsList(user),
);

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).first().waitFor();
const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

/** Counts the requests to these paths from now on. */
function countCalls(page: Page, ...paths: string[]): Record<string, number> {
  const counts = Object.fromEntries(paths.map(path => [path, 0]));
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (pathname in counts) counts[pathname] = (counts[pathname] ?? 0) + 1;
  });
  return counts;
}

/** Hides the tab and shows it again. */
const refocus = (page: Page) =>
  page.evaluate(`
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      window.dispatchEvent(new Event(state === 'visible' ? 'focus' : 'blur'));
    }`);

async function reconnect(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.waitForFunction('!navigator.onLine');
  await page.context().setOffline(false);
  await page.waitForFunction('navigator.onLine');
}

describe('loaded data', () => {
  test('is not loaded again on the second visit', async ({ page }) => {
    row('constant/data-freshness', 'call/user-query-fresh');
    const counts = countCalls(page, '/api/user/agents', '/api/user', '/api/subscriptions', '/api/auth/user');
    const closings = page.waitForResponse(reply => reply.url().includes('/api/user/agents?'));
    await page.goto('/dashboard');
    await (await closings).finished();
    await page.getByRole('table', { name: 'Recent closings' }).waitFor();
    await refocus(page);
    await reconnect(page);
    await follow(page, 'Help');
    await heading(page, 'Help Center');
    await follow(page, 'Dashboard');
    await page.getByRole('table', { name: 'Recent closings' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(counts).toEqual({
      '/api/user/agents': 1,
      '/api/user': 1,
      '/api/subscriptions': 1,
      '/api/auth/user': 1,
    });
  });

  test('is not requested again after a failure', async ({ page }) => {
    row('constant/data-freshness', 'call/user-query-fresh');
    await page.route('**/api/help/articles', route => route.fulfill({ status: 500, body: '' }));
    await page.route('**/api/auth/user', route => route.fulfill({ status: 500, body: '' }));
    const counts = countCalls(page, '/api/help/articles', '/api/auth/user');
    await page.goto('/help');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor();
    await refocus(page);
    await page.waitForLoadState('networkidle');
    expect(counts).toEqual({ '/api/help/articles': 1, '/api/auth/user': 1 });
  });
});

describe('promised lead times', () => {
  test('are 15 minutes, 20 on trial, 25 for a first list', async ({ page, user, zip }) => {
    row('constant/lead-times');
    const success = { success: true, converted: false, subscriptionCount: 1 };
    await page.route('**/api/verify-payment', route => route.fulfill({ json: success }));
    await page.goto('/dashboard?session_id=cs_test_1&bulk=true');
    await expectToast(
      page,
      'Subscription successful',
      'Your leads will arrive within 15 minutes, and then every day.',
    );
    await page.goto('/dashboard?trial_subscribed=true');
    await expectToast(page, 'Trial started', 'Your leads will arrive within 20 minutes, and then every day.');
    await page.route('**/api/lead-lists*', route => route.fulfill({ json: [] }));
    await page.goto('/subscriptions');
    const zipRow = page.getByRole('row').filter({ hasText: zip });
    await zipRow.getByRole('button', { name: 'Updating', exact: true }).focus();
    await page.getByRole('tooltip').waitFor();
    expect(await page.getByRole('tooltip').textContent()).toBe(
      'Initial list is being pulled and will be available in 25 minutes or less. You will be emailed when complete.',
    );
    const zipCodeIds = await freeZips(user, 1);
    const { json } = await expectStatus(user.call('POST', '/api/subscribe/bulk', { zipCodeIds }), 200);
    expect(json).toEqual({
      success: true,
      trialUser: true,
      message: 'Your free trial has started. Your first leads arrive within 20 minutes; we will email you.',
    });
  });
});
