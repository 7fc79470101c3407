import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { visitorTest } from './browser/journey.ts';
import { press, shown } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { aZipWithItsList } from './platform/subscribe.ts';
import { aSubscriberToBe, demoAdmin } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* Which page is at which path, for visitors and signed-in users. */

const whole = theWhole();

const test = visitorTest()
  .extend('newcomer', { scope: 'file' }, () => aSubscriberToBe(whole))
  .extend('subscriber', { scope: 'file' }, () => aSubscriberToBe(whole, 'Home Services'))
  .extend('zip', { scope: 'file', auto: true }, ({ subscriber }) => aZipWithItsList(subscriber));

const pathNow = (page: Page) => new URL(page.url()).pathname;
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const avatar = (page: Page) => page.getByRole('button', { name: 'Account menu' }).waitFor();

/** Opens each path and expects its heading there. */
async function expectPages(page: Page, pages: Record<string, string | RegExp>): Promise<void> {
  for (const [path, title] of Object.entries(pages)) {
    await page.goto(path);
    await heading(page, title);
    expect(pathNow(page)).toBe(path);
  }
}

const publicPages = {
  '/privacy-policy': 'Privacy Policy',
  '/terms': 'Terms of Use',
  '/contact': 'Contact Us',
  '/help': 'Help Center',
  '/forgot-password': 'Forgot your password?',
  '/reset-password': 'Choose a new password',
};

describe('a visitor', () => {
  test('finds each page that is open to visitors', async ({ page }) => {
    row('role/visitor', 'routes/signed-out');
    await expectPages(page, {
      '/': /./,
      '/register': 'Start your free trial',
      '/auth': 'Sign in',
      ...publicPages,
    });
    expect(await page.getByRole('button', { name: 'Account menu' }).count()).toBe(0);
  });

  test('is redirected to sign in half a second after a toast', async ({ page }) => {
    row('zips/visitors', 'dashboard/visitors');
    const asked: string[] = [];
    page.on('request', request => {
      const { pathname, search } = new URL(request.url());
      if (pathname === '/api/login') asked.push(search);
    });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Unauthorized' });
    for (const path of ['/zips', '/dashboard', '/settings#morning-email']) {
      await page.goto(path);
      await until(async () => {
        await page.clock.runFor(5);
        return toast.filter({ hasText: 'You are logged out. Logging in again...' }).isVisible();
      });
      await page.clock.runFor(400);
      expect(asked).toEqual([]);
      await page.clock.runFor(150);
      await expect.poll(() => asked.splice(0)).toEqual([`?next=${encodeURIComponent(path)}`]);
      await page.waitForURL(url => url.pathname === '/auth');
    }
  });

  test('sees a sign-in link at the subscriptions', async ({ page }) => {
    row('subscriptions/visitors');
    await page.goto('/subscriptions');
    await heading(page, 'Please sign in');
    const link = page.getByRole('main').getByRole('link', { name: 'Sign In' });
    expect(await link.getAttribute('href')).toBe('/auth?next=%2Fsubscriptions');
    // Other pages redirect after half a second.
    await page.waitForTimeout(1_500);
    expect(pathNow(page)).toBe('/subscriptions');
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0);
  });

  test('sees neither route table until the session is known', async ({ page, browser, newcomer }) => {
    row('state/route-tables');
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/auth/user', route => promise.then(() => route.fulfill({ json: null })));
    await page.goto('/no-such-page');
    await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0);
    resolve();
    await heading(page, 'Sign in');
    await page.unroute('**/api/auth/user');
    const theirs = await pageOf(browser, newcomer);
    await theirs.goto('/no-such-page');
    await heading(theirs, '404 Page Not Found');
  });
});

describe('somebody who is signed in', () => {
  test('begins in the catalog as long as there is no ZIP', async ({ browser, newcomer, subscriber }) => {
    row('routes/start-signed-in', 'routes/auth-signed-in', 'routes/register-signed-in', 'sign-in/leads-in');
    const page = await pageOf(browser, newcomer);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/subscriptions', route => promise.then(() => route.continue()));
    await page.goto('/');
    await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor();
    resolve();
    await page.waitForURL('**/zips');
    await page.goto('/auth');
    await page.waitForURL('**/zips');
    const second = await pageOf(browser, subscriber);
    await second.goto('/');
    await second.waitForURL('**/dashboard');
    await second.goto('/auth');
    await second.waitForURL('**/dashboard');
    await heading(second, 'Welcome Back');
    await second.goto('/register');
    await heading(second, 'Choose Your ZIP Codes');
  });

  test('finds each page of their own', async ({ browser, subscriber, zip }) => {
    row('routes/signed-in');
    const page = await pageOf(browser, subscriber);
    await expectPages(page, {
      '/zips': 'Choose Your ZIP Codes',
      '/dashboard': 'Welcome Back',
      [`/agents/${zip}`]: `Agents in ${zip}`,
      '/subscriptions': 'Subscriptions',
      '/settings': 'Settings',
      '/subscribe': /^(Payment|Invalid Access)/,
    });
    const admins = await pageOf(browser, await demoAdmin(whole));
    await expectPages(admins, { '/admin': 'Admin Dashboard', '/admin/operations': 'Operations' });
  });

  test('finds the public pages too', async ({ browser, subscriber }) => {
    row('routes/public-signed-in');
    const page = await pageOf(browser, subscriber);
    for (const [path, title] of Object.entries(publicPages)) {
      await expectPages(page, { [path]: title });
      await avatar(page);
    }
  });

  test('opens the billing portal in a new tab', async ({ browser, subscriber }) => {
    row('product/menu-billing-portal', 'call/post-stripe-customer-portal');
    const page = await pageOf(browser, subscriber);
    await page.goto('/help');
    await avatar(page);
    await press(page, 'Account menu');
    const opening = page.context().waitForEvent('page');
    await page.getByRole('menuitem', { name: 'Subscriptions' }).click();
    const portal = await opening;
    await portal.waitForURL(/\/portal\/bps_\w+$/);
    await portal.getByText(subscriber.email).first().waitFor();
    expect(pathNow(page)).toBe('/help');
    await shown(page, 'Help Center');
  });
});
