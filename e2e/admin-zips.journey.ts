import { until } from '@closingwire/chassis/testing';
import type { Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { expectToast } from './browser/expect-toast.ts';
import { underTerm } from './browser/figure-of.ts';
import { signedInTest } from './browser/journey.ts';
import { looks } from './browser/looks.ts';
import { press } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { typeFast } from './browser/type-fast.ts';
import { freeZips } from './platform/free-zips.ts';
import { aZipWithItsList, subscribeToFreeZips } from './platform/subscribe.ts';
import { aSubscriberToBe, demoAdmin, expectStatus, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

const test = signedInTest(() => demoAdmin(whole))
  /** A subscriber in Mortgages, and their ZIP. */
  .extend('lender', { scope: 'file' }, () => aSubscriberToBe(whole))
  .extend('lent', { scope: 'file', auto: true }, ({ lender }) => aZipWithItsList(lender));

const dialog = (page: Page, name?: string) => page.getByRole('dialog', name === undefined ? {} : { name });
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search ZIP codes' });
const rowOf = (page: Page, zip: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: zip }) });
const available = (page: Page, zip: string) => page.getByRole('switch', { name: `Available: ${zip}` });
const scrapeActive = (page: Page, zip: string) => page.getByRole('switch', { name: `Scrape active: ${zip}` });
const refuse = (message: string) => (route: Route) => route.fulfill({ status: 409, json: { message } });

type Listed = { zipCode: string; state: string; isAvailable: boolean; scrapeActive: boolean; price: number };
type ZipList = { zipCodes: Listed[]; total: number; available: number };

async function listed(admin: User, query: string): Promise<ZipList> {
  return (await expectStatus(admin.call('GET', `/api/admin/zip-codes?${query}`), 200)).json as ZipList;
}

/** Returns the value of this term above the table, once it is known. */
async function fact(page: Page, term: string): Promise<string> {
  return (await underTerm(page, term).filter({ hasText: /\d/ }).textContent()) ?? '';
}

async function find(page: Page, q: string): Promise<void> {
  await page.goto(`/admin?${new URLSearchParams({ q })}`);
  await page
    .getByRole('status')
    .filter({ hasText: `matching "${q}"` })
    .waitFor();
  await page.getByRole('table', { name: 'ZIP codes' }).waitFor();
}

describe('the catalog', () => {
  test('is the first tab, a table of eight columns', async ({ page }) => {
    row('admin/zip-table', 'product/price-15-admin');
    await page.goto('/admin');
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
    await find(page, '90210');
    const cells = await rowOf(page, '90210').getByRole('cell').allTextContents();
    expect(cells.slice(0, 3)).toEqual(['Beverly Hills', 'CA', '$15/month note $25']);
    await page
      .getByText(
        'Every ZIP code is charged at $15/month. The price note is for admins and is charged nowhere.',
      )
      .waitFor();
  });

  test('has 25 rows and five page buttons a page', async ({ page, user: admin }) => {
    row('constant/admin-table');
    // Other journeys add ZIPs elsewhere.
    const { total } = await listed(admin, 'limit=1&search=TX');
    const last = Math.ceil(total / 25);
    await page.goto('/admin?q=TX');
    const numbers = async () =>
      (await page.getByRole('button', { name: /^Page \d+$/ }).allTextContents()).map(Number);
    const firstZip = page.getByRole('rowheader').first();
    await firstZip.waitFor();
    expect(await page.getByRole('rowheader').count()).toBe(25);
    expect(await numbers()).toEqual([1, 2, 3, 4, 5]);
    expect(await page.getByRole('button', { name: 'Previous page' }).isDisabled()).toBe(true);
    const before = await firstZip.textContent();
    await press(page, 'Page 4');
    await page.waitForURL(url => url.searchParams.get('page') === '4');
    await page.getByRole('rowheader', { name: before ?? '' }).waitFor({ state: 'detached' });
    const { zipCodes } = await listed(admin, 'limit=25&page=4&search=TX');
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(zipCodes.map(zip => zip.zipCode));
    expect(await numbers()).toEqual([2, 3, 4, 5, 6]);
    await page.goto(`/admin?q=TX&page=${last}`);
    await page.getByRole('table').waitFor();
    expect(await numbers()).toEqual([4, 3, 2, 1, 0].map(back => last - back));
    expect(await page.getByRole('rowheader').count()).toBe(total - (last - 1) * 25);
    expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true);
  });
});

