import { until } from '@closingwire/chassis/testing';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenBrowser, openBrowser } from './browser/open-browser.ts';
import { pageActions } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { freeZips } from './platform/free-zips.ts';
import { aSubscriberToBe, expectStatus, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* Choosing and ordering ZIPs. */

const whole = theWhole();
let browser: OpenBrowser;
let user: User;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  user = await aSubscriberToBe(whole);
});
beforeEach(async () => {
  page = await pageOf(browser, user, whole.url);
  return () => page.context().close();
});
afterAll(() => browser.close());

/** In the order of their names, as the list shows them. */
const fiftyStates = (
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO ' +
  'MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'
).split(' ');

const { visit, press, shown, toasted } = pageActions(() => page, whole.url);
const search = () => page.getByRole('combobox', { name: 'Search ZIP code or city' });
const options = () => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
const card = () =>
  page
    .locator('section, div')
    .filter({ hasText: /^Your Order/ })
    .first();
const rowsShown = () => page.getByRole('main').locator('tbody tr');
const stored = () => page.evaluate<unknown>('JSON.parse(localStorage.getItem("selectedZipCodes"))');

type ListedZip = { id: string; zipCode: string; city: string; state: string };

async function zipOf(code: string): Promise<ListedZip> {
  const { json } = await expectStatus(user.call('GET', `/api/zip-codes?search=${code}`), 200);
  const [zip] = (json as { zipCodes: ListedZip[] }).zipCodes;
  if (!zip) throw new Error(`There is no ZIP ${code}`);
  return zip;
}

/** A page of somebody who has no ZIP yet, so that the order alone is what is counted. */
async function visitAsSomebodyNew(): Promise<void> {
  await page.context().close();
  page = await pageOf(browser, await aSubscriberToBe(whole), whole.url);
}

/** Opens the catalogue with these ZIPs in the order. */
async function visitWith(codes: readonly string[]): Promise<ListedZip[]> {
  const zips = await Promise.all(codes.map(zipOf));
  const items = zips.map(({ id, zipCode, city, state }) => ({ id, zipCode, city, state, quantity: 1 }));
  await visit('/zips');
  await page.evaluate(text => localStorage.setItem('selectedZipCodes', text), JSON.stringify(items));
  await visit('/zips');
  return zips;
}

/** The texts that the catalogue is asked for, as they are sent. */
function searchesSent(): string[] {
  const sent: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname, searchParams } = new URL(request.url());
    const text = searchParams.get('search');
    if (pathname === '/api/zip-codes' && text) sent.push(text);
  });
  return sent;
}

/** Records when the first toast stood on the page. */
const recordToasts = `new MutationObserver(() => {
  if (document.querySelector('[data-sonner-toast]')) globalThis.toastShownAt ??= Date.now();
}).observe(document, { childList: true, subtree: true });`;

describe('the search', () => {
  test('offers the fifty states by their codes', async () => {
    row('zips/states');
    await visit('/zips');
    await search().waitFor();
    const codes = await page
      .getByLabel('State', { exact: true })
      .getByRole('option')
      .evaluateAll(all => all.map(each => each.getAttribute('value')));
    expect(codes).toEqual(['', ...fiftyStates]);
    expect(new Set(fiftyStates).size).toBe(50);
  });

  test('suggests ten ZIPs of the many that match', async () => {
    row('validation/ten-suggestions', 'zips/suggestions');
    await visit('/zips');
    await page.getByLabel('State', { exact: true }).selectOption('CA');
    await search().fill('900');
    await options().first().waitFor();
    const { json } = await user.call('GET', '/api/zip-codes?state=CA&search=900');
    expect((json as { total: number }).total).toBeGreaterThan(10);
    const texts = await options().allTextContents();
    expect(texts).toHaveLength(10);
    expect(texts.every(text => /^900\d\d.*, CA/.test(text))).toBe(true);
  });

  test('leaves out what is ordered or subscribed', async () => {
    row('validation/suggestions-leave-out');
    const [ordered = '', taken = ''] = await freeZips(user, 2);
    await expectStatus(user.call('POST', '/api/subscribe/bulk', { zipCodeIds: [taken] }), 200);
    const [{ state } = { state: '' }] = await visitWith([ordered]);
    for (const code of [ordered, taken]) {
      await page.getByLabel('State', { exact: true }).selectOption(state);
      await search().fill(code);
      await shown(`No ZIP codes found matching "${code}"`);
    }
  });

  test('waits until typing has paused for 150 ms', async () => {
    row('validation/zip-search-debounce');
    await page.clock.install();
    const sent = searchesSent();
    await visit('/zips?state=CA');
    await search().waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    await search().fill('941');
    await page.clock.runFor(140);
    await search().fill('9411');
    await page.clock.runFor(140);
    expect(sent).toEqual([]);
    await page.clock.runFor(20);
    await expect.poll(() => sent).toEqual(['9411']);
  });
});

