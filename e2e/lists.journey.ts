import type { Closing } from '@closingwire/contracts/lead';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { downloaded } from './browser/downloaded.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { subscriberTest } from './browser/journey.ts';
import { press, shown, toasted } from './browser/page-actions.ts';
import { cellsOf, listColumns } from './platform/list-columns.ts';
import { subscribeToFreeZips } from './platform/subscribe.ts';
import { expectStatus, type User } from './platform/user.ts';

const test = subscriberTest();

const listRow = (page: Page, code: string) => page.getByRole('row').filter({ hasText: code });
const dialog = (page: Page) => page.getByRole('dialog');

const today = (page: Page) => page.evaluate("new Date().toLocaleDateString('sv')");

async function agentsFrom(user: User, path: string): Promise<Closing[]> {
  const { json } = await expectStatus(user.call('GET', path), 200);
  return (json as { agents: Closing[] }).agents;
}

async function countOn(page: Page, zip: string, period: 'daily' | 'weekly'): Promise<number> {
  const asked = page.waitForRequest(request => request.url().includes('/api/lead-lists'));
  await page.goto(period === 'weekly' ? '/subscriptions' : '/subscriptions?period=daily');
  expect(new URL((await asked).url()).searchParams.get('period')).toBe(period);
  return Number(await listRow(page, zip).getByRole('cell').nth(2).textContent());
}

describe('the subscriptions page', () => {
  test.for(['weekly', 'daily'] as const)(
    'counts, shows and exports the same %s rows',
    async (period, { page, user, zip }) => {
      row('subscriptions/same-rows', 'subscriptions/export');
      const count = await countOn(page, zip, period);
      expect(count).toBeGreaterThan(0);
      const file = await downloaded(page, () => press(page, `Export ${zip}`));
      await toasted(page, 'Export Complete', `Downloaded ${count} agent records.`);
      expect(file.name).toBe(`leadlist-${zip}-${await today(page)}.csv`);
      expect(file.header).toEqual(listColumns);
      await page.getByRole('link', { name: `View ${zip}` }).click();
      await shown(page, `${count} closings`);
      const { searchParams } = new URL(page.url());
      const [from, to, id] = ['from', 'to', 'leadListId'].map(name => searchParams.get(name));
      const agents = await agentsFrom(
        user,
        `/api/agents/${zip}?leadListId=${id}&dateFrom=${from}&dateTo=${to}&limit=1000`,
      );
      expect(agents).toHaveLength(count);
      expect(file.rows.map(cells => Object.values(cells))).toEqual(agents.map(cellsOf));
    },
  );

  test('opens with Weekly and keeps Daily in the URL', async ({ page, zip }) => {
    row('subscriptions/toggle');
    const weekly = await countOn(page, zip, 'weekly');
    const toggle = (name: string) => page.getByRole('button', { name, exact: true });
    expect(await toggle('Weekly').getAttribute('aria-pressed')).toBe('true');
    await toggle('Daily').click();
    await page.waitForURL(/\?period=daily$/);
    const daily = await countOn(page, zip, 'daily');
    expect(daily).toBeLessThan(weekly);
    expect(await toggle('Daily').getAttribute('aria-pressed')).toBe('true');
    await toggle('Weekly').click();
    await page.waitForURL(/\/subscriptions$/);
  });

  test('exports all lists as one file', async ({ page, zip }) => {
    row('subscriptions/export');
    const count = await countOn(page, zip, 'weekly');
    const file = await downloaded(page, () => press(page, 'Export All Lists'));
    await toasted(page, 'Export Complete', `Downloaded ${count} agent records.`);
    expect(file.name).toBe(`all-leadlists-${await today(page)}.csv`);
    expect([file.header, file.rows.length]).toEqual([listColumns, count]);
  });

  test('are past exports, and their agents are not new to later files', async ({ page, user, zip }) => {
    row('today/list-exports');
    await expectStatus(user.call('DELETE', '/api/user/exports'), 200);
    const count = await countOn(page, zip, 'weekly');
    await downloaded(page, () => press(page, 'Export All Lists'));
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Export CSV' }).scrollIntoViewIfNeeded();
    await press(page, 'More files');
    const past = page.getByRole('list', { name: 'Past exports' }).getByRole('listitem').first();
    await past
      .filter({ hasText: `${count} closings` })
      .filter({ hasText: 'File of lists (CSV)' })
      .waitFor();
    const again = await downloaded(page, () => past.getByRole('button', { name: 'Download again' }).click());
    expect(again.rows).toHaveLength(count);
    await page.getByRole('switch', { name: 'Only agents who are new to you' }).click();
    await shown(page, /from the file of lists of /);
  });
});

describe('subscriptions on a narrow phone', () => {
  test.override('look', { viewport: { width: 320, height: 720 }, isMobile: true, hasTouch: true });

  test('are cards with all facts and actions on the screen', async ({ page, zip }) => {
    row('subscriptions/cards');
    await page.goto('/subscriptions');
    const cards = page.getByRole('list', { name: 'Subscriptions' });
    const card = cards.getByRole('listitem').filter({ hasText: zip });
    const parts = [
      ...['Leads', 'Last Updated'].map(name => card.getByRole('term').filter({ hasText: name })),
      card.getByText('Active', { exact: true }),
      card.getByRole('link', { name: `View ${zip}` }),
      ...['Export', 'Remove'].map(name => card.getByRole('button', { name: `${name} ${zip}` })),
    ];
    for (const part of parts) {
      await part.waitFor();
      const box = await part.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
    }
    await expectAccessible(page);
  });
});

