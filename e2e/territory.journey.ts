import type { Zip, ZipArea } from '@closingwire/contracts/catalog';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { expectToast } from './browser/expect-toast.ts';
import { signedInTest } from './browser/journey.ts';
import { press, shown } from './browser/page-actions.ts';
import { freeZips } from './platform/free-zips.ts';
import { aSubscriberToBe, expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* Many ZIPs at once: pasted, checked, and put into the order. */

const whole = theWhole();
const test = signedInTest(() => aSubscriberToBe(whole));

async function checkCodes(page: Page, text: string): Promise<void> {
  await page.goto('/zips');
  await press(page, 'Paste ZIP Codes');
  await page.getByRole('textbox', { name: 'ZIP codes' }).fill(text);
  await press(page, 'Check the codes');
}

test('two presses put 40 pasted ZIPs into the order', async ({ page, user }) => {
  row('zips/paste');
  const zips = await freeZips(user, 40);
  await page.goto('/zips');
  await press(page, 'Paste ZIP Codes');
  await page
    .getByRole('textbox', { name: 'ZIP codes' })
    .fill(`${zips.join(', ')}, 00000, Kent, ${zips[0]}-1234`);
  await expectAccessible(page);
  await press(page, 'Check the codes');
  await shown(page, '1 unknown');
  await shown(page, 'Expected 5 digits, such as 98030 or 98030-1234.');
  await shown(page, '1 repeated; each counts once.');
  await page.getByText(/ and 32 more$/).click();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Free: all codes' }).inputValue())
    .toBe(zips.join(', '));
  await expectAccessible(page);
  await press(page, 'Add 40 free');
  await expectToast(page, '40 ZIP codes added to your order');
  for (const zip of [zips[0], zips[39]])
    await page.getByRole('button', { name: `Remove ${zip} from the order` }).waitFor();
});

test('a text without codes says what was expected and received', async ({ page }) => {
  row('zips/paste');
  await page.goto('/zips');
  await press(page, 'Paste ZIP Codes');
  await page.getByRole('textbox', { name: 'ZIP codes' }).fill('all of Kent');
  await press(page, 'Check the codes');
  await shown(page, "Expected ZIP codes of 5 digits; got 'all'.");
  await expectAccessible(page);
});

test('a chosen file may be UTF-16; a workbook leaves the text alone', async ({ page }) => {
  row('zips/paste');
  await page.goto('/zips');
  await press(page, 'Paste ZIP Codes');
  const box = page.getByRole('textbox', { name: 'ZIP codes' });
  await box.fill('78701');
  const file = page.getByLabel('Choose a text or CSV file');
  const choose = (name: string, buffer: Buffer) =>
    file.setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await choose('zips.xlsx', Buffer.from('PK\u0003\u0004'));
  await shown(page, /Save the sheet as CSV/);
  expect(await box.inputValue()).toBe('78701');
  await choose('zips.txt', Buffer.from('\ufeffZIP\tCity\r\n00000\tNowhere\r\n', 'utf16le'));
  await shown(page, '1 unknown');
});

describe('the search', () => {
  test('adds all free ZIPs around a place by one press, and none by Enter', async ({ page, user }) => {
    row('zips/areas');
    const search = 'within 4 miles of 73102';
    const { json } = await expectStatus(
      user.call('GET', `/api/zip-codes/area?state=OK&search=${encodeURIComponent(search)}`),
      200,
    );
    const { zipCodes } = json as ZipArea;
    const free = zipCodes.filter(({ standing, kind }) => standing === 'free' && kind === 'standard');
    expect(free.length).toBeGreaterThan(3);
    await page.goto('/zips?state=OK');
    const box = page.getByRole('combobox', { name: 'Search ZIP code or city' });
    await box.fill(search);
    await shown(page, new RegExp(`^found, ${free.length} free to add`));
    await box.press('Enter');
    expect(await page.getByRole('button', { name: /from the order$/ }).count()).toBe(0);
    await expectAccessible(page);
    await press(page, `Add all ${free.length} free`);
    for (const { zipCode } of free) {
      await page.getByRole('button', { name: `Remove ${zipCode} from the order` }).waitFor();
    }
    await shown(page, /^found, none to add/);
  });

  test('takes cities with their state, and leads on to the county', async ({ page }) => {
    row('zips/areas');
    await page.goto('/zips?state=OK');
    const box = page.getByRole('combobox', { name: 'Search ZIP code or city' });
    await box.fill('Bend, OR');
    await expect.poll(() => page.getByLabel('State', { exact: true }).inputValue()).toBe('OR');
    await box.press('Escape');
    await page.getByRole('button', { name: /^Deschutes County/ }).click();
    await expect.poll(() => box.inputValue()).toBe('Deschutes County');
    await page.getByRole('row').filter({ hasText: 'Redmond' }).first().waitFor();
    await page.waitForURL(url => url.searchParams.get('search') === 'Deschutes County');
    await page.reload();
    await expect.poll(() => box.inputValue()).toBe('Deschutes County');
  });
});

describe('a search for a place', () => {
  test('leads to Washington, which no entry of the states has', async ({ page }) => {
    row('zips/areas');
    await page.goto('/zips?state=MD');
    const box = page.getByRole('combobox', { name: 'Search ZIP code or city' });
    await box.fill('Washington, DC');
    const state = page.getByLabel('State', { exact: true });
    await expect.poll(() => state.inputValue()).toBe('DC');
    await box.press('Escape');
    await page.getByRole('row').filter({ hasText: '20001' }).waitFor();
    await page.getByRole('button', { name: 'Map of District of Columbia' }).waitFor();
    await state.selectOption('TX');
    expect(await state.getByRole('option').count()).toBe(51);
  });

  test('marks codes without homes in suggestions, on the map and in the order', async ({ page, user }) => {
    row('zips/areas');
    const { json } = await expectStatus(
      user.call('GET', '/api/zip-codes?state=TX&search=Austin&limit=200'),
      200,
    );
    const { zipCodes } = json as { zipCodes: Zip[] };
    const code = zipCodes.find(zip => zip.kind === 'unique' && zip.isAvailable)?.zipCode ?? 'none';
    await page.goto('/zips?state=TX');
    const box = page.getByRole('combobox', { name: 'Search ZIP code or city' });
    await box.fill('Austin');
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
    await options.first().waitFor();
    expect(await options.first().textContent()).toMatch(/^78701/);
    await box.fill(code);
    await options.filter({ hasText: 'One organization' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`${code}.*One organization`) })
      .waitFor();
    await page.getByRole('list', { name: 'Legend' }).getByText('Free, few or no homes').waitFor();
    await expectAccessible(page);
  });

  test('leads to a county that no city is named like', async ({ page }) => {
    row('zips/areas');
    await page.goto('/zips?state=TX');
    const box = page.getByRole('combobox', { name: 'Search ZIP code or city' });
    await box.fill('Travis');
    await box.press('Escape');
    await page.getByRole('button', { name: /^Travis County/ }).click();
    await page.getByRole('row').filter({ hasText: '78701' }).waitFor();
  });
});

