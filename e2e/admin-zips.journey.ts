import { until } from '@closingwire/chassis/testing';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { expectToast } from './browser/expect-toast.ts';
import { type OpenBrowser, openBrowser } from './browser/open-browser.ts';
import { pageActions } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { typeFast } from './browser/type-fast.ts';
import { freeZips } from './platform/free-zips.ts';
import { aZipWithItsList } from './platform/subscribe.ts';
import { aSubscriberToBe, expectStatus, signedIn, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();
let browser: OpenBrowser;
let admin: User & { id: string };
/** A subscriber in Mortgages, and the ZIP that they have. */
let lender: User & { id: string };
let lent: string;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  admin = await signedIn(whole, 'admin@demo.closingwire.test', 'closingwire-demo');
  lender = await aSubscriberToBe(whole);
  lent = await aZipWithItsList(lender);
});
afterAll(() => browser.close());
beforeEach(async () => {
  page = await pageOf(browser, admin, whole.url);
  return () => page.context().close();
});

const { visit, press, at } = pageActions(() => page, whole.url);
const dialog = (name?: string) => page.getByRole('dialog', name === undefined ? {} : { name });
const searchBox = () => page.getByRole('searchbox', { name: 'Search ZIP codes' });
const rowOf = (zip: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: zip }) });
const available = (zip: string) => page.getByRole('switch', { name: `Available: ${zip}` });
const scrapeActive = (zip: string) => page.getByRole('switch', { name: `Scrape active: ${zip}` });
const refuse = (message: string) => (route: Route) => route.fulfill({ status: 409, json: { message } });

type Listed = { zipCode: string; state: string; isAvailable: boolean; scrapeActive: boolean; price: number };
type ZipList = { zipCodes: Listed[]; total: number; available: number };

async function listed(query: string): Promise<ZipList> {
  return (await expectStatus(admin.call('GET', `/api/admin/zip-codes?${query}`), 200)).json as ZipList;
}

/** What stands under this term above the table, once it is known. */
async function fact(term: string): Promise<string> {
  const found = page.locator('dt', { hasText: term }).locator('xpath=following-sibling::dd');
  return (await found.filter({ hasText: /\d/ }).textContent()) ?? '';
}

async function find(q: string): Promise<void> {
  await visit(`/admin?${new URLSearchParams({ q })}`);
  await page
    .getByRole('status')
    .filter({ hasText: `matching "${q}"` })
    .waitFor();
  await page.getByRole('table', { name: 'ZIP codes' }).waitFor();
}

describe('the catalogue', () => {
  test('is the first tab, a table of eight columns', async () => {
    row('admin/zip-table', 'product/price-15-admin');
    await visit('/admin');
    const table = page.getByRole('table', { name: 'ZIP codes' });
    await table.waitFor();
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'ZIP Code',
      'City',
      'State',
      'Price',
      'Available?',
      'Scrape Active',
      'Claimed Industries',
      'Actions',
    ]);
    await find('90210');
    const cells = await rowOf('90210').getByRole('cell').allTextContents();
    expect(cells.slice(0, 3)).toEqual(['Beverly Hills', 'CA', '$15/month note $25']);
    await page
      .getByText(
        'Every ZIP code is charged at $15/month. The price note is for admins and is charged nowhere.',
      )
      .waitFor();
  });

  test('comes 25 a page with five page buttons', async () => {
    row('constant/admin-table');
    const { total } = await listed('limit=1');
    const last = Math.ceil(total / 25);
    await visit('/admin');
    const numbers = async () =>
      (await page.getByRole('button', { name: /^Page \d+$/ }).allTextContents()).map(Number);
    const firstZip = page.getByRole('rowheader').first();
    await firstZip.waitFor();
    expect(await page.getByRole('rowheader').count()).toBe(25);
    expect(await numbers()).toEqual([1, 2, 3, 4, 5]);
    expect(await page.getByRole('button', { name: 'Previous page' }).isDisabled()).toBe(true);
    const before = await firstZip.textContent();
    await press('Page 4');
    await page.waitForURL(url => url.searchParams.get('page') === '4');
    await page.getByRole('rowheader', { name: before ?? '' }).waitFor({ state: 'detached' });
    const { zipCodes } = await listed('limit=25&page=4');
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(zipCodes.map(zip => zip.zipCode));
    expect(await numbers()).toEqual([2, 3, 4, 5, 6]);
    await visit(`/admin?page=${last}`);
    await page.getByRole('table').waitFor();
    expect(await numbers()).toEqual([4, 3, 2, 1, 0].map(back => last - back));
    expect(await page.getByRole('rowheader').count()).toBe(total - (last - 1) * 25);
    expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
  });
});

