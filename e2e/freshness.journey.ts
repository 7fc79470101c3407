import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { subscriberTest } from './browser/journey.ts';

/* How often pages request the same data. */

const test = subscriberTest();

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
