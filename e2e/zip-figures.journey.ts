import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { dayBefore } from './browser/closing-facts.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInTest } from './browser/journey.ts';
import { recordLayoutShifts } from './browser/layout-shifts.ts';
import { looks } from './browser/looks.ts';
import { press, shown } from './browser/page-actions.ts';
import { deliverLeads } from './platform/deliver-leads.ts';
import { freeZips } from './platform/free-zips.ts';
import { aZipWithItsList } from './platform/subscribe.ts';
import { aSubscriberToBe, expectStatus, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* A user sees what a ZIP is worth before the order, and what is exclusive after it. */

const whole = theWhole();

const PATIENT = { timeout: 20_000 };

type ListedZip = { zipCode: string; state: string; isAvailable: boolean; kind: string };

async function listed(user: User, query: string): Promise<ListedZip[]> {
  const { json } = await expectStatus(user.call('GET', `/api/zip-codes?limit=200&${query}`), 200);
  return (json as { zipCodes: ListedZip[] }).zipCodes;
}

/** Three closings of two agents, one of them older than a week. */
const closingsIn = (zip: string) =>
  [1, 2, 20].map(days => ({
    fullName: days === 2 ? 'Figaro Two' : 'Figaro One',
    licenseNumber: `FG-${zip}-${days === 2 ? 2 : 1}`,
    ...(days !== 2 && { email: 'figaro@example.com' }),
    mobile: '206-555-0188',
    property: { address1: `${days} Figure St`, city: 'Kent', state: 'WA', zip, soldDate: dayBefore(days) },
  }));

const test = signedInTest(() => aSubscriberToBe(whole))
  .extend('zips', { scope: 'file' }, async ({ user }) => {
    const [busy = '', quiet = ''] = await freeZips(user, 2);
    await deliverLeads(whole, closingsIn(busy));
    const [{ state } = { state: '' }] = await listed(user, `search=${busy}`);
    return { busy, quiet, state };
  })
  .extend('ownZip', { scope: 'file' }, ({ user }) => aZipWithItsList(user));

const rowOf = (page: Page, zip: string) => page.locator('tbody tr').filter({ hasText: zip });
const search = (state: string, zip: string) => `/zips?state=${state}&search=${zip}`;

test('the catalog shows the figures of a ZIP with closings, and none without', async ({ page, zips }) => {
  row('beyond/zip-figures');
  await page.goto(search(zips.state, zips.busy));
  const line = rowOf(page, zips.busy).getByText(/2 closings in 7 days · 3 in 30 · 50% with email/);
  await line.waitFor();
  expect(await line.textContent()).toMatch(
    / · 100% with mobile · 2 agents in 30 days · last delivered [A-Z][a-z]{2} \d+$/,
  );
  await page.goto(search(zips.state, zips.quiet));
  await rowOf(page, zips.quiet).getByText('No closings known yet', { exact: true }).waitFor();
});

test('a page of 50 ZIPs asks once, and its rows do not move', async ({ page, zips }) => {
  const asked: string[] = [];
  const reply = Promise.withResolvers<void>();
  await page.route('**/api/zips/figures?*', async route => {
    asked.push(new URL(route.request().url()).searchParams.get('zips') ?? '');
    await reply.promise;
    await route.continue();
  });
  // The map above the list loads too.
  await page.addInitScript("localStorage.setItem('catalogMapHidden', 'true')");
  const shiftOf = await recordLayoutShifts(page);
  await page.goto(`/zips?state=${zips.state}`);
  await shown(page, /^Showing 50 of/);
  await expect.poll(() => asked.length, PATIENT).toBe(1);
  const before = await shiftOf();
  reply.resolve();
  await page.locator('tbody').getByText('No closings known yet').first().waitFor();
  expect(await shiftOf()).toBe(before);
  expect(asked.map(list => list.split(',').length)).toEqual([50]);
  await press(page, 'Load More');
  await shown(page, /^Showing 100 of/);
  await expect.poll(() => asked.length, PATIENT).toBe(2);
});

test('figures that fail are reported once and load again', async ({ page, zips, browser }) => {
  const known = browser.faults.length;
  await page.route('**/api/zips/figures?*', route => route.abort());
  await page.goto(`/zips?state=${zips.state}`);
  await shown(page, 'Figures could not be loaded.');
  expect(await page.getByText('Figures could not be loaded.').count()).toBe(1);
  await expectAccessible(page);
  await page.unroute('**/api/zips/figures?*');
  await press(page, 'Load figures again');
  await page.locator('tbody').getByText('No closings known yet').first().waitFor();
  expect(await page.getByText('Figures could not be loaded.').count()).toBe(0);
  (browser.faults as string[]).splice(known);
});

test('the order has the total of its ZIPs', async ({ page, zips }) => {
  row('beyond/zip-figures');
  await page.goto(search(zips.state, zips.busy));
  await press(page, `Add ${zips.busy}`);
  const card = page.locator('#order');
  await card.getByText('2 closings in 7 days', { exact: true }).waitFor();
  await page.goto(search(zips.state, zips.quiet));
  await press(page, `Add ${zips.quiet}`);
  await card.getByText('1 of 2 ZIP codes without known closings yet').waitFor();
});

test('a pasted code for PO boxes is left to the user', async ({ page, user, zips }) => {
  row('beyond/zip-kinds');
  const isFree = (zip: ListedZip) => zip.isAvailable && zip.kind === 'po_box';
  const box = (await listed(user, `state=${zips.state}`)).find(isFree)?.zipCode ?? '';
  await page.goto('/zips');
  await press(page, 'Paste ZIP Codes');
  await page.getByRole('textbox', { name: 'ZIP codes' }).fill(`${box} ${zips.busy}`);
  await press(page, 'Check the codes');
  await shown(page, '1 with few or no homes');
  await shown(page, 'They are for PO boxes or one organization. Add them one by one if you want them.');
  await expectAccessible(page);
  await press(page, 'Add 1 free');
  await page.getByRole('button', { name: `Remove ${zips.busy} from the order` }).waitFor();
  expect(await page.getByRole('button', { name: `Remove ${box} from the order` }).count()).toBe(0);

  await page.goto(search(zips.state, box));
  const hint = page.getByText('This ZIP code is for PO boxes alone, so few homes or none have it.').first();
  await until(async () => {
    await rowOf(page, box).getByRole('button', { name: 'PO boxes' }).click();
    // Rows that move while the page loads leave the pointer, which closes the hint.
    return await hint.isVisible();
  });
  await press(page, `Add ${box}`);
  await page.getByRole('button', { name: `Remove ${box} from the order` }).waitFor();
});

test('an own ZIP shows since when it is exclusive', async ({ page, ownZip }) => {
  row('beyond/own-claims');
  await page.goto('/subscriptions');
  const since = rowOf(page, ownZip).getByRole('button', {
    name: /^Only yours since [A-Z][a-z]{2} \d+, \d{4}$/,
  });
  await since.click();
  await shown(page, /as the only company here of the industry 'Mortgages'\. An agent may also close in/);
  await shown(page, "Each ZIP code goes to one company of an industry; these are yours in 'Mortgages'.");
});

/** Returns whether the figures are below the row's button, in the row and on the screen. */
async function isInPlace(page: Page, zip: string): Promise<boolean> {
  const parts = [
    rowOf(page, zip).getByText(/2 closings in 7 days · 3 in 30/),
    page.getByRole('button', { name: `Add ${zip}` }),
    rowOf(page, zip),
  ];
  const [figures, button, frame] = await Promise.all(parts.map(part => part.boundingBox()));
  if (!figures || !button || !frame) return false;
  return (
    figures.y >= button.y + button.height &&
    figures.y + figures.height <= frame.y + frame.height &&
    figures.x + figures.width <= frame.x + frame.width
  );
}

describe.each(looks)('$at', ({ look }) => {
  test.override('look', look);

  test('figures and exclusivity are accessible and cover nothing', async ({ page, zips, ownZip }) => {
    await page.goto(search(zips.state, zips.busy));
    // The map above the list may still move it.
    await expect.poll(() => isInPlace(page, zips.busy), PATIENT).toBe(true);
    await expectAccessible(page);
    await page.goto('/subscriptions');
    // A card on a phone.
    await rowOf(page, ownZip)
      .or(page.getByRole('listitem').filter({ hasText: ownZip }))
      .getByText(/^Only yours since/)
      .waitFor();
    await expectAccessible(page);
  });
});
