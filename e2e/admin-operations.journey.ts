import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInTest } from './browser/journey.ts';
import { shown } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { aSubscriberToBe, demoAdmin, signedIn } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* The operations page, which the specification does not have. */

const whole = theWhole();
const test = signedInTest(() => demoAdmin(whole));

const isSelected = (page: Page, name: string) =>
  page
    .getByRole('tab', { name, exact: true })
    .and(page.getByRole('tab', { selected: true }))
    .waitFor();

const addressOf = (page: Page) => page.url().slice(whole.url.length);

test('the admin page leads to the operations page and back', async ({ page }) => {
  row('admin/operations');
  await page.goto('/admin');
  await page.getByRole('main').getByRole('link', { name: 'Operations' }).click();
  await page.getByRole('heading', { name: 'Operations', level: 1 }).waitFor();
  expect(addressOf(page)).toBe('/admin/operations');
  expect(await page.getByRole('tab').allTextContents()).toEqual([
    'System',
    'Audit',
    'Opt-outs',
    'Deletion requests',
    'Leads in',
    'Sources',
    'Agents',
    'Contacts',
    'Business',
  ]);
  await isSelected(page, 'System');
  expect(await page.title()).toBe('Operations | ClosingWire');
  await page.getByRole('main').getByRole('link', { name: 'Admin Dashboard' }).click();
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
});

test('the address of the operations page names the open tab', async ({ page }) => {
  row('admin/operations');
  await page.goto('/admin/operations');
  await page.getByRole('tab', { name: 'System' }).focus();
  await page.keyboard.press('ArrowRight');
  await isSelected(page, 'Audit');
  await page.getByRole('tabpanel', { name: 'Audit' }).waitFor();
  expect(addressOf(page)).toBe('/admin/operations?tab=audit');
  await page.reload();
  await isSelected(page, 'Audit');
  await page.keyboard.press('Tab');
  await page.goBack();
  await isSelected(page, 'System');
});

test('an old link leads to the moved tab', async ({ page }) => {
  row('admin/operations');
  const moved = { audit: 'Audit', system: 'System', 'opt-outs': 'Opt-outs', 'leads-in': 'Leads in' };
  for (const [id, name] of Object.entries(moved)) {
    await page.goto(`/admin?tab=${id}&q=ada%40example.com`);
    await isSelected(page, name);
    expect(addressOf(page)).toBe(`/admin/operations?tab=${id}&q=ada%40example.com`);
  }
  await page.goto('/admin?tab=users');
  await isSelected(page, 'User Management');
});

test('the pages of admins exist for admins only', async ({ browser }) => {
  row('admin/operations', 'role/admin-page');
  const page = await pageOf(browser, await aSubscriberToBe(whole));
  for (const path of ['/admin', '/admin/operations?tab=audit']) {
    await page.goto(path);
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  }
  const visitor = await browser.newPage();
  await visitor.goto('/admin/operations');
  await visitor.getByRole('heading', { name: 'Sign in' }).first().waitFor();
  expect(await visitor.getByRole('tab').count()).toBe(0);
});

const subscriber = 'subscriber@demo.closingwire.test';

test('an admin finds denied requests', async ({ page }) => {
  row('audit/tab');
  const user = await signedIn(whole, subscriber, 'closingwire-demo');
  expect((await user.call('GET', '/api/admin/users')).status).toBe(404);
  await page.goto(
    `/admin/operations?${new URLSearchParams({ tab: 'audit', who: subscriber, action: 'request-denied' })}`,
  );
  const entry = page.getByRole('row').filter({ hasText: 'Access denied: tried to list the users' }).first();
  await entry.waitFor();
  expect(await entry.textContent()).toMatch(/Sam Subscriber.*127\.0\.0\.1.*Refused404$/);
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'When',
    'Who',
    'What',
    'About',
    'From',
    'Outcome',
  ]);
  await expectAccessible(page);
  await page.getByLabel('Network address').fill('198.51.100');
  await shown(page, 'Expected a network address such as 203.0.113.7 or 203.0.113.0/24');
  await page.getByLabel('Network address').fill('198.51.100.0/24');
  await shown(page, 'No entries found');
  expect(new URL(page.url()).searchParams.get('ip')).toBe('198.51.100.0/24');
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await page.getByRole('table', { name: 'Audit log' }).waitFor();
  expect(new URL(page.url()).search).toBe('?tab=audit');
});

test('the audit log fits a phone and shows a failure', async ({ page }) => {
  row('audit/tab');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/operations?tab=audit');
  const entries = page.getByRole('list', { name: 'Audit log' });
  await entries.getByText('Ada Admin, admin@demo.closingwire.test').first().waitFor();
  await expectAccessible(page);
  await page.route('**/api/admin/audit?*', route =>
    route.fulfill({ status: 503, json: { message: 'Not now' } }),
  );
  await page.goto('/admin/operations?tab=audit&page=2');
  await shown(page, 'The audit log could not be loaded');
  await page.unroute('**/api/admin/audit?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await entries.waitFor();
});
