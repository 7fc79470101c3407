import { readFile } from 'node:fs/promises';
import { newId } from '@closingwire/chassis/ids';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { dayBefore } from './browser/closing-facts.ts';
import { downloaded } from './browser/downloaded.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { subscriberTest } from './browser/journey.ts';
import { press, toasted } from './browser/page-actions.ts';
import { deliverLeads } from './platform/deliver-leads.ts';
import { aZipWithItsList } from './platform/subscribe.ts';
import { expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

const leadOf = (zip: string, fullName: string, n: number) => ({
  fullName,
  email: `${fullName.toLowerCase().replace(' ', '.')}@example.com`,
  property: {
    address1: `${n} Birch St`,
    city: 'Kent',
    state: 'WA',
    zip,
    soldDate: dayBefore(1),
    price: 500_000,
  },
});

const test = subscriberTest(zip => [
  leadOf(zip, 'Fay Files', 1),
  leadOf(zip, 'Fay Files', 2),
  leadOf(zip, 'Gil Goods', 3),
]);

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'More files' });

async function openDialog(page: Page, zip: string): Promise<void> {
  await page.goto(`/dashboard?zipCode=${zip}`);
  // The button loads when the list is in view.
  await page.getByRole('button', { name: 'Export CSV' }).scrollIntoViewIfNeeded();
  await press(page, 'More files');
  await dialogOf(page).getByRole('heading', { name: 'Past exports' }).waitFor();
}

/** Returns the free pixels between two buttons, on the wider of both axes. */
async function spaceBetween(page: Page, one: string, other: string): Promise<number> {
  const boxOf = (name: string) => page.getByRole('button', { name }).boundingBox();
  const [a, b] = [await boxOf(one), await boxOf(other)];
  if (!a || !b) throw new Error('Expected two buttons');
  return Math.max(b.x - a.x - a.width, a.x - b.x - b.width, b.y - a.y - a.height, a.y - b.y - b.height);
}

async function isUncovered(button: Locator, other: Locator): Promise<boolean> {
  const [box, toast] = [await button.boundingBox(), await other.boundingBox()];
  if (!box || !toast) throw new Error('Expected a button and a toast');
  const isBeside = box.x + box.width <= toast.x || toast.x + toast.width <= box.x;
  return isBeside || box.y + box.height <= toast.y || toast.y + toast.height <= box.y;
}

describe('files', () => {
  test('for a CRM take one press once chosen, and can be downloaded again', async ({ page, zip }) => {
    await openDialog(page, zip);
    await expectAccessible(page);
    await page.getByLabel('Made for').selectOption('hubspot');
    const first = await downloaded(page, () => press(page, 'Download file'));
    expect(first.name).toMatch(/^closingwire-hubspot-.*\.csv$/);
    expect(first.header.slice(0, 4)).toEqual(['First Name', 'Last Name', 'Email', 'Mobile Phone Number']);
    const emails = first.rows
      .map(({ Email }) => Email)
      .filter(email => email?.endsWith('.files@example.com'));
    expect(emails).toEqual(['fay.files@example.com']);
    await toasted(page, 'Export Complete');
    const past = dialogOf(page).getByRole('button', { name: 'Download again' }).first();
    const again = await downloaded(page, () => past.click());
    expect(again).toEqual(first);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await page.getByRole('button', { name: 'Export CSV' }).scrollIntoViewIfNeeded();
    expect(await spaceBetween(page, 'Export for HubSpot', 'More files')).toBeGreaterThanOrEqual(8);
    const repeated = await downloaded(page, () => press(page, 'Export for HubSpot'));
    expect(repeated).toEqual(first);
  });

  test('of new agents have none twice, and can be workbooks', async ({ page, zip }) => {
    row('today/choice-kept');
    await openDialog(page, zip);
    await page.getByLabel('Made for').selectOption('full');
    await page.getByLabel('Format').selectOption('xlsx');
    const [workbook] = await Promise.all([page.waitForEvent('download'), press(page, 'Download file')]);
    expect(workbook.suggestedFilename()).toMatch(/\.xlsx$/);
    expect((await readFile(await workbook.path())).subarray(0, 2).toString()).toBe('PK');
    const button = dialogOf(page).getByRole('button', { name: 'Download file' });
    await page.getByRole('switch', { name: 'Only agents who are new to you' }).click();
    await dialogOf(page)
      .getByText(/agents were in earlier exports. Turn off “Only agents who are new to you”/)
      .waitFor();
    expect(await button.isDisabled()).toBe(true);
    await dialogOf(page)
      .getByText(/^It leaves out \d+ agents now: \d+ from the full file of /)
      .waitFor();
    await expectAccessible(page);
    // It is kept without a download, which is impossible now.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Full file as XLSX, only new' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Export CSV' }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Full file as XLSX, only new' }).waitFor();
  });
});

