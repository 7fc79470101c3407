import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { type OpenBrowser, openBrowser } from './browser/open-browser.ts';
import { pageActions } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { aSubscriberToBe } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* What a tab that stands open does while nothing of the product replies. */

const whole = theWhole();
let browser: OpenBrowser;
let page: Page;
const uncaught: string[] = [];

beforeAll(async () => {
  browser = await openBrowser();
  page = await pageOf(browser, await aSubscriberToBe(whole), whole.url);
  page.on('pageerror', error => uncaught.push(error.message));
});
afterAll(() => browser.close());

const { at, shown } = pageActions(() => page, whole.url);
const away = () => page.getByRole('alert').filter({ hasText: 'ClosingWire cannot be reached' });
const dashboard = () => page.getByRole('link', { name: 'Dashboard' }).first();

test('a page shows that the service cannot be reached, and goes on by itself', async () => {
  row('beyond/unreachable');
  await page.goto(at('/settings'));
  await page.getByRole('button', { name: 'Create key' }).waitFor();
  // Before the session is first looked after, which is then without a reply.
  await page.route('**/*', route => route.abort('connectionrefused'));
  await page.waitForEvent('requestfailed', request => request.url().endsWith('/session'));
  await away().waitFor();
  await expectAccessible(page);
  expect(page.url()).toBe(at('/settings'));
  // Its code was not fetched yet.
  await dashboard().click();
  await shown('This page could not be shown');
  await away().waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page);

  await page.unroute('**/*');
  // Where the dashboard leads whoever has no ZIP yet.
  await page.getByRole('heading', { level: 1, name: 'Choose Your ZIP Codes' }).waitFor();
  await until(async () => (await away().count()) === 0);
  expect(uncaught).toEqual([]);
});

test('what failed meanwhile is read again', async () => {
  await page.route('**/*', route => route.abort('connectionrefused'));
  await page.evaluate(`document.querySelector('main').dataset.same = 'yes'`);
  await page.evaluate(`window.dispatchEvent(new Event('offline'))`);
  await away().waitFor();
  await page.unroute('**/*');
  await shown('Connected again');
  expect(await away().count()).toBe(0);
  expect(await page.locator('main').getAttribute('data-same')).toBe('yes');
  expect(uncaught).toEqual([]);
});