describe('the search of the catalog', () => {
  test('is done on the server once typing pauses', async ({ page }) => {
    const asked: (string | null)[] = [];
    page.on('request', request => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/admin/zip-codes') asked.push(searchParams.get('search'));
    });
    await page.goto('/admin');
    await page.getByRole('rowheader').first().waitFor();
    await typeFast(searchBox(page), 'beverly');
    await page.waitForURL(url => url.searchParams.get('q') === 'beverly');
    await page.getByRole('status').filter({ hasText: 'matching "beverly"' }).waitFor();
    expect(asked).toEqual([null, 'beverly']);
  });

  /** No other journey has this industry, so none changes the results. */
  const rare = 'Printing/Mailing Provider';

  test.beforeAll(async () => {
    await subscribeToFreeZips(await aSubscriberToBe(whole, rare), 1);
  });

  test.for([
    { by: 'code', q: '9021', matches: (cells: string[]) => cells[0]?.startsWith('9021') },
    { by: 'city', q: 'verly hil', matches: (cells: string[]) => cells[1]?.includes('Beverly Hills') },
    { by: 'state', q: 'ak', matches: (cells: string[]) => cells[2] === 'AK' || /ak/i.test(cells[1] ?? '') },
    { by: 'industry', q: 'printing/mailing', matches: (cells: string[]) => cells[6]?.includes(rare) },
  ])('finds by $by', async ({ q, matches }, { page, user: admin }) => {
    row('admin/zip-table');
    await find(page, q);
    const { total, zipCodes } = await listed(admin, `limit=25&search=${encodeURIComponent(q)}`);
    expect(total).toBeGreaterThan(0);
    await page
      .getByRole('status')
      .filter({ hasText: `${total.toLocaleString('en-US')} ZIP` })
      .waitFor();
    expect(await page.getByRole('rowheader').allTextContents()).toEqual(zipCodes.map(zip => zip.zipCode));
    const rows = await page.locator('tbody tr').all();
    for (const one of rows) expect(matches(await one.locator('th, td').allTextContents())).toBe(true);
    await searchBox(page).fill('no such place');
    await page.getByRole('heading', { name: 'No ZIP codes found' }).waitFor();
    await press(page, 'Clear the search');
    await page.waitForURL('/admin');
    await page.getByRole('rowheader').first().waitFor();
  });

  test('counts 15 dollars for each available ZIP', async ({ page, user: admin }) => {
    row('constant/admin-value-sum');
    const [zip = ''] = (await listed(admin, 'search=9021&limit=25')).zipCodes.map(one => one.zipCode);
    await find(page, '9021');
    const { total, available: on } = await listed(admin, 'search=9021&limit=1');
    expect(total).toBeGreaterThan(3);
    expect(await fact(page, 'Available')).toBe(String(on));
    expect(await fact(page, 'Filtered value')).toBe(`$${on * 15}/month`);
    await available(page, zip).click();
    await expectToast(page, 'ZIP code availability updated', `${zip} is not available.`);
    expect(await fact(page, 'Filtered value')).toBe(`$${(on - 1) * 15}/month`);
    await page.reload();
    await page.getByRole('table').waitFor();
    expect(await fact(page, 'Filtered value')).toBe(`$${(on - 1) * 15}/month`);
    await available(page, zip).click();
    await expectToast(page, 'ZIP code availability updated', `${zip} is available.`);
  });
});