describe('a subscribed ZIP', () => {
  test('shows that the first list is pending', async ({ page, zip }) => {
    row('state/row-active', 'state/row-updating', 'constant/lead-times');
    await page.route('**/api/lead-lists*', route => route.fulfill({ json: [] }));
    await page.route('**/api/subscriptions', async route => {
      const subscriptions: object[] = await (await route.fetch()).json();
      await route.fulfill({ json: subscriptions.map(one => ({ ...one, lastUpdated: null })) });
    });
    await page.goto('/subscriptions');
    await listRow(page, zip).getByText('Updating...', { exact: true }).waitFor();
    await listRow(page, zip).getByText('Pending', { exact: true }).waitFor();
    const hint = page.getByRole('tooltip');
    expect(await hint.isVisible()).toBe(false);
    await listRow(page, zip).getByRole('button', { name: 'Updating', exact: true }).focus();
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
    await listRow(page, zip).getByText('Active', { exact: true }).waitFor();
  });

  test('removes a ZIP once that is confirmed', async ({ page, user }) => {
    row('subscriptions/remove');
    const [other = ''] = await subscribeToFreeZips(user, 1);
    await page.goto('/subscriptions');
    await press(page, `Remove ${other}`);
    await dialog(page).getByRole('button', { name: 'Keep it' }).click();
    expect(await listRow(page, other).count()).toBe(1);
    await press(page, `Remove ${other}`);
    await page.route('**/api/subscriptions/*', route => route.abort());
    await dialog(page).getByRole('button', { name: 'Remove ZIP code' }).click();
    await toasted(page, 'Error', 'Failed to remove ZIP code');
    await page.unroute('**/api/subscriptions/*');
    await press(page, `Remove ${other}`);
    await dialog(page).getByRole('button', { name: 'Remove ZIP code' }).click();
    await toasted(page, 'ZIP code removed successfully');
    await listRow(page, other).waitFor({ state: 'detached' });
  });
});

describe('the way from the subscriptions page', () => {
  test('leads to more ZIPs, to help and to the agents of a ZIP', async ({ page, zip }) => {
    row('subscriptions/links');
    await page.goto('/subscriptions');
    const main = page.getByRole('main');
    const href = (name: string) => main.getByRole('link', { name }).getAttribute('href');
    expect([await href('Add ZIP Codes'), await href('Help Center')]).toEqual(['/zips', '/help']);
    await listRow(page, zip).getByText('Active').waitFor();
    expect(await href(`View ${zip}`)).toContain(`/agents/${zip}?`);
    await expectAccessible(page);
  });
});

describe('a list that fails', () => {
  const refused = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };

  test.for([
    ['a refusal without words', refused],
    ["a proxy's page", { status: 200, contentType: 'text/html', body: '<h1>Sign in to the network</h1>' }],
    ['another shape', { json: { lists: [] } }],
    ['nothing', { status: 200, body: '' }],
  ] as const)('shows an error with a retry after %s', async ([_, reply], { page, zip }) => {
    row('error/fetch-failed', 'beyond/unexpected-reply');
    await page.route('**/api/lead-lists*', route => route.fulfill(reply));
    await page.goto('/subscriptions');
    await page
      .getByRole('alert')
      .getByText('Failed to fetch agents or lead lists', { exact: true })
      .waitFor();
    await page.unroute('**/api/lead-lists*');
    await press(page, 'Try again');
    await listRow(page, zip).getByText('Active', { exact: true }).waitFor();
  });

  test('shows why its export failed', async ({ page, zip }) => {
    row('error/list-exports');
    await countOn(page, zip, 'weekly');
    await page.route(`**/api/agents/${zip}?*`, route => route.fulfill(refused));
    await press(page, `Export ${zip}`);
    await toasted(page, 'Export Failed', 'There was an error exporting the lead list');
    await press(page, 'Export All Lists');
    await toasted(page, 'Export Failed', 'There was an error exporting all lead lists');
    const none = { agents: [], total: 0, page: 1, totalPages: 0 };
    await page.unroute(`**/api/agents/${zip}?*`);
    await page.route(`**/api/agents/${zip}?*`, route => route.fulfill({ json: none }));
    await press(page, `Export ${zip}`);
    await toasted(page, 'No Data to Export', 'This lead list has no agents yet.');
    await press(page, 'Export All Lists');
    await toasted(page, 'No Data to Export', 'Your lead lists have no agents yet.');
  });

  test('is not found under another ID', async ({ page, zip }) => {
    await page.goto(`/agents/${zip}?leadListId=last-week`);
    await shown(page, `There is no such list for ZIP ${zip}`);
    await press(page, 'Show all closings');
    await page.waitForURL(url => url.search === '');
    await shown(page, /^\d+ closings, /);
  });

  test('has its own text on the agents page', async ({ page, zip }) => {
    await page.route(`**/api/agents/${zip}?*`, route => route.fulfill(refused));
    await page.goto(`/agents/${zip}`);
    await page.getByRole('alert').getByText('Failed to fetch agents', { exact: true }).waitFor();
  });
});
