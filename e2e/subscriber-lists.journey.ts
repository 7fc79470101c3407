import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { dayBefore } from './browser/closing-facts.ts';
import { signedInTest } from './browser/journey.ts';
import type { OpenBrowser } from './browser/open-browser.ts';
import { shown } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { deliverLeads } from './platform/deliver-leads.ts';
import { aZipWithItsList } from './platform/subscribe.ts';
import { aSubscriberToBe, expectStatus, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* Lists of a user whose ZIP has many closings. */

type Zip = { zipCode: string; city: string; state: string };

const whole = theWhole();

const test = signedInTest(() => aSubscriberToBe(whole)).extend(
  'zip',
  { scope: 'file', auto: true },
  async ({ user }) => {
    const zipCode = await aZipWithItsList(user);
    const { json } = await expectStatus(user.call('GET', `/api/zip-codes?search=${zipCode}`), 200);
    const [zip = { zipCode, city: '', state: '' }] = (json as { zipCodes: Zip[] }).zipCodes;
    await deliverLeads(whole, sixtyClosings(zip));
    return zip;
  },
);

/** Sixty closings two days ago, each one dollar dearer than the one before. */
const sixtyClosings = ({ zipCode: zip, city, state }: Zip) =>
  Array.from({ length: 60 }, (_, n) => ({
    fullName: `Grace Example ${n}`,
    agentRole: 'Listing Agent',
    email: `grace.${n}@example.com`,
    property: {
      ...{ address1: `${n + 1} Elm St`, city, state, zip, price: 250_000 + n, type: 'home', mlsId: newId() },
      soldDate: dayBefore(2),
    },
  }));

async function totalAt(user: User, path: string): Promise<number> {
  const { json } = await expectStatus(user.call('GET', path), 200);
  return (json as { total: number }).total;
}

const status = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor();
const closings = (page: Page, total: number) =>
  status(page, new RegExp(`^${total.toLocaleString('en-US')} closings?\\b`));
const linkTo = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name }).getAttribute('href');

describe('the dashboard', () => {
  test('links to settings, more ZIPs and the agents', async ({ page, zip }) => {
    row('dashboard/email-settings', 'dashboard/subscribed-zips');
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Your ZIP Codes' }).waitFor();
    expect(await linkTo(page, 'Email Settings')).toBe('/settings');
    expect(await linkTo(page, 'Add More')).toBe('/zips');
    expect(await linkTo(page, 'All Lists')).toBe('/subscriptions');
    expect(await linkTo(page, zip.zipCode)).toContain(`/agents/${zip.zipCode}?leadListId=`);
    await shown(page, `${zip.city}, ${zip.state}`);
  });

  test('shows twenty-five closings a page', async ({ page }) => {
    row('dashboard/page-size-25');
    await page.goto('/dashboard');
    const rows = page.getByRole('table', { name: 'Recent closings' }).locator('tbody tr');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(25);
    const first = await rows.first().textContent();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL(url => url.searchParams.get('page') === '2');
    await until(async () => (await rows.first().textContent()) !== first);
    expect(await rows.count()).toBe(25);
  });
});

describe('a filter of the dashboard', () => {
  test('is kept in the URL and leads to page one', async ({ page }) => {
    row('dashboard/filter-resets-page');
    await page.goto('/dashboard?page=2');
    await page.getByLabel('Property Type').selectOption('condo');
    await page.waitForURL(
      url => url.searchParams.get('propertyType') === 'condo' && !url.searchParams.get('page'),
    );
  });

  test('narrows by ZIP, city and state', async ({ page, user, zip }) => {
    row('dashboard/filter-place');
    const all = await totalAt(user, '/api/user/agents');
    await page.goto('/dashboard');
    await closings(page, all);
    await page.getByLabel('ZIP Code', { exact: true }).selectOption(zip.zipCode);
    await page.getByLabel('City', { exact: true }).fill(zip.city);
    await page.getByLabel('State', { exact: true }).selectOption(zip.state);
    const isSet = (url: URL) =>
      ['zipCode', 'city', 'state'].every(
        name => url.searchParams.get(name) === zip[name as keyof typeof zip],
      );
    await page.waitForURL(isSet);
    await closings(page, all);
    await page.getByLabel('City', { exact: true }).fill('No Such Town');
    await closings(page, 0);
    await page.getByLabel('City', { exact: true }).fill('');
    await closings(page, all);
    await page.getByLabel('State', { exact: true }).selectOption(zip.state === 'HI' ? 'AK' : 'HI');
    await closings(page, 0);
  });

  test('narrows by price, which is a number', async ({ page, user }) => {
    row('dashboard/filter-price');
    await page.goto('/dashboard');
    await page.getByLabel('Min Price').fill('250010');
    await page.getByLabel('Max Price').fill('250019');
    await page.waitForURL(url => url.search === '?minPrice=250010&maxPrice=250019');
    await closings(page, await totalAt(user, '/api/user/agents?minPrice=250010&maxPrice=250019'));
    const prices = await page
      .getByRole('table', { name: 'Recent closings' })
      .getByText(/^\$250,01\d$/)
      .count();
    expect(prices).toBeGreaterThanOrEqual(10);
    await page.getByLabel('Min Price').fill('cheap');
    await page.waitForURL(url => url.search === '?maxPrice=250019');
  });

  test('names the four property types', async ({ page, user }) => {
    row('constant/property-types', 'dashboard/filter-type');
    await page.goto('/dashboard');
    const select = page.getByLabel('Property Type');
    await select.waitFor();
    const options = await select
      .getByRole('option')
      .evaluateAll(all => all.map(each => [each.getAttribute('value'), each.textContent]));
    expect(options).toEqual([
      ['', 'All'],
      ['home', 'Home'],
      ['condo', 'Condo'],
      ['multi', 'Multi-family'],
      ['commercial', 'Commercial'],
    ]);
    await select.selectOption('home');
    await closings(page, await totalAt(user, '/api/user/agents?propertyType=home'));
  });
});

describe('a user without ZIPs', () => {
  /** Opens the dashboard of a new user whose account has these changes. */
  async function openAs(browser: OpenBrowser, changes: object): Promise<Page> {
    const newcomer = await aSubscriberToBe(whole);
    const page = await pageOf(browser, newcomer);
    await page.route('**/api/user', async route => {
      const reply = await route.fetch();
      await route.fulfill({ json: { ...(await reply.json()), ...changes } });
    });
    await page.goto('/dashboard');
    return page;
  }

  test('is led to the catalog while they may order', async ({ browser }) => {
    row('state/no-zips-to-catalog');
    const ordering = await openAs(browser, {});
    await ordering.waitForURL(url => url.pathname === '/zips');
    const page = await openAs(browser, { trialExpiresAt: new Date(Date.now() - 86_400_000).toISOString() });
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard');
  });

  test('sees links to the catalog and help otherwise', async ({ browser }) => {
    row('dashboard/empty-state');
    const page = await openAs(browser, { trialExpiresAt: null, hasActivePayment: false });
    await shown(page, 'No ZIP codes yet');
    expect(await linkTo(page, 'Browse ZIP Codes')).toBe('/zips');
    expect(await linkTo(page, 'Help Center')).toBe('/help');
  });
});