describe('a switch of a ZIP', () => {
  test('is saved by the server', async ({ page, user: admin }) => {
    await find(page, '99501');
    await scrapeActive(page, '99501').click();
    await expectToast(page, 'ZIP code scrape active updated', '99501 is not refreshed daily.');
    expect((await listed(admin, 'search=99501')).zipCodes[0]).toMatchObject({
      scrapeActive: false,
      isAvailable: true,
    });
    await scrapeActive(page, '99501').click();
    await expectToast(page, 'ZIP code scrape active updated', '99501 is refreshed daily.');
    expect((await listed(admin, 'search=99501')).zipCodes[0]).toMatchObject({ scrapeActive: true });
  });

  test('is reset when its call fails', async ({ page, user: admin }) => {
    row('error/admin-zips');
    await find(page, '99502');
    await page.route('**/api/admin/zip-codes/99502/*', refuse('Not today'));
    for (const [control, title] of [
      [available(page, '99502'), 'Failed to update ZIP code availability'],
      [scrapeActive(page, '99502'), 'Failed to update ZIP code scrape active'],
    ] as const) {
      await control.click();
      await expectToast(page, title, 'Not today');
      expect(await control.getAttribute('aria-checked')).toBe('true');
    }
    await page.unroute('**/api/admin/zip-codes/99502/*');
    await page.route('**/api/admin/zip-codes/99502/*', route => route.abort());
    await available(page, '99502').click();
    await expectToast(page, 'Failed to update ZIP code availability');
    expect(await available(page, '99502').getAttribute('aria-checked')).toBe('true');
    expect((await listed(admin, 'search=99502')).zipCodes[0]).toMatchObject({
      isAvailable: true,
      scrapeActive: true,
    });
  });
});

describe('a new ZIP', () => {
  const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Add ZIP Code' }).click();

  test('needs code, city and state', async ({ page, user: admin }) => {
    row('admin/zip-add', 'validation/new-zip-required');
    await page.goto('/admin');
    await press(page, 'Add ZIP Code');
    for (const [label, text] of [
      ['ZIP Code', '00701'],
      ['City', 'Newtown'],
    ] as const) {
      await submit(page);
      await expectToast(page, 'Please fill in all required fields');
      await page.getByRole('button', { name: 'Close toast', includeHidden: true }).dispatchEvent('click');
      await page.locator('[data-sonner-toast]').waitFor({ state: 'detached' });
      await dialog(page).getByLabel(label, { exact: true }).fill(text);
    }
    await submit(page);
    await expectToast(page, 'Please fill in all required fields');
    expect((await listed(admin, 'search=00701')).total).toBe(0);
  });

  test('takes its defaults, and is in the catalog', async ({ page, user: admin }) => {
    row('validation/new-zip-values', 'product/price-25-new-zip');
    await page.goto('/admin');
    await press(page, 'Add ZIP Code');
    const code = dialog(page).getByLabel('ZIP Code', { exact: true });
    const state = dialog(page).getByLabel('State', { exact: true });
    const price = dialog(page).getByLabel('Price', { exact: true });
    expect(await price.inputValue()).toBe('25');
    expect(await dialog(page).getByRole('switch', { name: 'Available' }).isChecked()).toBe(true);
    await dialog(page).getByText('A note for admins, in whole dollars. It is charged nowhere.').waitFor();
    await code.pressSequentially('007021');
    expect(await code.inputValue()).toBe('00702');
    await state.pressSequentially('prx');
    expect(await state.inputValue()).toBe('PR');
    await dialog(page).getByLabel('City', { exact: true }).fill(' Newtown ');
    await price.fill('no number');
    await submit(page);
    await expectToast(page, 'ZIP code created', '00702, Newtown, PR');
    await dialog(page).waitFor({ state: 'hidden' });
    expect((await listed(admin, 'search=00702')).zipCodes).toMatchObject([
      { city: 'Newtown', state: 'PR', price: 0, isAvailable: true },
    ]);
  });

  test("is refused with the server's message if it exists", async ({ page }) => {
    row('error/admin-zips');
    await page.goto('/admin');
    await press(page, 'Add ZIP Code');
    await dialog(page).getByLabel('ZIP Code', { exact: true }).fill('90210');
    await dialog(page).getByLabel('City', { exact: true }).fill('Beverly Hills');
    await dialog(page).getByLabel('State', { exact: true }).fill('ca');
    await submit(page);
    await expectToast(page, 'Failed to create ZIP code', 'ZIP code 90210 is in the catalog already');
    await dialog(page).waitFor();
  });
});

