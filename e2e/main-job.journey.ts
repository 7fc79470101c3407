import { readFile } from 'node:fs/promises';
import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { visitorSteps } from './browser/journey.ts';
import { screenshot } from './browser/open-browser.ts';
import { choose94110, fillRegistration } from './browser/registration.ts';
import { linkIn, mailAbout } from './platform/mail-sink.ts';
import { theWhole } from './platform/whole-addresses.ts';

const { url, mailApiUrl } = theWhole();
const email = `grace-${newId()}@example.com`;

const test = visitorSteps();

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

const exportColumns = [
  'Agent Name',
  'Brokerage',
  'Email',
  'Mobile',
  'Phone',
  'City',
  'State',
  'Facebook URL',
  'LinkedIn URL',
  'Property Address',
  'Property City',
  'Property State',
  'Property ZIP',
  'Sale Price',
  'Sale Date',
  'Bedrooms',
  'Bathrooms',
  'Square Feet',
  'Property Type',
];

/** Returns the number above the dashboard's list, once it is above `moreThan`. */
async function totalOnScreen(page: Page, moreThan = -1): Promise<number> {
  const status = page.getByRole('status').filter({ hasText: /^[\d,]+ closings/ });
  return until(async () => {
    const total = Number((await status.textContent())?.replace(/,/g, '').match(/^\d+/)?.[0]);
    return total > moreThan ? total : undefined;
  });
}

async function exportedRows(page: Page): Promise<Record<string, string>[]> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^custom-agent-filter-\d{4}-\d\d-\d\d\.csv$/);
  return parse(await readFile(await download.path()), { columns: true, bom: true });
}

describe('from visitor to trial', () => {
  test('a visitor registers in two steps', async ({ page }) => {
    row('landing/ways-to-registration', 'registration/step-1', 'registration/step-2', 'registration/step-3');
    await page.goto('/');
    await screenshot(page, '1-landing');
    await page.getByRole('link', { name: 'Get Started' }).first().click();
    await fillRegistration(page, email);
    await screenshot(page, '2-register');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.getByRole('heading', { name: /check your email/i }).waitFor();
  });

  test('the mailed link signs in and shows a welcome', async ({ page }) => {
    row('registration/lands-on-zips', 'zips/welcome');
    const mail = await mailAbout(mailApiUrl, email, /confirm/i);
    await page.goto(linkIn(mail, '/api/auth/confirm'));
    await heading(page, 'Choose Your ZIP Codes');
    await toast(page, 'Welcome to ClosingWire!');
    await toast(page, 'Your account is active and your free trial has begun. Choose your first ZIP codes.');
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/zips');
    await mailAbout(mailApiUrl, email, /has begun/);
  });

  test('a ZIP is found by its first digits', async ({ page }) => {
    row('zips/suggestions');
    await choose94110(page);
    await page.getByText('94110').first().waitFor();
    await screenshot(page, '3-zips');
  });
});

describe('from trial to downloaded list', () => {
  test('the trial shows closings within seconds', async ({ page }) => {
    row(
      'zips/purchase-button',
      'dashboard/title',
      'dashboard/trial-subscribed',
      'state/subscribe-trial',
      'constant/purchase-button',
      'constant/first-list',
      'constant/lead-times',
    );
    await page.getByRole('button', { name: 'Start Trial' }).click();
    const startedAt = Date.now();
    await heading(page, 'Welcome Back');
    await toast(page, 'Trial started');
    await toast(page, 'Your leads will arrive within 20 minutes, and then every day.');
    await totalOnScreen(page, 0);
    const mail = await mailAbout(mailApiUrl, email, /94110.* is ready/);
    const seconds = (Date.now() - startedAt) / 1000;
    expect(mail.text).toContain(`${url}/dashboard`);
    expect(seconds).toBeLessThan(30);
    console.info(`closings and mail ${seconds.toFixed(1)} s after the order`);
    await screenshot(page, '4-dashboard');
  });

  test('a filter narrows the list', async ({ page }) => {
    row('dashboard/filter-and-table', 'dashboard/filter-type');
    const all = await totalOnScreen(page, 0);
    await page.getByLabel('Property Type').selectOption('home');
    await page.waitForURL(/propertyType=home/);
    const homes = await until(async () => {
      const total = await totalOnScreen(page);
      return total < all ? { total } : undefined;
    });
    expect(homes.total).toBeGreaterThan(0);
    await screenshot(page, '5-filtered');
  });

  test('the CSV has as many rows as the screen', async ({ page }) => {
    row('product/csv-export', 'call/export-file', 'error/export-complete');
    const homes = await totalOnScreen(page);
    const filtered = await exportedRows(page);
    await toast(page, 'Export Complete');
    await toast(page, `Downloaded ${homes} agent records.`);
    expect(filtered).toHaveLength(homes);
    expect(new Set(filtered.map(row => row['Property Type']))).toEqual(new Set(['home']));
    await page.getByRole('button', { name: 'Clear filters' }).click();
    const all = await totalOnScreen(page, homes);
    const rows = await exportedRows(page);
    expect(rows).toHaveLength(all);
    expect(Object.keys(rows[0] ?? {})).toEqual(exportColumns);
    expect(rows.every(row => row['Property ZIP'] === '94110')).toBe(true);
  });
});

describe('at the end', () => {
  test('signing out leads back to the landing page', async ({ page }) => {
    row('product/menu-log-out', 'state/sign-in-and-out', 'error/signed-out');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await toast(page, 'Signed out');
    await toast(page, 'You have been successfully signed out.');
    await page.getByRole('link', { name: 'Get Started' }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect((await page.context().cookies()).filter(({ name }) => name.startsWith('cw_'))).toEqual([]);
  });

  test('leaves no error on any page', ({ browser }) => {
    expect(browser.faults).toEqual([]);
  });
});