describe('on a phone', () => {
  test.override('look', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('a bar keeps the order in view and leads to it', async ({ page, user }) => {
    row('zips/order-bar');
    const zips = await freeZips(user, 3);
    await checkCodes(page, zips.join(' '));
    await press(page, 'Add 3 free');
    const bar = page.getByRole('link', { name: /^\d+ ZIP codes · / });
    const box = await bar.boundingBox();
    expect(box && box.y + box.height).toBeLessThanOrEqual(844);
    await bar.click();
    await page.getByRole('heading', { name: 'Your Order' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#order');
    // At the end of the page the bar covers nothing: a covered button would be a small one.
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await expectAccessible(page);
  });

  test('one press shortens an order that a trial cannot hold', async ({ page, user }) => {
    row('zips/order-bar');
    const zips = await freeZips(user, 30);
    await checkCodes(page, zips.join(' '));
    await press(page, 'Add 30 free');
    await page.getByRole('link', { name: '30 ZIP codes · a trial holds 25' }).click();
    await shown(page, 'A trial holds at most 25 ZIP codes');
    expect(await page.getByRole('button', { name: 'Start Trial' }).isDisabled()).toBe(true);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await expectAccessible(page);
    await press(page, 'Keep the first 25');
    await page.getByRole('link', { name: '25 ZIP codes · Start Trial' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Start Trial' }).isEnabled()).toBe(true);
    expect(await page.getByRole('button', { name: `Remove ${zips[25]} from the order` }).count()).toBe(0);
    await page.getByRole('button', { name: `Remove ${zips[24]} from the order` }).waitFor();
  });
});