describe('the search of the catalogue', () => {
  test('is done on the server once typing pauses', async () => {
    const asked: (string | null)[] = [];
    page.on('request', request => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/admin/zip-codes') asked.push(searchParams.get('search'));
    });
    await visit('/admin');
    await page.getByRole('rowheader').first().waitFor();
    await typeFast(searchBox(), 'beverly');
    await page.waitForURL(url => url.searchParams.get('q') === 'beverly');
    await page.getByRole('status').filter({ hasText: 'matching "beverly"' }).waitFor();
    expect(asked).toEqual([null, 'beverly']);
  });

  test.each([
    { by: 'code', q: '9021', matches: (cells: string[]) => cells[0]?.startsWith('9021') },
    { by: 'city', q: 'verly hil', matches: (cells: string[]) => cells[1]?.includes('Beverly Hills') },
    { by: 'state', q: 'ak', matches: (cells: string[]) => cells[2] === 'AK' || /ak/i.test(cells[1] ?? '') },
    { by: 'industry', q: 'mortgages', matches: (cells: string[]) => cells[6]?.includes('Mortgages') },
  ])('goes by $by', async ({ q, matches }) => {
    row('admin/zip-table');
    await find(q);
    const { total, zipCodes } = await listed(`limit=25&search=${encodeURIComponent(q)}`);
    expect(total).toBeGreaterThan(0);
    await page
      .getByRole('status')
      .filter({ hasText: `${total.toLocaleString('en-US')} ZIP` })
      .waitFor();
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(zipCodes.map(zip => zip.zipCode));
    const rows = await page.locator('tbody tr').all();
    for (const one of rows) expect(matches(await one.locator('th, td').allTextContents())).toBe(true);
    await searchBox().fill('no such place');
    await page.getByRole('heading', { name: 'No ZIP codes found' }).waitFor();
    await press('Clear the search');
    await page.waitForURL(at('/admin'));
    await page.getByRole('rowheader').first().waitFor();
  });

  test('counts 15 dollars for each available ZIP', async () => {
    row('constant/admin-value-sum');
    const [zip = ''] = (await listed('search=9021&limit=25')).zipCodes.map(one => one.zipCode);
    await find('9021');
    const { total, available: on } = await listed('search=9021&limit=1');
    expect(total).toBeGreaterThan(3);
    expect(await fact('Available')).toBe(String(on));
    expect(await fact('Filtered value')).toBe(`$${on * 15}/month`);
    await available(zip).click();
    await expectToast(page, 'ZIP code availability updated', `${zip} is not available.`);
    expect(await fact('Filtered value')).toBe(`$${(on - 1) * 15}/month`);
    await page.reload();
    await page.getByRole('table').waitFor();
    expect(await fact('Filtered value')).toBe(`$${(on - 1) * 15}/month`);
    await available(zip).click();
    await expectToast(page, 'ZIP code availability updated', `${zip} is available.`);
  });
});

