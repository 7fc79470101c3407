import { until } from '@closingwire/chassis/testing';
import type { Page, Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInTest } from './browser/journey.ts';
import { press, shown, toasted } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { storedOrder, storeOrder } from './browser/stored-order.ts';
import { freeZips } from './platform/free-zips.ts';
import { aSubscriberToBe, expectStatus, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* Choosing and ordering ZIPs. */

const whole = theWhole();

const test = signedInTest(() => aSubscriberToBe(whole));

/** In the order of the states' names, as in the list. */
const fiftyStates = (
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO ' +
  'MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'
).split(' ');

const search = (page: Page) => page.getByRole('combobox', { name: 'Search ZIP code or city' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
const card = (page: Page) =>
  page
    .locator('section, div')
    .filter({ hasText: /^Your Order/ })
    .first();
const rowsShown = (page: Page) => page.getByRole('main').locator('tbody tr');

type ListedZip = { id: string; zipCode: string; city: string; state: string };

async function zipOf(user: User, code: string): Promise<ListedZip> {
  const { json } = await expectStatus(user.call('GET', `/api/zip-codes?search=${code}`), 200);
  const [zip] = (json as { zipCodes: ListedZip[] }).zipCodes;
  if (!zip) throw new Error(`There is no ZIP ${code}`);
  return zip;
}

/** Opens the catalog with these ZIPs in the order. */
async function visitWith(page: Page, user: User, codes: readonly string[]): Promise<ListedZip[]> {
  const zips = await Promise.all(codes.map(code => zipOf(user, code)));
  const items = zips.map(({ id, zipCode, city, state }) => ({ id, zipCode, city, state, quantity: 1 }));
  await page.goto('/zips');
  await storeOrder(page, items);
  await page.goto('/zips');
  return zips;
}

/** Collects the searches that the page sends. */
function searchesSent(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname, searchParams } = new URL(request.url());
    const text = searchParams.get('search');
    if (pathname === '/api/zip-codes' && text) sent.push(text);
  });
  return sent;
}

/** Records when the first toast appeared. */
const recordToasts = `new MutationObserver(() => {
  if (document.querySelector('[data-sonner-toast]')) globalThis.toastShownAt ??= Date.now();
}).observe(document, { childList: true, subtree: true });`;

describe('the search', () => {
  test('offers the fifty states by their codes', async ({ page }) => {
    row('zips/states');
    await page.goto('/zips');
    await search(page).waitFor();
    const codes = await page
      .getByLabel('State', { exact: true })
      .getByRole('option')
      .evaluateAll(all => all.map(each => each.getAttribute('value')));
    expect(codes).toEqual(['', ...fiftyStates]);
    expect(new Set(fiftyStates).size).toBe(50);
  });

  test('suggests at most ten ZIPs', async ({ page, user }) => {
    row('validation/ten-suggestions', 'zips/suggestions');
    await page.goto('/zips');
    await page.getByLabel('State', { exact: true }).selectOption('CA');
    await search(page).fill('900');
    await options(page).first().waitFor();
    const { json } = await user.call('GET', '/api/zip-codes?state=CA&search=900');
    expect((json as { total: number }).total).toBeGreaterThan(10);
    const texts = await options(page).allTextContents();
    expect(texts).toHaveLength(10);
    expect(texts.every(text => /^900\d\d.*, CA/.test(text))).toBe(true);
  });

  test('leaves out ordered and subscribed ZIPs', async ({ page, user }) => {
    row('validation/suggestions-leave-out');
    const [ordered = '', taken = ''] = await freeZips(user, 2);
    await expectStatus(user.call('POST', '/api/subscribe/bulk', { zipCodeIds: [taken] }), 200);
    const [{ state } = { state: '' }] = await visitWith(page, user, [ordered]);
    for (const code of [ordered, taken]) {
      await page.getByLabel('State', { exact: true }).selectOption(state);
      await search(page).fill(code);
      await shown(page, `No ZIP codes found matching "${code}"`);
    }
  });

  test('runs once typing paused for 150 ms', async ({ page }) => {
    row('validation/zip-search-debounce');
    await page.clock.install();
    const sent = searchesSent(page);
    await page.goto('/zips?state=CA');
    await search(page).waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    await search(page).fill('941');
    await page.clock.runFor(140);
    await search(page).fill('9411');
    await page.clock.runFor(140);
    expect(sent).toEqual([]);
    await page.clock.runFor(20);
    await expect.poll(() => sent).toEqual(['9411']);
  });
});

