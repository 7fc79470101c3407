import type { Closing } from '@closingwire/contracts/lead';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { downloaded } from './browser/downloaded.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { type OpenBrowser, openBrowser } from './browser/open-browser.ts';
import { pageActions } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { cellsOf, listColumns } from './platform/list-columns.ts';
import { aZipWithItsList, subscribeToFreeZips } from './platform/subscribe.ts';
import { aSubscriberToBe, expectStatus, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();
let browser: OpenBrowser;
let user: User;
let zip: string;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  user = await aSubscriberToBe(whole);
  zip = await aZipWithItsList(user);
});
beforeEach(async () => {
  page = await pageOf(browser, user, whole.url);
  return () => page.context().close();
});
afterAll(() => browser.close());

const { visit, shown, press } = pageActions(() => page, whole.url);
const listRow = (code: string) => page.getByRole('row').filter({ hasText: code });
const dialog = () => page.getByRole('dialog');

async function toast(title: string, description?: string): Promise<void> {
  const shownToast = page.locator('[data-sonner-toast]').filter({ hasText: title });
  await shownToast.getByText(title, { exact: true }).waitFor();
  if (description) await shownToast.getByText(description, { exact: true }).waitFor();
}

const today = () => page.evaluate("new Date().toLocaleDateString('sv')");

async function agentsFrom(path: string): Promise<Closing[]> {
  const { json } = await expectStatus(user.call('GET', path), 200);
  return (json as { agents: Closing[] }).agents;
}

async function countOn(period: 'daily' | 'weekly'): Promise<number> {
  const asked = page.waitForRequest(request => request.url().includes('/api/lead-lists'));
  await visit(period === 'weekly' ? '/subscriptions' : '/subscriptions?period=daily');
  expect(new URL((await asked).url()).searchParams.get('period')).toBe(period);
  return Number(await listRow(zip).getByRole('cell').nth(2).textContent());
}

describe('the subscriptions page', () => {
  test.each(['weekly', 'daily'] as const)('counts, opens and exports the same %s rows', async period => {
    row('subscriptions/same-rows', 'subscriptions/export');
    const count = await countOn(period);
    expect(count).toBeGreaterThan(0);
    const file = await downloaded(page, () => press(`Export ${zip}`));
    await toast('Export Complete', `Downloaded ${count} agent records.`);
    expect(file.name).toBe(`leadlist-${zip}-${await today()}.csv`);
    expect(file.header).toEqual(listColumns);
    await page.getByRole('link', { name: `View ${zip}` }).click();
    await shown(`${count} closings`);
    const { searchParams } = new URL(page.url());
    const [from, to, id] = ['from', 'to', 'leadListId'].map(name => searchParams.get(name));
    const agents = await agentsFrom(
      `/api/agents/${zip}?leadListId=${id}&dateFrom=${from}&dateTo=${to}&limit=1000`,
    );
    expect(agents).toHaveLength(count);
    expect(file.rows.map(cells => Object.values(cells))).toEqual(agents.map(cellsOf));
  });

  test('opens with Weekly and keeps Daily in the address', async () => {
    row('subscriptions/toggle');
    const weekly = await countOn('weekly');
    const toggle = (name: string) => page.getByRole('button', { name, exact: true });
    expect(await toggle('Weekly').getAttribute('aria-pressed')).toBe('true');
    await toggle('Daily').click();
    await page.waitForURL(/\?period=daily$/);
    const daily = await countOn('daily');
    expect(daily).toBeLessThan(weekly);
    expect(await toggle('Daily').getAttribute('aria-pressed')).toBe('true');
    await toggle('Weekly').click();
    await page.waitForURL(/\/subscriptions$/);
  });

  test('exports all lists as one file', async () => {
    row('subscriptions/export');
    const count = await countOn('weekly');
    const file = await downloaded(page, () => press('Export All Lists'));
    await toast('Export Complete', `Downloaded ${count} agent records.`);
    expect(file.name).toBe(`all-leadlists-${await today()}.csv`);
    expect([file.header, file.rows.length]).toEqual([listColumns, count]);
  });
});