describe('the list', () => {
  test('grows by fifty ZIPs at a time', async () => {
    row('zips/load-more');
    await visit('/zips?state=CA');
    await shown(/^Showing 50 of [\d,]+$/);
    expect(await rowsShown().count()).toBe(50);
    await press('Load More');
    await shown(/^Showing 100 of [\d,]+$/);
    const codes = await rowsShown().getByRole('rowheader').allTextContents();
    expect(new Set(codes).size).toBe(100);
  });

  test('marks what a rival has as unavailable', async () => {
    row('zips/unavailable');
    const rival = await aSubscriberToBe(whole);
    const [code = ''] = await freeZips(rival, 1);
    await expectStatus(rival.call('POST', '/api/subscribe/bulk', { zipCodeIds: [code] }), 200);
    const { state } = await zipOf(code);
    await visit(`/zips?state=${state}&search=${code}`);
    const line = rowsShown().filter({ hasText: code });
    await line.getByText('Unavailable', { exact: true }).waitFor();
    expect(await line.getByRole('button').count()).toBe(0);
    await search().focus();
    expect(await options().first().getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the order', () => {
  test('is kept by the browser and cleared by success', async () => {
    row('entity/order-item');
    const [code = ''] = await freeZips(user, 1);
    const { id, zipCode, city, state } = await zipOf(code);
    await visit(`/zips?state=${state}&search=${code}`);
    await press(`Add ${code}`);
    expect(await stored()).toEqual([{ id, zipCode, city, state, quantity: 1 }]);
    await page.reload();
    await page.getByRole('button', { name: `Remove ${code} from the order` }).waitFor();
    await press('Start Trial');
    await page.waitForURL(url => url.pathname === '/dashboard');
    expect(await stored()).toBeNull();
  });

  test('adds up to 15 dollars for each ZIP', async () => {
    row('zips/order-card', 'constant/order-total', 'constant/free-for-days');
    await visitAsSomebodyNew();
    const zips = await visitWith(['94110', '94112', '94114']);
    for (const { zipCode, city, state } of zips) {
      const line = page.getByRole('listitem').filter({ hasText: zipCode });
      await line.getByText(`${city}, ${state}`).waitFor();
    }
    await card().getByText('FREE for 14 days').waitFor();
    await card().getByText('After the trial, if you go on with 3 ZIP codes').waitFor();
    await card().getByText('$45/month').waitFor();
    await press('Remove 94112 from the order');
    await card().getByText('After the trial, if you go on with 2 ZIP codes').waitFor();
    await card().getByText('$30/month').waitFor();
  });

  test('costs on the landing page what it costs here', async () => {
    row('product/price-15-landing-and-order');
    await visitAsSomebodyNew();
    await visitWith(['94110']);
    await card().getByText('$15/month').waitFor();
    await page.context().close();
    page = await browser.newPage();
    await visit('/');
    await shown('$15 per month per ZIP code');
  });

  test('leads to the checkout that the reply names', async () => {
    row('state/subscribe-checkout');
    const checkoutUrl = new URL('/contact?paid=elsewhere', whole.url).href;
    await page.route('**/api/subscribe/bulk', route =>
      route.fulfill({ json: { checkoutUrl, success: true, trialUser: false, message: '' } }),
    );
    await visitWith(['94110']);
    await press('Start Trial');
    await page.waitForURL(checkoutUrl);
  });

  test('is confirmed and read again without a checkout', async () => {
    row('state/subscribe-otherwise');
    await page.route('**/api/subscribe/bulk', route =>
      route.fulfill({
        json: { checkoutUrl: null, success: true, trialUser: false, message: 'One ZIP code is yours.' },
      }),
    );
    await visitWith(['94110']);
    const again = page.waitForRequest('**/api/subscriptions');
    await press('Start Trial');
    await toasted('Subscribed', 'One ZIP code is yours.');
    await again;
    expect(await stored()).toBeNull();
    expect(new URL(page.url()).pathname).toBe('/zips');
  });
});

describe('the welcome', () => {
  test('stays for eight seconds and leaves the address', async () => {
    row('zips/welcome', 'constant/toast-seconds');
    await page.clock.install();
    await page.addInitScript(recordToasts);
    for (const [path, title] of [
      ['/zips?welcome=true', 'Welcome to ClosingWire!'],
      ['/dashboard?trial_subscribed=true', 'Trial started'],
    ] as const) {
      await visit(path);
      const toast = page.locator('[data-sonner-toast]').filter({ hasText: title });
      await toast.waitFor();
      await page.waitForURL(url => url.pathname === path.split('?')[0] && url.search === '');
      await until(async () => {
        await page.clock.runFor(200);
        return (await toast.count()) === 0;
      });
      const seconds = await page.evaluate<number>('(Date.now() - toastShownAt) / 1000');
      expect(seconds).toBeGreaterThan(7.9);
      expect(seconds).toBeLessThan(9.9);
    }
  });
});