describe('files beside their toast', () => {
  test.for([
    [1280, 800],
    [390, 844],
  ] as const)('are made with a toast beside the button, %d wide', async ([width, height], { page, zip }) => {
    row('today/file-without-rows');
    await page.setViewportSize({ width, height });
    await openDialog(page, zip);
    await page.getByLabel('Made for').selectOption('hubspot');
    await page.getByLabel('Format').selectOption('csv');
    const isNew = page.getByRole('switch', { name: 'Only agents who are new to you' });
    await isNew.setChecked(false);
    await downloaded(page, () => press(page, 'Download file'));
    await toasted(page, 'Export Complete');
    const button = dialogOf(page).getByRole('button', { name: 'Download file' });
    // The toast slides in.
    await expect.poll(() => isUncovered(button, page.locator('[data-sonner-toast]'))).toBe(true);
    await isNew.setChecked(true);
    await dialogOf(page)
      .getByText(/in earlier exports. Turn off/)
      .waitFor();
    expect(await button.isDisabled()).toBe(true);
  });
});

describe('files of several ZIPs', () => {
  test('have the rows that the dialog says, and can be of a view', async ({ page, user, zip }) => {
    const other = await aZipWithItsList(user);
    await deliverLeads(whole, [leadOf(other, 'Ned Newport', 4)]);
    const view = { name: 'Client A', sort: 'reason', search: 'Ned', zips: [other], isStart: false };
    const id = newId();
    await expectStatus(user.call('PUT', `/api/user/views/${id}`, { ...view, id }), 200);
    await openDialog(page, zip);
    const dialog = dialogOf(page);
    // The choice of the test before may still hold.
    await dialog.getByLabel('Made for').selectOption('hubspot');
    await dialog.getByLabel('Format').selectOption('csv');
    await dialog.getByRole('switch', { name: 'Only agents who are new to you' }).setChecked(false);
    const rowsShown = async () => {
      const text = await dialog.getByText(/^This file has/).textContent();
      return Number(/[\d,]+/.exec(text ?? '')?.[0].replace(',', ''));
    };
    await dialog.getByRole('checkbox', { name: other }).check();
    await page.waitForURL(/zips=/);
    await dialog.getByLabel('Closings of').selectOption('View: Client A');
    await page.waitForURL(/of=Client/);
    await expect.poll(rowsShown).toBe(1);
    await dialog.getByRole('switch', { name: 'Only agents who are new to you' }).check();
    expect(await dialog.getByLabel('Compared with').inputValue()).toBe('same');
    await dialog.getByText(/earlier exports for HubSpot of the view “Client A” held/).waitFor();
    await expectAccessible(page);
    const file = await downloaded(page, () => press(page, 'Download file'));
    expect(file.rows.map(row => row['Last Name'])).toEqual(['Newport']);
    await dialog
      .getByText(/^1 agent/)
      .or(dialog.getByText(/: 1 agent$/))
      .first()
      .waitFor();
    await dialog.getByText(/view Client A, .*ZIPs/).waitFor();
    await dialog.getByText(/^The only agent was in earlier exports/).waitFor();
    await dialog.getByLabel('Made for').selectOption('labels');
    await dialog.getByText('No agent with a full office address matches your filters.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export for Mail merge labels, only new' }).waitFor();
    await page.getByRole('table', { name: 'Recent closings' }).getByText('Ned Newport').waitFor();
    await press(page, 'View: Client A');
    await page.getByLabel('Closings of').selectOption('All ZIPs');
    await page.waitForURL(url => !url.search.includes('of='));
    // The choice of the view is not that of the account.
    await page.getByRole('button', { name: 'Export for HubSpot', exact: true }).waitFor();
  });
});