describe('a switch of a ZIP', () => {
  test('is kept by the server', async () => {
    await find('99501');
    await scrapeActive('99501').click();
    await expectToast(page, 'ZIP code scrape active updated', '99501 is not refreshed daily.');
    expect((await listed('search=99501')).zipCodes[0]).toMatchObject({
      scrapeActive: false,
      isAvailable: true,
    });
    await scrapeActive('99501').click();
    await expectToast(page, 'ZIP code scrape active updated', '99501 is refreshed daily.');
    expect((await listed('search=99501')).zipCodes[0]).toMatchObject({ scrapeActive: true });
  });

  test('goes back when its call fails', async () => {
    row('error/admin-zips');
    await find('99502');
    await page.route('**/api/admin/zip-codes/99502/*', refuse('Not today'));
    for (const [control, title] of [
      [available('99502'), 'Failed to update ZIP code availability'],
      [scrapeActive('99502'), 'Failed to update ZIP code scrape active'],
    ] as const) {
      await control.click();
      await expectToast(page, title, 'Not today');
      expect(await control.getAttribute('aria-checked')).toBe('true');
    }
    await page.unroute('**/api/admin/zip-codes/99502/*');
    await page.route('**/api/admin/zip-codes/99502/*', route => route.abort());
    await available('99502').click();
    await expectToast(page, 'Failed to update ZIP code availability');
    expect(await available('99502').getAttribute('aria-checked')).toBe('true');
    expect((await listed('search=99502')).zipCodes[0]).toMatchObject({
      isAvailable: true,
      scrapeActive: true,
    });
  });
});

describe('a new ZIP', () => {
  const submit = () => dialog().getByRole('button', { name: 'Add ZIP Code' }).click();

  test('needs code, city and state', async () => {
    row('admin/zip-add', 'validation/new-zip-required');
    await visit('/admin');
    await press('Add ZIP Code');
    for (const [label, text] of [
      ['ZIP Code', '00701'],
      ['City', 'Newtown'],
    ] as const) {
      await submit();
      await expectToast(page, 'Please fill in all required fields');
      await page.locator('[data-sonner-toast]').waitFor({ state: 'detached' });
      await dialog().getByLabel(label, { exact: true }).fill(text);
    }
    await submit();
    await expectToast(page, 'Please fill in all required fields');
    expect((await listed('search=00701')).total).toBe(0);
  });

  test('takes its defaults, and is in the catalogue', async () => {
    row('validation/new-zip-values', 'product/price-25-new-zip');
    await visit('/admin');
    await press('Add ZIP Code');
    const code = dialog().getByLabel('ZIP Code', { exact: true });
    const state = dialog().getByLabel('State', { exact: true });
    const price = dialog().getByLabel('Price', { exact: true });
    expect(await price.inputValue()).toBe('25');
    expect(await dialog().getByRole('switch', { name: 'Available' }).isChecked()).toBe(true);
    await dialog().getByText('A note for admins, in whole dollars. It is charged nowhere.').waitFor();
    await code.pressSequentially('007021');
    expect(await code.inputValue()).toBe('00702');
    await state.pressSequentially('prx');
    expect(await state.inputValue()).toBe('PR');
    await dialog().getByLabel('City', { exact: true }).fill(' Newtown ');
    await price.fill('no number');
    await submit();
    await expectToast(page, 'ZIP code created', '00702, Newtown, PR');
    await dialog().waitFor({ state: 'hidden' });
    expect((await listed('search=00702')).zipCodes).toMatchObject([
      { city: 'Newtown', state: 'PR', price: 0, isAvailable: true },
    ]);
  });

  test('is refused where there is one, in the words of the server', async () => {
    row('error/admin-zips');
    await visit('/admin');
    await press('Add ZIP Code');
    await dialog().getByLabel('ZIP Code', { exact: true }).fill('90210');
    await dialog().getByLabel('City', { exact: true }).fill('Beverly Hills');
    await dialog().getByLabel('State', { exact: true }).fill('ca');
    await submit();
    await expectToast(page, 'Failed to create ZIP code', 'ZIP code 90210 is in the catalogue already');
    await dialog().waitFor();
  });
});