describe('a subscribed ZIP', () => {
  test('shows what is missing while the first list is pulled', async () => {
    row('state/row-active', 'state/row-updating');
    await page.route('**/api/lead-lists*', route => route.fulfill({ json: [] }));
    await page.route('**/api/subscriptions', async route => {
      const subscriptions: object[] = await (await route.fetch()).json();
      await route.fulfill({ json: subscriptions.map(one => ({ ...one, lastUpdated: null })) });
    });
    await visit('/subscriptions');
    await listRow(zip).getByText('Updating...', { exact: true }).waitFor();
    await listRow(zip).getByText('Pending', { exact: true }).waitFor();
    const hint = page.getByRole('tooltip');
    expect(await hint.isVisible()).toBe(false);
    await listRow(zip).getByRole('button', { name: 'Updating', exact: true }).focus();
    await hint.waitFor();
    expect(await hint.textContent()).toBe(
      'Initial list is being pulled and will be available in 25 minutes or less. You will be emailed when complete.',
    );
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await hint.waitFor({ state: 'hidden' });
    for (const name of [`View ${zip}`, `Export ${zip}`])
      expect(await page.getByRole('button', { name }).isDisabled()).toBe(true);
    await page.unroute('**/api/lead-lists*');
    await listRow(zip).getByText('Active', { exact: true }).waitFor();
  });

  test('takes a ZIP away once that is confirmed', async () => {
    row('subscriptions/remove');
    const [other = ''] = await subscribeToFreeZips(user, 1);
    await visit('/subscriptions');
    await press(`Remove ${other}`);
    await dialog().getByRole('button', { name: 'Keep it' }).click();
    expect(await listRow(other).count()).toBe(1);
    await press(`Remove ${other}`);
    await page.route('**/api/subscriptions/*', route => route.abort());
    await dialog().getByRole('button', { name: 'Remove ZIP code' }).click();
    await toast('Error', 'Failed to remove ZIP code');
    await page.unroute('**/api/subscriptions/*');
    await press(`Remove ${other}`);
    await dialog().getByRole('button', { name: 'Remove ZIP code' }).click();
    await toast('ZIP code removed successfully');
    await listRow(other).waitFor({ state: 'detached' });
  });
});

describe('the way from the subscriptions page', () => {
  test('leads to more ZIPs and to help', async () => {
    row('subscriptions/links');
    await visit('/subscriptions');
    const main = page.getByRole('main');
    const href = (name: string) => main.getByRole('link', { name }).getAttribute('href');
    expect([await href('Add ZIP Codes'), await href('Help Center')]).toEqual(['/zips', '/help']);
    await expectAccessible(page);
  });

  test('shows visitors the way to sign in', async () => {
    row('subscriptions/visitors');
    page = await browser.newPage();
    await visit('/subscriptions');
    const link = page.getByRole('main').getByRole('link', { name: 'Sign In' });
    expect(await link.getAttribute('href')).toBe('/auth?next=%2Fsubscriptions');
  });
});

describe('a list that cannot be had', () => {
  const refused = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };

  test.each([
    ['a refusal without words', refused],
    ["a proxy's page", { status: 200, contentType: 'text/html', body: '<h1>Sign in to the network</h1>' }],
    ['another shape', { json: { lists: [] } }],
    ['nothing', { status: 200, body: '' }],
  ])('is an error with a retry after %s', async (_, reply) => {
    row('error/fetch-failed', 'beyond/unexpected-reply');
    await page.route('**/api/lead-lists*', route => route.fulfill(reply));
    await visit('/subscriptions');
    await page
      .getByRole('alert')
      .getByText('Failed to fetch agents or lead lists', { exact: true })
      .waitFor();
    await page.unroute('**/api/lead-lists*');
    await press('Try again');
    await listRow(zip).getByText('Active', { exact: true }).waitFor();
  });

  test('fails to be exported in the words of the page', async () => {
    row('error/list-exports');
    await countOn('weekly');
    await page.route(`**/api/agents/${zip}?*`, route => route.fulfill(refused));
    await press(`Export ${zip}`);
    await toast('Export Failed', 'There was an error exporting the lead list');
    await press('Export All Lists');
    await toast('Export Failed', 'There was an error exporting all lead lists');
    const none = { agents: [], total: 0, page: 1, totalPages: 0 };
    await page.unroute(`**/api/agents/${zip}?*`);
    await page.route(`**/api/agents/${zip}?*`, route => route.fulfill({ json: none }));
    await press(`Export ${zip}`);
    await toast('No Data to Export', 'This lead list has no agents yet.');
    await press('Export All Lists');
    await toast('No Data to Export', 'Your lead lists have no agents yet.');
  });

  test('does not exist under another id', async () => {
    await visit(`/agents/${zip}?leadListId=last-week`);
    await shown(`There is no such list for ZIP ${zip}`);
    await press('Show all closings');
    await page.waitForURL(url => url.search === '');
    await shown(/^\d+ closings$/);
  });

  test('is distinct on the agents page', async () => {
    await page.route(`**/api/agents/${zip}?*`, route => route.fulfill(refused));
    await visit(`/agents/${zip}`);
    await page.getByRole('alert').getByText('Failed to fetch agents', { exact: true }).waitFor();
  });
});