describe('the list', () => {
  test('grows by fifty ZIPs at a time', async ({ page }) => {
    row('zips/load-more');
    await page.goto('/zips?state=CA');
    await shown(page, /^Showing 50 of [\d,]+$/);
    expect(await rowsShown(page).count()).toBe(50);
    await press(page, 'Load More');
    await shown(page, /^Showing 100 of [\d,]+$/);
    const codes = await rowsShown(page).getByRole('rowheader').allTextContents();
    expect(new Set(codes).size).toBe(100);
  });

  test("marks a rival's ZIP as unavailable", async ({ page, user }) => {
    row('zips/unavailable');
    const rival = await aSubscriberToBe(whole);
    const [code = ''] = await freeZips(rival, 1);
    await expectStatus(rival.call('POST', '/api/subscribe/bulk', { zipCodeIds: [code] }), 200);
    const { state } = await zipOf(user, code);
    await page.goto(`/zips?state=${state}&search=${code}`);
    const line = rowsShown(page).filter({ hasText: code });
    await line.getByText('Unavailable', { exact: true }).waitFor();
    expect(await line.getByRole('button', { name: /^Add / }).count()).toBe(0);
    await search(page).focus();
    expect(await options(page).first().getAttribute('aria-disabled')).toBe('true');
  });
});

test('the list says that own ZIPs could not be loaded, until they are', async ({ page, user }) => {
  row('zips/own-failed');
  const [code = ''] = await freeZips(user, 1);
  await expectStatus(user.call('POST', '/api/subscribe/bulk', { zipCodeIds: [code] }), 200);
  const { state } = await zipOf(user, code);
  await page.route('**/api/subscriptions', route => route.fulfill({ status: 503, body: 'Away' }));
  await page.goto(`/zips?state=${state}&search=${code}`);
  const failure = page.getByRole('status').filter({ hasText: 'Your own ZIP codes could not be loaded' });
  await failure.waitFor();
  await expectAccessible(page);
  await page.unroute('**/api/subscriptions');
  await failure.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Subscribed', { exact: true }).waitFor();
  await failure.waitFor({ state: 'detached' });
});

describe('the order', () => {
  test('is stored by the browser and cleared by success', async ({ page, user }) => {
    row('entity/order-item');
    const [code = ''] = await freeZips(user, 1);
    const { id, zipCode, city, state } = await zipOf(user, code);
    await page.goto(`/zips?state=${state}&search=${code}`);
    await press(page, `Add ${code}`);
    expect(await storedOrder(page)).toEqual([{ id, zipCode, city, state, quantity: 1 }]);
    await page.reload();
    await page.getByRole('button', { name: `Remove ${code} from the order` }).waitFor();
    await press(page, 'Start Trial');
    await page.waitForURL(url => url.pathname === '/dashboard');
    expect(await storedOrder(page)).toBeNull();
  });

  test('adds up to 15 dollars for each ZIP', async ({ browser, user }) => {
    row(
      'zips/order-card',
      'constant/order-total',
      'constant/free-for-days',
      'product/price-15-landing-and-order',
    );
    // Without ZIPs, so that only the order counts.
    const page = await pageOf(browser, await aSubscriberToBe(whole));
    const zips = await visitWith(page, user, ['94110', '94112', '94114']);
    for (const { zipCode, city, state } of zips) {
      const line = page.getByRole('listitem').filter({ hasText: zipCode });
      await line.getByText(`${city}, ${state}`).waitFor();
    }
    await card(page).getByText('After the trial, if you go on with 3 ZIP codes').waitFor();
    // One for each ZIP, one for the total.
    expect(await card(page).getByText('FREE for 14 days', { exact: true }).count()).toBe(4);
    await card(page).getByText('$45/month').waitFor();
    await press(page, 'Remove 94112 from the order');
    await card(page).getByText('After the trial, if you go on with 2 ZIP codes').waitFor();
    await card(page).getByText('$30/month').waitFor();
    const visitor = await browser.newPage();
    await visitor.goto('/');
    await shown(visitor, '$15 per month per ZIP code');
  });

  test('without a checkout is confirmed, and reloads subscriptions', async ({ page, user }) => {
    row('state/subscribe-otherwise');
    await page.route('**/api/subscribe/bulk', route =>
      route.fulfill({
        json: { checkoutUrl: null, success: true, trialUser: false, message: 'One ZIP code is yours.' },
      }),
    );
    await visitWith(page, user, ['94110']);
    const again = page.waitForRequest('**/api/subscriptions');
    await press(page, 'Start Trial');
    await toasted(page, 'Subscribed', 'One ZIP code is yours.');
    await again;
    expect(await storedOrder(page)).toBeNull();
    expect(new URL(page.url()).pathname).toBe('/zips');
  });
});

describe('the welcome', () => {
  test('is shown for eight seconds and removed from the URL', async ({ page }) => {
    row('zips/welcome', 'constant/toast-seconds');
    await page.clock.install();
    await page.addInitScript(recordToasts);
    for (const [path, title] of [
      ['/zips?welcome=true', 'Welcome to ClosingWire!'],
      ['/dashboard?trial_subscribed=true', 'Trial started'],
    ] as const) {
      await page.goto(path);
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
