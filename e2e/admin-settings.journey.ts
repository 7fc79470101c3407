import { newId } from '@closingwire/chassis/ids';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInTest } from './browser/journey.ts';
import { shown } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { aSubscriberToBe, demoAdmin } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

const test = signedInTest(() => demoAdmin(whole));

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first();
const settingsTab = '/admin?tab=settings';

test('a mail is found by its recipient', async ({ page }) => {
  row('admin-logs/mails');
  const subscriber = await aSubscriberToBe(whole);
  await page.goto(settingsTab);
  await page.getByLabel('Search mails').fill(subscriber.email);
  const confirmation = rowOf(page, 'confirm-email').filter({ hasText: subscriber.email });
  await confirmation.getByText('Sent', { exact: true }).waitFor();
  await confirmation.getByText('Confirm the email address', { exact: true }).waitFor();
  await page.waitForURL(/mailSearch=/);
  expect(await confirmation.getByRole('button', { name: /Send again/ }).isDisabled()).toBe(true);
  await page.getByLabel('Search mails').fill(`nobody-${newId()}@example.com`);
  await page.getByRole('heading', { name: 'No mails found' }).waitFor();
});

test('a log that fails to load shows an error', async ({ page }) => {
  row('admin-logs/mails');
  await page.route('**/api/admin/mails?*', route => route.abort());
  await page.goto(settingsTab);
  await shown(page, 'The mails could not be loaded');
  await page.unroute('**/api/admin/mails?*');
  await page.getByRole('button', { name: /try again/i }).click();
  await page.getByRole('table', { name: 'Mails' }).waitFor();
});

test.for([
  ['light', 1280, 'table'],
  ['dark', 320, 'list'],
] as const)(
  'settings and logs are accessible, %s at %i in a %s',
  async ([colorScheme, width, role], { browser, user: admin }) => {
    row('admin-logs/mails');
    const page = await pageOf(browser, admin, { colorScheme, viewport: { width, height: 900 } });
    await page.goto(settingsTab);
    for (const name of ['Current settings', 'Mails', 'Webhook deliveries'])
      await page.getByRole(role, { name }).waitFor();
    await expectAccessible(page);
  },
);
