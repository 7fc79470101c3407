import type { Closing } from '@closingwire/contracts/lead';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { dayBefore, everyFact, everyLine, factsOf, writtenDay } from './browser/closing-facts.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInTest } from './browser/journey.ts';
import { press } from './browser/page-actions.ts';
import { deliverLeads } from './platform/deliver-leads.ts';
import { aZipWithItsList } from './platform/subscribe.ts';
import { aSubscriberToBe, expectStatus, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

const test = signedInTest(() => aSubscriberToBe(whole)).extend(
  'zip',
  { scope: 'file', auto: true },
  async ({ user }) => {
    const zip = await aZipWithItsList(user);
    await deliverLeads(whole, [withEveryField(zip), ...[2, 3, 4, 5, 6].map(days => soldBefore(zip, days))]);
    return zip;
  },
);

const soldBefore = (zip: string, days: number) => ({
  fullName: `Dora Example ${days}`,
  property: {
    address1: `${days} Oak St`,
    city: 'Kent',
    state: 'WA',
    zip,
    soldDate: dayBefore(days),
  },
});

/** Every field that a source can send, each with its own value. */
const withEveryField = (zip: string) => ({
  fullName: 'Edna Example',
  agentRole: 'Buyer Agent',
  licenseNumber: 'EE-77',
  email: 'edna@example.com',
  mobile: '206-555-0101',
  phone: '206-555-0102',
  websiteUrl: 'https://www.example.com/edna',
  brokerageName: 'Example & Co.',
  teamName: 'Team Edna',
  officeAddress: '9 Office Park, Renton',
  city: 'Renton',
  state: 'OR',
  facebookUrl: 'https://facebook.example.com/edna',
  linkedinUrl: 'https://linkedin.example.com/in/edna',
  property: everyFact(zip),
});

const tableRows = (page: Page) => page.getByRole('table', { name: 'Recent closings' }).locator('tbody tr');

async function openEdna(page: Page, zip: string): Promise<void> {
  await page.goto(`/dashboard?zipCode=${zip}&propertyType=condo&minPrice=221900&maxPrice=221900`);
  await press(page, 'View details of Edna Example');
}

describe('the details of a closing', () => {
  test('show every field of agent and property', async ({ page, zip }) => {
    row('dashboard/details-dialog');
    await openEdna(page, zip);
    await page.getByRole('dialog', { name: 'Edna Example' }).waitFor();
    expect(await factsOf(page, 'Agent')).toEqual([
      ['Role', 'Buyer Agent'],
      ['License', 'EE-77'],
      ['Email', 'edna@example.com'],
      ['Mobile', '(206) 555-0101'],
      ['Office phone', '(206) 555-0102'],
      ['Extension', 'Not given'],
      ['Website', 'example.com/edna'],
      ['Brokerage', 'Example & Co.'],
      ['Team', 'Team Edna'],
      ['Office address', '9 Office Park, Renton'],
      ['City', 'Renton'],
      ['State', 'OR'],
      ['Facebook', 'facebook.example.com/edna'],
      ['LinkedIn', 'linkedin.example.com/in/edna'],
    ]);
    expect(await factsOf(page, 'Property')).toEqual(everyLine(zip));
    await expectAccessible(page);
  });

  test.for([
    [['Example MLS'], 'Source: Example MLS'],
    [['County', 'Example MLS'], 'Sources: County; Example MLS'],
  ] as const)('name the sources whose license asks for it: %j', async ([sources, text], { page, zip }) => {
    row('dashboard/details-dialog');
    // Other journeys read closings of the same sources, so the reply is changed and not the license.
    await page.route('**/api/user/agents?*', async route => {
      const reply = await route.fetch();
      const list = (await reply.json()) as { agents: Closing[] };
      expect(list.agents.map(agent => agent.sources)).toEqual([[]]);
      await route.fulfill({ json: { ...list, agents: list.agents.map(agent => ({ ...agent, sources })) } });
    });
    await openEdna(page, zip);
    await page.getByRole('dialog').getByText(text, { exact: true }).waitFor();
    await expectAccessible(page);
  });

  test('link to mail, phone and profiles', async ({ page, zip }) => {
    row('dashboard/details-dialog');
    await openEdna(page, zip);
    const links = page.getByRole('dialog').getByRole('link');
    await links.first().waitFor();
    const hrefs = await Promise.all((await links.all()).map(link => link.getAttribute('href')));
    expect(hrefs).toEqual([
      'mailto:edna@example.com',
      'tel:2065550101',
      'tel:2065550102',
      'https://www.example.com/edna',
      'https://facebook.example.com/edna',
      'https://linkedin.example.com/in/edna',
    ]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('View details of Edna Example');
  });
});

/** Picks the day in the field's calendar, in this month or the one before. */
async function pick(page: Page, field: string, day: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${field}`) }).click();
  const calendar = page.getByRole('dialog', { name: field });
  await calendar.getByRole('grid').waitFor();
  const choice = calendar.getByRole('button', { name: writtenDay(day, 'full'), exact: true });
  if ((await choice.count()) === 0) await calendar.getByRole('button', { name: /previous month/i }).click();
  await choice.click();
  await calendar.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `${field} ${writtenDay(day)}`, exact: true }).waitFor();
}

describe('the dates of the dashboard', () => {
  const [from, to] = [dayBefore(5), dayBefore(3)];

  async function closingsFrom(user: User, query: string): Promise<Closing[]> {
    const { json } = await expectStatus(user.call('GET', `/api/user/agents?${query}`), 200);
    return (json as { agents: Closing[] }).agents;
  }

  /** Waits until the table has as many rows as the API, and compares them. */
  async function expectRows(page: Page, agents: readonly Closing[]): Promise<void> {
    const total = page.getByRole('status').filter({ hasText: new RegExp(`^${agents.length} closings$`) });
    await total.waitFor();
    const texts = await tableRows(page).allInnerTexts();
    const shown = agents.slice(0, 25).map(({ fullName, property }) => {
      return [fullName, property.address1, writtenDay(property.soldDate)];
    });
    expect(texts).toHaveLength(shown.length);
    expect(texts.map((text, n) => (shown[n] ?? []).filter(piece => text.includes(piece)))).toEqual(shown);
  }

  test('are picked in a calendar and narrow the list', async ({ page, user }) => {
    row('dashboard/filter-dates');
    await page.goto('/dashboard');
    await page.getByRole('status').filter({ hasText: 'closings in the last 7 days' }).waitFor();
    await pick(page, 'From Date', from);
    await page.waitForURL(url => url.search === `?fromDate=${from}`);
    await expectRows(page, await closingsFrom(user, `fromDate=${from}&limit=100`));
    await pick(page, 'To Date', to);
    await page.waitForURL(url => url.search === `?fromDate=${from}&toDate=${to}`);
    const agents = await closingsFrom(user, `fromDate=${from}&toDate=${to}&limit=100`);
    await expectRows(page, agents);
    const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
    await page.getByText(days.formatRange(new Date(from), new Date(to)), { exact: true }).waitFor();
    const names = agents.map(({ fullName }) => fullName).filter(name => name.startsWith('Dora Example'));
    expect(names.toSorted()).toEqual(['Dora Example 3', 'Dora Example 4', 'Dora Example 5']);
    expect(agents.filter(({ property: { soldDate } }) => soldDate < from || soldDate > to)).toEqual([]);
  });

  test('are cleared one by one, without future days', async ({ page }) => {
    row('dashboard/filter-dates');
    await page.goto(`/dashboard?fromDate=${from}&toDate=${to}`);
    await press(page, 'Clear From Date');
    await page.waitForURL(url => url.search === `?toDate=${to}`);
    await press(page, 'Clear To Date');
    await page.waitForURL(url => url.search === '');
    await page.getByRole('button', { name: 'To Date Any', exact: true }).click();
    const calendar = page.getByRole('dialog', { name: 'To Date' });
    await calendar.getByRole('button', { name: /next month/i }).click();
    const days = calendar.getByRole('gridcell').getByRole('button');
    const open = await Promise.all((await days.all()).map(day => day.isEnabled()));
    expect(open.length).toBeGreaterThanOrEqual(28);
    expect(open.filter(Boolean)).toEqual([]);
    await expectAccessible(page);
  });
});