describe('the leads of a ZIP', () => {
  test('are shown 20 a page and searched', async ({ page, user: admin, lent }) => {
    row('admin/zip-leads', 'constant/admin-leads');
    type Leads = { agents: { fullName: string; email: string }[]; total: number };
    const leads = async (query = '') =>
      (await admin.call('GET', `/api/admin/zip-codes/${lent}/leads${query}`)).json as Leads;
    const { agents, total } = await leads();
    expect(total).toBeGreaterThan(20);
    await find(page, lent);
    await press(page, `View Leads of ${lent}`);
    const table = dialog(page, `Leads of ${lent}`).getByRole('table', { name: 'Leads' });
    await table.waitFor();
    expect(await table.getByRole('rowheader').count()).toBe(20);
    await dialog(page).getByText(`${total} leads`, { exact: true }).waitFor();
    expect(await table.getByRole('rowheader').first().textContent()).toContain(agents[0]?.fullName);
    await dialog(page).getByRole('button', { name: 'Page 2' }).click();
    const second = (await leads('?page=2')).agents;
    await table
      .getByRole('rowheader')
      .nth(Math.min(19, second.length - 1))
      .waitFor();
    await until(async () => (await table.textContent())?.includes(second[0]?.email ?? '?'));
    const sought = agents[3]?.email ?? '';
    const { total: found } = await leads(`?search=${encodeURIComponent(sought)}`);
    await dialog(page).getByRole('searchbox', { name: 'Search leads' }).fill(sought);
    await dialog(page)
      .getByText(found === 1 ? '1 lead' : `${found} leads`, { exact: true })
      .waitFor();
    expect(await table.getByRole('rowheader').count()).toBe(found);
    await dialog(page).getByRole('searchbox', { name: 'Search leads' }).fill('nobody at all');
    await dialog(page).getByText('No leads match the search').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe(`View Leads of ${lent}`);
  });

  test('are empty for a free ZIP', async ({ page, lender }) => {
    const [free = ''] = await freeZips(lender, 1);
    await find(page, free);
    await press(page, `View Leads of ${free}`);
    await dialog(page).getByText('No leads yet').waitFor();
  });
});

const search = (page: Page) => dialog(page).getByRole('searchbox', { name: 'Search users' });
const assign = (page: Page) => dialog(page).getByRole('button', { name: 'Assign ZIP Code' }).click();
const option = (page: Page, user: User) => dialog(page).getByRole('radio', { name: new RegExp(user.email) });
const none = (page: Page) => dialog(page).getByText('No active user of a free industry matches.');

describe('the user of an assignment', () => {
  test('is searched among active users of a free industry', async ({ page, user: admin, lender, lent }) => {
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
    await find(page, lent);
    await press(page, `Mortgages: manage ${lent}`);
    await dialog(page, `Manage ${lent}`).getByText(lender.email).waitFor();
    await typeFast(search(page), titled.email);
    await dialog(page).getByText('1 user', { exact: true }).waitFor();
    await option(page, titled).waitFor();
    expect(asked).toEqual(['', titled.email]);
    expect(await dialog(page).getByRole('radio').count()).toBe(1);
    for (const other of [rival, label, suspended]) {
      await search(page).fill(other.email);
      await none(page).waitFor();
    }
  });

  test('must be selected', async ({ page, lent }) => {
    row('validation/assignment-user');
    await find(page, lent);
    await press(page, `Mortgages: manage ${lent}`);
    await assign(page);
    await expectToast(page, 'Please select a user');
    await dialog(page).waitFor();
  });
});