describe('the leads of a ZIP', () => {
  test('are shown 20 a page and searched', async () => {
    row('admin/zip-leads', 'constant/admin-leads');
    type Leads = { agents: { fullName: string; email: string }[]; total: number };
    const leads = async (query = '') =>
      (await admin.call('GET', `/api/admin/zip-codes/${lent}/leads${query}`)).json as Leads;
    const { agents, total } = await leads();
    expect(total).toBeGreaterThan(20);
    await find(lent);
    await press(`View Leads of ${lent}`);
    const table = dialog(`Leads of ${lent}`).getByRole('table', { name: 'Leads' });
    await table.waitFor();
    expect(await table.getByRole('rowheader').count()).toBe(20);
    await dialog().getByText(`${total} leads`, { exact: true }).waitFor();
    expect(await table.getByRole('rowheader').first().textContent()).toContain(agents[0]?.fullName);
    await dialog().getByRole('button', { name: 'Page 2' }).click();
    const second = (await leads('?page=2')).agents;
    await table
      .getByRole('rowheader')
      .nth(Math.min(19, second.length - 1))
      .waitFor();
    await until(async () => (await table.textContent())?.includes(second[0]?.email ?? '?'));
    const sought = agents[3]?.email ?? '';
    const { total: found } = await leads(`?search=${encodeURIComponent(sought)}`);
    await dialog().getByRole('searchbox', { name: 'Search leads' }).fill(sought);
    await dialog()
      .getByText(found === 1 ? '1 lead' : `${found} leads`, { exact: true })
      .waitFor();
    expect(await table.getByRole('rowheader').count()).toBe(found);
    await dialog().getByRole('searchbox', { name: 'Search leads' }).fill('nobody at all');
    await dialog().getByText('No leads match the search').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe(`View Leads of ${lent}`);
  });

  test('of a ZIP that nobody has are none', async () => {
    const [free = ''] = await freeZips(lender, 1);
    await find(free);
    await press(`View Leads of ${free}`);
    await dialog().getByText('No leads yet').waitFor();
  });
});

const search = () => dialog().getByRole('searchbox', { name: 'Search users' });
const assign = () => dialog().getByRole('button', { name: 'Assign ZIP Code' }).click();
const option = (user: User) => dialog().getByRole('radio', { name: new RegExp(user.email) });
const none = () => dialog().getByText('No active user of a free industry matches.');

describe('whom a ZIP is assigned to', () => {
  test('offers active users of a free industry, found by a search', async () => {
    row('admin/zip-assign', 'validation/assignment-offered');
    const [rival, label, titled, suspended] = await Promise.all([
      aSubscriberToBe(whole),
      aSubscriberToBe(whole, 'Home Services'),
      aSubscriberToBe(whole, 'Title & Escrow'),
      aSubscriberToBe(whole, 'Title & Escrow'),
    ]);
    const patch = (user: { id: string }, path: string, body: object) =>
      expectStatus(admin.call('PATCH', `/api/admin/users/${user.id}${path}`, body), 200);
    await patch(label, '', { industry: 'Mortgage Brokerage' });
    await patch(suspended, '/status', { status: 'suspended' });
    const asked: string[] = [];
    page.on('request', request => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/admin/users/search') asked.push(searchParams.get('q') ?? '');
    });
    await find(lent);
    await press(`Mortgages: manage ${lent}`);
    await dialog(`Manage ${lent}`).getByText(lender.email).waitFor();
    await typeFast(search(), titled.email);
    await dialog().getByText('1 user', { exact: true }).waitFor();
    await option(titled).waitFor();
    expect(asked).toEqual(['', titled.email]);
    expect(await dialog().getByRole('radio').count()).toBe(1);
    for (const other of [rival, label, suspended]) {
      await search().fill(other.email);
      await none().waitFor();
    }
  });

  test('needs a user to be selected', async () => {
    row('validation/assignment-user');
    await find(lent);
    await press(`Mortgages: manage ${lent}`);
    await assign();
    await expectToast(page, 'Please select a user');
    await dialog().waitFor();
  });
});

