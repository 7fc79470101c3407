import { newId } from '@closingwire/chassis/ids';
import { addDays, todayIn } from '@closingwire/contracts/state-days';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signedInTest } from './browser/journey.ts';
import { shown } from './browser/page-actions.ts';
import { numbersOf, sum } from './browser/picture.ts';
import { deliverLeads } from './platform/deliver-leads.ts';
import { aZipWithItsList, subscribeToFreeZips } from './platform/subscribe.ts';
import { aSubscriberToBe, expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* Pages behind the last one, counts of the same closings, unknown counts, and counts of an earlier filter. */

type Zip = { zipCode: string; city: string; state: string };

const whole = theWhole();

const test = signedInTest(() => aSubscriberToBe(whole)).extend(
  'zips',
  { scope: 'file', auto: true },
  async ({ user }) => {
    await aZipWithItsList(user);
    await subscribeToFreeZips(user, 1);
    const { json } = await expectStatus(user.call('GET', '/api/subscriptions'), 200);
    const zips = (json as { zipCode: Zip }[]).map(({ zipCode }) => zipCode);
    await deliverLeads(whole, zips.flatMap(closingsOf));
    return zips;
  },
);

/** Eight closings on each of seven days around the borders of the last week. */
const closingsOf = ({ zipCode: zip, city, state }: Zip) =>
  [0, 1, 5, 6, 7, 8, 9].flatMap(age =>
    Array.from({ length: 8 }, (_, n) => ({
      fullName: `Edge Example ${n}`,
      agentRole: 'Listing Agent',
      email: `edge.${n}@example.com`,
      property: {
        ...{ address1: `${age}${n} Elm St`, city, state, zip, price: 250_000, type: 'home', mlsId: newId() },
        soldDate: addDays(todayIn(state, new Date()) ?? '', -age),
      },
    })),
  );

const numberIn = (text: string | null) =>
  Number(/[\d,]+(?= (?:closing|lead))/.exec(text ?? '')?.[0].replace(',', ''));
const countOf = async (locator: Locator) => {
  await locator.first().waitFor();
  return numberIn(await locator.first().textContent());
};
const countsShown = (page: Page) => page.getByRole('status').filter({ hasText: /\d closings?/ });
const countShown = (page: Page) => countOf(countsShown(page));

/** Holds the replies of a call back. */
async function held(page: Page, call: RegExp) {
  const [asked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(call, async route => {
    asked.resolve();
    await free.promise;
    await route.fallback();
  });
  return {
    isAsked: asked.promise,
    release: () => {
      free.resolve();
      return page.unroute(call);
    },
  };
}

describe('a page after the last one', () => {
  test.for(['/dashboard', '/agents/zip'])('of %s redirects to the last one', async (path, { page, zips }) => {
    const [zip] = zips;
    const address = path.replace(/zip$/, zip?.zipCode ?? '');
    await page.goto(address);
    const pages = /^Page 1 of (\d+)$/;
    const last = Number(pages.exec((await page.getByText(pages).textContent()) ?? '')?.[1]);
    expect(last).toBeGreaterThan(1);
    await page.goto(`${address}?page=500`);
    await shown(page, `Page ${last} of ${last}`);
    // The page shows the last page's number before it corrects the URL.
    await page.waitForURL(url => url.search === `?page=${last}`);
    await shown(page, /@.*example\.com/);
    await page.getByRole('button', { name: 'Previous' }).click();
    await shown(page, `Page ${last - 1} of ${last}`);
  });

  test('redirects for any number in the URL', async ({ page }) => {
    await page.goto('/dashboard?page=99999999999');
    await page.waitForURL(url => !url.search.includes('999'));
    await shown(page, /Page (\d+) of \1/);
  });
});

describe('counts of the last seven days', () => {
  test('agree on the dashboard, in its chart and on the agents pages', async ({ page, zips }) => {
    await page.goto('/dashboard');
    const total = await countShown(page);
    const cards = page.getByRole('listitem').filter({ hasText: 'leads in 7 days' });
    await cards.nth(zips.length - 1).waitFor();
    const ofCards = (await cards.allTextContents()).map(numberIn);
    expect(sum(ofCards)).toBe(total);

    await page.getByRole('heading', { name: 'These Closings at a Glance' }).scrollIntoViewIfNeeded();
    await shown(page, `${total} closings in the last 7 days by date of sale`);
    const columns = await numbersOf(page, 'Closings per day');
    expect(columns).toHaveLength(7);
    expect(sum(columns)).toBe(total);

    for (const [index, { zipCode }] of zips.entries()) {
      const card = cards.filter({ hasText: zipCode });
      const count = numberIn(await card.textContent());
      expect(ofCards[index]).toBeGreaterThan(0);
      await card.getByRole('link', { name: zipCode }).click();
      await page.getByRole('heading', { name: `Agents in ${zipCode}` }).waitFor();
      expect(await countShown(page)).toBe(count);
      await page.goBack();
      await cards.nth(zips.length - 1).waitFor();
    }
  });
});

describe('an unknown count', () => {
  test.for([
    ['/dashboard', '**/api/user/agents?*', 'Closings could not be loaded'],
    ['/agents/zip', '**/api/agents/*', 'Agents could not be loaded'],
    ['/subscriptions', '**/api/lead-lists*', 'Lead lists could not be loaded'],
    ['/zips?state=WA', '**/api/zip-codes?*', 'ZIP codes could not be loaded'],
  ] as const)('is not shown on %s', async ([path, call, text], { page, zips }) => {
    const fails = { status: 500, json: { message: 'Something broke' } };
    await page.route(call, route => route.fulfill(fails));
    await page.goto(path.replace(/zip$/, zips[0]?.zipCode ?? ''));
    await shown(page, text);
    await shown(page, 'Something broke');
    const zero = page.getByRole('main').getByText(/\b0 (closings|leads|agents|ZIP codes|of)\b/);
    expect(await zero.allTextContents()).toEqual([]);
    await page.unroute(call);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByText(text).waitFor({ state: 'detached' });
  });
});

describe('a list whose filter has changed', () => {
  test('shows no earlier count and no earlier emptiness on the dashboard', async ({ page }) => {
    row('beyond/loading-states-nothing');
    await page.goto('/dashboard?city=Nowhere');
    await shown(page, 'No agents match your current filters');
    const closings = await held(page, /\/api\/user\/agents\?/);
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await shown(page, 'Loading closings');
    expect(await page.getByText(/^No (agents match|closings)/).allTextContents()).toEqual([]);
    expect(await page.getByText('0 closings').count()).toBe(0);
    await closings.release();
    await countShown(page);
    await page.getByRole('heading', { name: 'These Closings at a Glance' }).scrollIntoViewIfNeeded();
    const days = page.getByText(/^\d+ closings in the last 7 days by date of sale$/);
    await days.waitFor();
    const [again, charts] = [
      await held(page, /\/api\/user\/agents\?/),
      await held(page, /\/agents\/summary/),
    ];
    await page.getByLabel('Property Type').selectOption('Home');
    await shown(page, 'Loading closings');
    await shown(page, 'Loading charts');
    expect(await countsShown(page).count()).toBe(0);
    expect(await days.count()).toBe(0);
    await Promise.all([again.release(), charts.release()]);
    await countShown(page);
  });

  test('shows no earlier count on the agents page', async ({ page, zips }) => {
    row('beyond/loading-states-nothing');
    await page.goto(`/agents/${zips[0]?.zipCode}`);
    expect(await countShown(page)).toBeGreaterThan(0);
    const agents = await held(page, /\/api\/agents\//);
    await page.getByLabel('Sale Date Filter').selectOption('last24hours');
    await shown(page, 'Loading agents');
    expect(await countsShown(page).count()).toBe(0);
    await agents.release();
    await countShown(page);
  });

  test('says nothing of a search in the catalog before its reply', async ({ page }) => {
    row('beyond/loading-states-nothing');
    await page.goto('/zips?state=DE&search=xyzzy');
    await shown(page, 'No ZIP codes found matching "xyzzy"');
    const zips = await held(page, /\/api\/zip-codes\?.*search=198/);
    await page.getByRole('combobox', { name: 'Search ZIP code or city' }).fill('198');
    await zips.isAsked;
    await shown(page, 'Loading ZIP codes');
    expect(await page.getByText(/^No ZIP codes found/).allTextContents()).toEqual([]);
    await zips.release();
    await shown(page, /^Showing \d+ of \d+$/);
    const others = await held(page, /\/api\/zip-codes\?.*search=199/);
    await page.getByRole('combobox', { name: 'Search ZIP code or city' }).fill('199');
    await others.isAsked;
    await shown(page, 'Loading ZIP codes');
    expect(await page.getByText(/^Showing/).count()).toBe(0);
    await others.release();
    await shown(page, /^Showing \d+ of \d+$/);
  });
});
