import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInSteps } from './browser/journey.ts';
import { shown } from './browser/page-actions.ts';
import { aSubscriberToBe } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* An open tab while the product does not reply. */

const whole = theWhole();
const uncaught: string[] = [];

const test = signedInSteps(() => aSubscriberToBe(whole));

test.beforeAll(({ page }) => {
  page.on('pageerror', error => uncaught.push(error.message));
});

const away = (page: Page) => page.getByRole('alert').filter({ hasText: 'ClosingWire cannot be reached' });
const dashboard = (page: Page) => page.getByRole('link', { name: 'Dashboard' }).first();

test('a page shows that the service is unreachable, and recovers by itself', async ({ page }) => {
  row('beyond/unreachable');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Create key' }).waitFor();
  // Before the first session check, which then gets no reply.
  await page.route('**/*', route => route.abort('connectionrefused'));
  await page.waitForEvent('requestfailed', request => request.url().endsWith('/session'));
  await away(page).waitFor();
  await expectAccessible(page);
  expect(page.url()).toBe(`${whole.url}/settings`);
  // Its code is not loaded yet.
  await dashboard(page).click();
  await shown(page, 'This page could not be shown');
  await away(page).waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page);

  await page.unroute('**/*');
  // The dashboard leads a user without ZIPs here.
  await page.getByRole('heading', { level: 1, name: 'Choose Your ZIP Codes' }).waitFor();
  await until(async () => (await away(page).count()) === 0);
  expect(uncaught).toEqual([]);
});

test('failed data is loaded again', async ({ page }) => {
  await page.route('**/*', route => route.abort('connectionrefused'));
  await page.evaluate(`document.querySelector('main').dataset.same = 'yes'`);
  await page.evaluate(`window.dispatchEvent(new Event('offline'))`);
  await away(page).waitFor();
  await page.unroute('**/*');
  await shown(page, 'Connected again');
  expect(await away(page).count()).toBe(0);
  expect(await page.locator('main').getAttribute('data-same')).toBe('yes');
  expect(uncaught).toEqual([]);
});
