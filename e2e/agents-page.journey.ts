import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { dayBefore, everyFact, everyLine, factsOf } from './browser/closing-facts.ts';
import { downloaded } from './browser/downloaded.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInOnOnePage } from './browser/journey.ts';
import { press, shown } from './browser/page-actions.ts';
import { deliverLeads } from './platform/deliver-leads.ts';
import { listColumns } from './platform/list-columns.ts';
import { aZipWithItsList } from './platform/subscribe.ts';
import { aSubscriberToBe } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

const test = signedInOnOnePage(() => aSubscriberToBe(whole)).extend(
  'zip',
  { scope: 'file', auto: true },
  async ({ user }) => {
    const zip = await aZipWithItsList(user);
    await deliverLeads(whole, [
      ...Array.from({ length: 60 }, (_, n) => closing(zip, n)),
      closing(zip, 70, everyFact(zip)),
      closing(zip, 71, { price: 0, soldDate: dayBefore(1) }),
    ]);
    return zip;
  },
);

const closing = (zip: string, n: number, property: object = {}) => ({
  fullName: `Zelda Example ${n}`,
  agentRole: 'Buyer Agent',
  licenseNumber: `ZE-${n}`,
  email: `zelda.${n}@example.com`,
  property: {
    address1: `${n} Elm St`,
    city: 'Kent',
    state: 'WA',
    zip,
    price: 100_000 + n,
    soldDate: dayBefore(9),
    ...property,
  },
});

const cards = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'sold' });
const filter = (page: Page) => page.getByLabel('Sale Date Filter');
const total = (page: Page) =>
  until(async () => {
    const text = await page
      .getByRole('main')
      .getByText(/^[\d,]+ closings?\b/)
      .textContent();
    return Number(/^[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''));
  });

async function propertyOf(page: Page, name: string): Promise<string[][]> {
  await press(page, `View details of ${name}`);
  const facts = await factsOf(page, 'Property');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  return facts;
}

describe('the agents page', () => {
  test('shows fifty cards a page', async ({ page, zip }) => {
    row('agents/cards', 'agents/pages-of-50');
    await page.goto(`/agents/${zip}`);
    const all = await total(page);
    expect(all).toBeGreaterThan(62);
    expect(await cards(page).count()).toBe(50);
    await press(page, /next/i);
    await page.waitForURL(/page=2/);
    await until(async () => (await cards(page).count()) === Math.min(50, all - 50));
  });

  test('filters by sale date and goes back to page one', async ({ page, zip }) => {
    row('agents/date-filter', 'agents/filter-resets-page', 'constant/date-filters', 'agents/back-link');
    await page.goto(`/agents/${zip}?page=2`);
    await filter(page).waitFor();
    expect(
      await filter(page)
        .locator('option')
        .evaluateAll(options => options.map(option => (option as never as { value: string }).value)),
    ).toEqual(['last24hours', 'last7days', 'last30days', 'custom']);
    expect(await filter(page).inputValue()).toBe('last30days');
    expect(await page.getByRole('button', { name: 'Reset to Default' }).count()).toBe(0);
    const asked = page.waitForRequest(/dateFrom=/);
    await filter(page).selectOption('last24hours');
    await page.waitForURL(url => url.search === '?range=last24hours');
    expect(new URL((await asked).url()).searchParams.get('page')).toBe('1');
    await press(page, 'Reset to Default');
    await page.waitForURL(url => url.search === '');
    expect(await filter(page).inputValue()).toBe('last30days');
    const back = page.getByRole('link', { name: 'Back to Dashboard' });
    expect(await back.getAttribute('href')).toBe('/dashboard');
  });
});

describe('the dialog and the file of an agent', () => {
  test('shows every field of a property', async ({ page, zip }) => {
    row('agents/property-dialog');
    await page.goto(`/agents/${zip}?search=Zelda+Example+7`);
    expect(await propertyOf(page, 'Zelda Example 70')).toEqual(everyLine(zip));
    const unknown = Object.fromEntries(await propertyOf(page, 'Zelda Example 71'));
    expect(unknown).toMatchObject({ Price: 'Not disclosed', 'Lot size': 'Not given', 'MLS ID': 'Not given' });
  });

  test('exports the shown closings in 24 columns', async ({ page, zip }) => {
    row('agents/export-list', 'call/agents-csv');
    await page.goto(`/agents/${zip}?search=Zelda+Example+7`);
    const count = await total(page);
    const file = await downloaded(page, () => press(page, 'Export List'));
    await shown(page, `Downloaded ${count} agent records.`);
    expect(file.name).toMatch(new RegExp(`^agents-${zip}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    expect(file.header).toEqual(['Agent Name', 'Agent Role', ...listColumns.slice(1)]);
    expect(file.rows).toHaveLength(count);
    const rowOf = (name: string) => file.rows.find(cells => cells['Agent Name'] === name);
    expect(rowOf('Zelda Example 70')).toMatchObject({
      'Agent Role': 'Buyer Agent',
      'License Number': 'ZE-70',
      'Property ZIP': zip,
      'Sale Price': '221900',
      'Lot Size (acres)': '0.13',
    });
    expect(rowOf('Zelda Example 71')).toMatchObject({ 'Sale Price': '', 'Square Feet': '' });
    await page.goto('/subscriptions');
    const list = await downloaded(page, () => press(page, `Export ${zip}`));
    expect(list.header).toEqual(listColumns);
  });
});

describe('an undisclosed price', () => {
  test('is shown as such on every screen', async ({ page, zip }) => {
    await page.goto(`/agents/${zip}?search=Zelda+Example+71`);
    await cards(page)
      .getByText(/^Not disclosed/)
      .waitFor();
    await page.goto(`/dashboard?zipCode=${zip}&fromDate=${dayBefore(1)}`);
    const cell = page.getByRole('row').filter({ hasText: 'Zelda Example 71' });
    await cell.getByText('Not disclosed', { exact: true }).waitFor();
    await page.goto(`/dashboard?zipCode=${zip}&fromDate=${dayBefore(1)}&maxPrice=10000000`);
    await page.getByRole('row').filter({ hasText: 'Zelda Example 70' }).waitFor();
    expect(await cell.count()).toBe(0);
  });
});