describe('assigning a ZIP', () => {
  test('shows why it failed', async ({ page, user: admin, lent }) => {
    row('error/admin-assignment');
    const user = await aSubscriberToBe(whole, 'Printing/Mailing Provider');
    await find(page, lent);
    await press(page, `Mortgages: manage ${lent}`);
    await search(page).fill(user.email);
    await option(page, user).check();
    await expectStatus(
      admin.call('POST', '/api/admin/assign-zip', { userId: user.id, zipCodeId: lent }),
      200,
    );
    const rival = await aSubscriberToBe(whole, 'Printing/Mailing Provider');
    const refused = { userId: rival.id, zipCodeId: lent };
    // Once the catalog knows the rival.
    await until(async () => (await admin.call('POST', '/api/admin/assign-zip', refused)).status === 409);
    await page.route('**/api/admin/assign-zip', route =>
      route.continue({ postData: JSON.stringify(refused) }),
    );
    await assign(page);
    await expectToast(page, 'Failed to assign ZIP code', `ZIP code ${lent} is no longer available`);
    await page.unroute('**/api/admin/assign-zip');
    await page.route('**/api/admin/assign-zip', route => route.abort());
    await assign(page);
    await expectToast(page, 'Failed to assign ZIP code');
  });

  test('gives the user the ZIP free of charge', async ({ page, browser }) => {
    row('admin/zip-assign');
    const user = await aSubscriberToBe(whole, 'Coach or Trainer');
    const [zip = ''] = await freeZips(user, 1);
    await find(page, zip);
    await press(page, `None: manage ${zip}`);
    await dialog(page).getByText('Nobody. Every industry can have this ZIP code.').waitFor();
    await search(page).fill(user.email);
    await option(page, user).check();
    await assign(page);
    await expectToast(page, 'ZIP code assigned', `ZIP code ${zip} is assigned to Ada Example`);
    await dialog(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: `Coach or Trainer: manage ${zip}` }).click();
    await dialog(page)
      .getByText(/Assigned [A-Z][a-z]{2} \d/)
      .waitFor();
    await until(async () => {
      const { json } = await user.call('GET', '/api/subscriptions');
      return (json as { zipCode: { zipCode: string } }[]).some(one => one.zipCode.zipCode === zip);
    });
    const theirs = await pageOf(browser, user);
    await theirs.goto('/dashboard');
    await theirs.getByText(zip).first().waitFor();
    await theirs.context().close();
  });
});

test('a note on the price is kept, and charged nowhere', async ({ page }) => {
  row('error/admin-zips');
  await find(page, '99503');
  await press(page, 'None: manage 99503');
  const note = dialog(page).getByLabel('Price note');
  await dialog(page).getByText('It is charged nowhere. What is charged is $15/month.').waitFor();
  await note.fill('40');
  await dialog(page).getByRole('button', { name: 'Save Note' }).click();
  await expectToast(page, 'ZIP code price updated', 'The note on 99503 is $40.');
  await page.route('**/api/admin/zip-codes/99503/price', refuse('Not today'));
  await note.fill('50');
  await dialog(page).getByRole('button', { name: 'Save Note' }).click();
  await expectToast(page, 'Failed to update ZIP code price', 'Not today');
  expect(await note.inputValue()).toBe('40');
  await page.keyboard.press('Escape');
  await rowOf(page, '99503').getByText('note $40').waitFor();
});

describe.each(looks)('$at', ({ look }) => {
  test.override('look', look);

  test('the tab and its dialogs are accessible', async ({ page, lender, lent }) => {
    await page.goto(`/admin?q=${lent}`);
    const opened = async (button: string | RegExp, sign: string) => {
      await page.getByRole('button', { name: button }).first().click();
      await page.getByRole('dialog').getByText(sign).first().waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    };
    await page.getByRole('button', { name: `View Leads of ${lent}` }).waitFor();
    await expectAccessible(page);
    await opened('Add ZIP Code', 'It is charged nowhere');
    await opened('Import CSV', 'Required columns');
    await opened(`View Leads of ${lent}`, 'example.com');
    await opened(`Mortgages: manage ${lent}`, lender.email);
  });
});
