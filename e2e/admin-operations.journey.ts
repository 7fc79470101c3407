import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInTest } from './browser/journey.ts';
import { pageOf } from './browser/page-of.ts';
import { untilReady } from './browser/until-ready.ts';
import { aSubscriberToBe, demoAdmin } from './platform/user.ts';
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
  expect(await page.getByRole('tab').allTextContents()).toEqual(['System', 'Audit', 'Opt-outs']);
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
  const moved = { audit: 'Audit', system: 'System', 'opt-outs': 'Opt-outs' };
  for (const [id, name] of Object.entries(moved)) {
    await page.goto(`/admin?tab=${id}&q=ada%40example.com`);
    await isSelected(page, name);
    expect(addressOf(page)).toBe(`/admin/operations?tab=${id}&q=ada%40example.com`);
  }
  await page.goto('/admin?tab=users');
  await isSelected(page, 'User Management');
});

test('the operations page exists for admins only', async ({ browser }) => {
  row('admin/operations');
  const page = await pageOf(browser, await aSubscriberToBe(whole));
  await page.goto('/admin/operations?tab=audit');
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  const visitor = await browser.newPage();
  await visitor.goto('/admin/operations');
  await visitor.getByRole('heading', { name: 'Sign in' }).first().waitFor();
  expect(await visitor.getByRole('tab').count()).toBe(0);
});

test.for([
  { width: 1280, height: 860, colorScheme: 'dark' },
  { width: 320, height: 640, colorScheme: 'light' },
] as const)(
  'the tabs fit $width px, $colorScheme',
  async ({ colorScheme, ...viewport }, { browser, user }) => {
    row('admin/operations');
    const page = await pageOf(browser, user, { viewport, colorScheme });
    for (const path of ['/admin', '/admin/operations']) {
      await page.goto(path);
      await untilReady(page.locator('main h1'));
      await expectAccessible(page);
    }
    await page.context().close();
  },
);