describe('files of views', () => {
  const kindIn = (page: Page) => dialogOf(page).getByLabel('Made for');
  const closingsOf = (page: Page) => dialogOf(page).getByLabel('Closings of');

  test('have their own choices, and the ZIPs that are stored', async ({ page, user, zip }) => {
    row('today/choice-kept');
    const other = await aZipWithItsList(user);
    await deliverLeads(whole, [leadOf(other, 'Ora Other', 5)]);
    const save = async (id: string, name: string, zips: string[]) => {
      const view = { id, name, sort: 'reason', search: 'O', zips, isStart: false };
      await expectStatus(user.call('PUT', `/api/user/views/${id}`, view), 200);
    };
    const first = newId();
    await save(first, 'Client M', [zip]);
    await save(newId(), 'Client N', [other]);
    await openDialog(page, zip);
    await kindIn(page).selectOption('hubspot');
    await page.getByRole('switch', { name: 'Only agents who are new to you' }).setChecked(false);
    await closingsOf(page).selectOption('View: Client M');
    await page.waitForURL(/of=Client/);
    await kindIn(page).selectOption('mailchimp');
    await closingsOf(page).selectOption('View: Client N');
    await expect.poll(() => kindIn(page).inputValue()).toBe('hubspot');
    await closingsOf(page).selectOption('View: Client M');
    await expect.poll(() => kindIn(page).inputValue()).toBe('mailchimp');
    await dialogOf(page)
      .getByText(/^This file has/)
      .waitFor();
    // Another tab changes the view.
    await save(first, 'Client M', [other]);
    await press(page, 'Download file');
    await toasted(page, 'Export Failed');
    const file = await downloaded(page, () => press(page, 'Download file'));
    expect(file.rows.map(each => each['Last Name'])).toContain('Other');
  });

  test('are of the view that Today shows, which the button names', async ({ page, user, zip }) => {
    row('today/files-of-view');
    await aZipWithItsList(user);
    const id = newId();
    const view = { id, name: 'Client T', sort: 'reason', search: 'Fay Files', zips: [zip], isStart: false };
    await expectStatus(user.call('PUT', `/api/user/views/${id}`, view), 200);
    await expectStatus(user.call('PUT', '/api/user/file-choice', { preset: 'hubspot' }), 200);
    await page.goto('/dashboard?view=Client+T');
    await page.getByRole('button', { name: 'Export CSV' }).scrollIntoViewIfNeeded();
    const file = await downloaded(page, () => press(page, 'Export for HubSpot: Client T'));
    expect(file.rows.map(each => each['First Name'])).toEqual(['Fay']);
    await press(page, 'More files');
    expect(await closingsOf(page).inputValue()).toBe('view Client T');
    await dialogOf(page).getByText('This file has 1 row now.').waitFor();
    await closingsOf(page).selectOption('All ZIPs');
    await dialogOf(page)
      .getByText(/^This file has (?!1 row)/)
      .waitFor();
    expect(await closingsOf(page).inputValue()).toBe('all');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export for HubSpot', exact: true }).waitFor();
  });
});

describe('own lists', () => {
  test('leave their agents out until they are removed', async ({ page, zip }) => {
    await page.goto(`/dashboard?zipCode=${zip}`);
    const gil = page.getByRole('table', { name: 'Recent closings' }).getByText('Gil Goods');
    await gil.waitFor();
    await page.getByRole('heading', { name: 'These Closings at a Glance' }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Add list' }).first().click();
    await page.getByLabel('Or paste the contacts, one a line').fill('gil.goods@example.com\nnothing');
    await press(page, 'Save list');
    await toasted(page, 'List saved', 'It has 1 contact.');
    await page.getByText('1 line was not read').waitFor();
    await page.getByText(/It leaves out 1 agent in your ZIP codes/).waitFor();
    await gil.waitFor({ state: 'detached' });
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    expect(await focused()).toBe('Replace list');
    expect(
      await page
        .getByRole('status')
        .filter({ has: page.locator('time') })
        .count(),
    ).toBe(0);
    await press(page, 'Remove list');
    await page.getByRole('dialog', { name: "Remove 'My customers'?" }).waitFor();
    await press(page, 'Remove');
    await toasted(page, 'List removed');
    await expect.poll(focused).toBe('Add list');
    await gil.waitFor();
  });
});