describe('assigning a ZIP', () => {
  test('shows why it failed', async () => {
    row('error/admin-assignment');
    const user = await aSubscriberToBe(whole, 'Printing/Mailing Provider');
    await find(lent);
    await press(`Mortgages: manage ${lent}`);
    await search().fill(user.email);
    await option(user).check();
    await expectStatus(
      admin.call('POST', '/api/admin/assign-zip', { userId: user.id, zipCodeId: lent }),
      200,
    );
    const rival = await aSubscriberToBe(whole, 'Printing/Mailing Provider');
    await page.route('**/api/admin/assign-zip', route =>
      route.continue({ postData: JSON.stringify({ userId: rival.id, zipCodeId: lent }) }),
    );
    await assign();
    await expectToast(page, 'Failed to assign ZIP code', `ZIP code ${lent} is no longer available`);
    await page.unroute('**/api/admin/assign-zip');
    await page.route('**/api/admin/assign-zip', route => route.abort());
    await assign();
    await expectToast(page, 'Failed to assign ZIP code');
  });

  test('shows the person the ZIP, free of charge', async () => {
    row('admin/zip-assign');
    const user = await aSubscriberToBe(whole, 'Coach or Trainer');
    const [zip = ''] = await freeZips(user, 1);
    await find(zip);
    await press(`None: manage ${zip}`);
    await dialog().getByText('Nobody. Every industry can have this ZIP code.').waitFor();
    await search().fill(user.email);
    await option(user).check();
    await assign();
    await expectToast(page, 'ZIP code assigned', `ZIP code ${zip} is assigned to Ada Example`);
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: `Coach or Trainer: manage ${zip}` }).click();
    await dialog()
      .getByText(/Assigned [A-Z][a-z]{2} \d/)
      .waitFor();
    await until(async () => {
      const { json } = await user.call('GET', '/api/subscriptions');
      return (json as { zipCode: { zipCode: string } }[]).some(one => one.zipCode.zipCode === zip);
    });
    const theirs = await pageOf(browser, user, whole.url);
    await theirs.goto(at('/dashboard'));
    await theirs.getByText(zip).first().waitFor();
    await theirs.context().close();
  });

  test('goes along with a note on the price', async () => {
    row('error/admin-zips');
    await find('99503');
    await press('None: manage 99503');
    const note = dialog().getByLabel('Price note');
    await dialog().getByText('It is charged nowhere. What is charged is $15/month.').waitFor();
    await note.fill('40');
    await dialog().getByRole('button', { name: 'Save Note' }).click();
    await expectToast(page, 'ZIP code price updated', 'The note on 99503 is $40.');
    await page.route('**/api/admin/zip-codes/99503/price', refuse('Not today'));
    await note.fill('50');
    await dialog().getByRole('button', { name: 'Save Note' }).click();
    await expectToast(page, 'Failed to update ZIP code price', 'Not today');
    expect(await note.inputValue()).toBe('40');
    await page.keyboard.press('Escape');
    await rowOf('99503').getByText('note $40').waitFor();
  });
});

describe.each([
  { name: 'on a desk', look: { colorScheme: 'light' as const } },
  { name: 'on a phone', look: { colorScheme: 'dark' as const, viewport: { width: 320, height: 640 } } },
])('$name', ({ look }) => {
  test('the tab and its dialogs are accessible', async () => {
    const own = await pageOf(browser, admin, whole.url, look);
    await own.goto(at(`/admin?q=${lent}`));
    const opened = async (button: string | RegExp, sign: string) => {
      await own.getByRole('button', { name: button }).first().click();
      await own.getByRole('dialog').getByText(sign).first().waitFor();
      await expectAccessible(own);
      await own.keyboard.press('Escape');
      await own.getByRole('dialog').waitFor({ state: 'hidden' });
    };
    await own.getByRole('button', { name: `View Leads of ${lent}` }).waitFor();
    await expectAccessible(own);
    await opened('Add ZIP Code', 'It is charged nowhere');
    await opened('Import CSV', 'Required columns');
    await opened(`View Leads of ${lent}`, 'example.com');
    await opened(`Mortgages: manage ${lent}`, lender.email);
    await own.context().close();
  });
});
