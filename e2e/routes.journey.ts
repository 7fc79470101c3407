import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenBrowser, openBrowser } from './browser/open-browser.ts';
import { pageActions } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { aZipWithItsList } from './platform/subscribe.ts';
import { aSubscriberToBe, signedIn, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* Which page stands at which address, for visitors and for people who are signed in. */

const whole = theWhole();
let browser: OpenBrowser;
let newcomer: User;
let subscriber: User;
let admin: User;
let zip: string;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  [newcomer, subscriber, admin] = await Promise.all([
    aSubscriberToBe(whole),
    aSubscriberToBe(whole, 'Home Services'),
    signedIn(whole, 'admin@demo.closingwire.test', 'closingwire-demo'),
  ]);
  zip = await aZipWithItsList(subscriber);
});
afterAll(() => browser.close());

const { visit, press, shown } = pageActions(() => page, whole.url);
const pathNow = () => new URL(page.url()).pathname;
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const avatar = () => page.getByRole('button', { name: 'Account menu' }).waitFor();

async function openAs(user: User): Promise<void> {
  page = await pageOf(browser, user, whole.url);
}

/** Opens each address and expects its heading there. */
async function expectPages(pages: Record<string, string | RegExp>): Promise<void> {
  for (const [path, title] of Object.entries(pages)) {
    await visit(path);
    await heading(title);
    expect(pathNow()).toBe(path);
  }
}

const publicPages = {
  '/privacy-policy': 'Privacy Policy',
  '/contact': 'Contact Us',
  '/help': 'Help Center',
  '/forgot-password': 'Forgot your password?',
  '/reset-password': 'Choose a new password',
};

describe('a visitor', () => {
  beforeEach(async () => {
    page = await browser.newPage();
    return () => page.context().close();
  });

  test('finds each page that is open to visitors', async () => {
    row('role/visitor', 'routes/signed-out');
    await expectPages({ '/': /./, '/register': 'Start your free trial', '/auth': 'Sign in', ...publicPages });
    expect(await page.getByRole('button', { name: 'Account menu' }).count()).toBe(0);
  });

  test('is led to sign in half a second after a toast', async () => {
    row('zips/visitors');
    const asked: string[] = [];
    page.on('request', request => {
      const { pathname, search } = new URL(request.url());
      if (pathname === '/api/login') asked.push(search);
    });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    await visit('/zips');
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Unauthorized' });
    await until(async () => {
      await page.clock.runFor(5);
      return toast.filter({ hasText: 'You are logged out. Logging in again...' }).isVisible();
    });
    await page.clock.runFor(400);
    expect(asked).toEqual([]);
    await page.clock.runFor(150);
    await expect.poll(() => asked).toEqual(['?next=%2Fzips']);
  });

  test('stays at the subscriptions with a way to sign in', async () => {
    row('subscriptions/visitors');
    await visit('/subscriptions');
    await heading('Please sign in');
    const link = page.getByRole('main').getByRole('link', { name: 'Sign In' });
    expect(await link.getAttribute('href')).toBe('/auth?next=%2Fsubscriptions');
    // Longer than the half second after which other pages lead away.
    await page.waitForTimeout(1_500);
    expect(pathNow()).toBe('/subscriptions');
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0);
  });

  test('sees nothing of either table until somebody is known', async () => {
    row('state/route-tables');
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/auth/user', route => promise.then(() => route.fulfill({ json: null })));
    await visit('/no-such-page');
    await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0);
    resolve();
    await heading('Sign in');
    await page.unroute('**/api/auth/user');
    await openAs(newcomer);
    await visit('/no-such-page');
    await heading('404 Page Not Found');
  });
});

describe('somebody who is signed in', () => {
  test('begins in the catalogue as long as there is no ZIP', async () => {
    row('routes/start-signed-in', 'sign-in/leads-in');
    await openAs(newcomer);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/subscriptions', route => promise.then(() => route.continue()));
    await visit('/');
    await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor();
    resolve();
    await page.waitForURL('**/zips');
    await visit('/auth');
    await page.waitForURL('**/zips');
    await openAs(subscriber);
    await visit('/');
    await page.waitForURL('**/dashboard');
    await visit('/auth');
    await page.waitForURL('**/dashboard');
    await heading('Welcome Back');
  });

  test('finds each page of their own', async () => {
    row('routes/signed-in');
    await openAs(subscriber);
    await expectPages({
      '/zips': 'Choose Your ZIP Codes',
      '/dashboard': 'Welcome Back',
      [`/agents/${zip}`]: `Agents in ${zip}`,
      '/subscriptions': 'Subscriptions',
      '/settings': 'Settings',
      '/subscribe': /^(Payment|Invalid Access)/,
    });
    await openAs(admin);
    await expectPages({ '/admin': 'Admin Dashboard' });
  });

  test('finds the public pages too', async () => {
    row('routes/public-signed-in');
    await openAs(subscriber);
    for (const [path, title] of Object.entries(publicPages)) {
      await expectPages({ [path]: title });
      await avatar();
    }
  });

  test('opens the billing portal beside the product', async () => {
    row('product/menu-billing-portal', 'call/post-stripe-customer-portal');
    await openAs(subscriber);
    await visit('/help');
    await avatar();
    await press('Account menu');
    const opening = page.context().waitForEvent('page');
    await page.getByRole('menuitem', { name: 'Subscriptions' }).click();
    const portal = await opening;
    await portal.waitForURL(/\/portal\/bps_\w+$/);
    await portal.getByText(subscriber.email).first().waitFor();
    expect(pathNow()).toBe('/help');
    await shown('Help Center');
  });
});
