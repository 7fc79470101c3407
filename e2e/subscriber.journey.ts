import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signedInOnOnePage } from './browser/journey.ts';
import { shown, toasted } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { aZipWithItsList, subscribeToFreeZips } from './platform/subscribe.ts';
import { aSubscriberToBe, demoAdmin } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

const test = signedInOnOnePage(() => aSubscriberToBe(whole)).extend(
  'zip',
  { scope: 'file', auto: true },
  ({ user }) => aZipWithItsList(user),
);

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();

describe('a signed-in user', () => {
  test('comes from the start to their dashboard', async ({ page }) => {
    row('routes/auth-signed-in', 'routes/register-signed-in');
    await page.goto('/');
    await heading(page, 'Welcome Back');
    await page.goto('/auth');
    await heading(page, 'Welcome Back');
    await page.goto('/register');
    await heading(page, 'Choose Your ZIP Codes');
  });

  test("sees the header's links", async ({ page }) => {
    row('product/header-signed-in', 'product/menu-settings', 'product/footer-product-links');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect(await links.allTextContents()).toEqual(['Dashboard', 'Add ZIP Codes', 'Help']);
    expect(await page.getByRole('contentinfo').getByRole('link', { name: 'Features' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Admin Panel' }).count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  test('finds no admin page', async ({ page }) => {
    row('role/admin-page');
    await page.goto('/admin');
    await heading(page, '404 Page Not Found');
  });
});

describe('the dashboard', () => {
  test('keeps a filter in the address and goes to page one', async ({ page }) => {
    row('dashboard/filter-resets-page');
    await page.goto('/dashboard?page=2');
    await page.getByLabel('Property Type').selectOption('condo');
    await page.waitForURL(
      url => url.searchParams.get('propertyType') === 'condo' && !url.searchParams.get('page'),
    );
  });

  test('needs a note for a flag', async ({ page }) => {
    row('dashboard/flag-dialog', 'state/flag-dialog', 'validation/flag-note', 'error/flag-submitted');
    await page.goto('/dashboard');
    const flagButton = page.getByRole('button', { name: /^Flag / }).first();
    await flagButton.click();
    const dialog = page.getByRole('dialog');
    const sent = page.waitForRequest('**/api/lead-flags');
    await dialog.getByRole('textbox').fill(' \n ');
    await dialog.getByRole('button', { name: 'Submit Flag' }).click();
    await toasted(page, 'Note Required', "Please provide a note explaining what's wrong with this lead.");
    await dialog.getByRole('textbox').fill('Wrong number');
    await dialog.getByRole('button', { name: 'Submit Flag' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ note: 'Wrong number' });
    await toasted(
      page,
      'Flag Submitted',
      'Thank you for reporting this issue. Our team will review it shortly.',
    );
    await dialog.waitFor({ state: 'hidden' });
    await flagButton.click();
    expect(await dialog.getByRole('textbox').inputValue()).toBe('');
  });

  test('removes a ZIP', async ({ page, user }) => {
    row('error/zip-removed');
    const [other = ''] = await subscribeToFreeZips(user, 1);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: `Remove ${other}` }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: /remove/i })
      .click();
    await shown(page, 'ZIP code removed successfully');
  });
});

describe('the other pages of a subscriber', () => {
  test('subscriptions are active and lead to their agents', async ({ page, zip }) => {
    row('agents/back-link', 'subscriptions/links');
    await page.goto('/subscriptions');
    const zipRow = page.getByRole('row').filter({ hasText: zip });
    await zipRow.getByText('Active').waitFor();
    await zipRow.getByRole('link', { name: `View ${zip}` }).click();
    await page.waitForURL(url => url.pathname === `/agents/${zip}`);
    await page
      .getByRole('link', { name: /dashboard/i })
      .first()
      .waitFor();
  });

  test('settings change the profile and the mails', async ({ page, user }) => {
    row('settings/profile', 'settings/notifications', 'settings/api-key');
    await page.goto('/settings');
    expect(await page.getByLabel('API key').inputValue()).toBe(user.id);
    expect(await page.getByLabel('Industry').isDisabled()).toBe(true);
    await page.getByLabel('Company name').fill('Renamed Ltd');
    const saved = page.waitForResponse(reply => reply.url().endsWith('/api/user/profile'));
    await page.getByRole('button', { name: 'Save Changes' }).click();
    expect((await saved).status()).toBe(200);
    await page.getByRole('switch', { name: /Email notifications/ }).click();
    await until(async () => {
      const { json } = await user.call('GET', '/api/auth/user');
      const profile = json as { companyName: string; emailNotifications: boolean };
      return profile.companyName === 'Renamed Ltd' && !profile.emailNotifications;
    });
  });
});

describe('an admin', () => {
  test('sees links to the admin area', async ({ browser }) => {
    row('product/header-admin-link', 'product/menu-admin-panel');
    const admin = await pageOf(browser, await demoAdmin(whole));
    await admin.goto('/help');
    await admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).waitFor();
    await admin.getByRole('button', { name: 'Account menu' }).click();
    await admin.getByRole('menuitem', { name: 'Admin Panel' }).waitFor();
  });
});
