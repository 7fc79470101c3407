import { gzipSync } from 'node:zlib';
import { until } from '@closingwire/chassis/testing';
import type { Page, Response } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInOnOnePage } from './browser/journey.ts';
import { looks } from './browser/looks.ts';
import { pageOf } from './browser/page-of.ts';
import { numberIn, numbersOf, picture, sum } from './browser/picture.ts';
import { subscribeToFreeZips } from './platform/subscribe.ts';
import { aSubscriberToBe, demoAdmin, expectStatus, type KnownUser } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();
const LIMIT_BYTES = 70_000;

const test = signedInOnOnePage(() => aSubscriberToBe(whole)).extend(
  'zips',
  { scope: 'file', auto: true },
  async ({ user }) => {
    const zips = await subscribeToFreeZips(user, 3);
    await until(async () => {
      const { json } = await user.call('GET', '/api/lead-lists');
      return (json as unknown[]).length === zips.length;
    });
    return zips;
  },
);

test.beforeAll(async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 620 });
});

const totalOf = async (user: KnownUser, path: string) => {
  const { json } = await expectStatus(user.call('GET', path), 200);
  return (json as { total: number }).total;
};

/** Scrolls to a heading, so that the content below it loads. */
async function scrollTo(page: Page, heading: string): Promise<void> {
  const found = page.getByRole('heading', { name: heading, exact: true });
  await found.waitFor();
  await found.evaluate((node: { scrollIntoView(options: object): void }) =>
    node.scrollIntoView({ block: 'start', behavior: 'instant' }),
  );
}

/** Returns the gzipped bytes of the scripts that load during `act`. */
async function scriptBytesOf(page: Page, act: () => Promise<unknown>): Promise<number> {
  const scripts: Response[] = [];
  const note = (reply: Response) => void (reply.url().endsWith('.js') && scripts.push(reply));
  page.on('response', note);
  await act();
  page.off('response', note);
  return sum(await Promise.all(scripts.map(async reply => gzipSync(await reply.body()).length)));
}

describe('the pictures of the dashboard', () => {
  test('load once scrolled into view', async ({ page }) => {
    row('pictures/late');
    const calls: string[] = [];
    page.on('request', request => void calls.push(new URL(request.url()).pathname));
    await page.goto('/dashboard');
    await page.getByRole('table', { name: 'Recent closings' }).waitFor();
    await page.getByText(/^\d+ closings/).waitFor();
    const early = /summary|zip-codes\/map|\/(pictures|picture|zip-map|own-map)-/;
    expect(calls.filter(path => early.test(path))).toEqual([]);

    const charts = await scriptBytesOf(page, async () => {
      await scrollTo(page, 'These Closings at a Glance');
      await picture(page, 'Price spread').waitFor();
    });
    expect(charts).toBeGreaterThan(3_000);
    expect(charts).toBeLessThanOrEqual(LIMIT_BYTES);
    expect(calls.filter(path => path.includes('zip-codes/map'))).toEqual([]);
    const map = await scriptBytesOf(page, async () => {
      await scrollTo(page, 'Where They Are');
      await page.getByRole('list', { name: 'Legend' }).waitFor();
    });
    expect(map).toBeGreaterThan(15_000);
    expect(map).toBeLessThanOrEqual(LIMIT_BYTES);
  });

  test.for([
    '',
    'propertyType=home',
    'fromDate=2020-01-01',
    'fromDate=2020-01-01&minPrice=300000&maxPrice=800000',
  ])("match the list's numbers: %s", async (query, { page, user }) => {
    row('pictures/closings', 'pictures/undisclosed-prices');
    const total = await totalOf(user, `/api/user/agents?${query}`);
    expect(total).toBeGreaterThan(0);
    await page.goto(`/dashboard?${query}`);
    await scrollTo(page, 'These Closings at a Glance');
    const perDay = page.getByRole('region', { name: /^Closings per (day|week|month|year)$/ });
    await perDay.waitFor();
    const title = (await perDay.getByRole('heading').textContent()) ?? '';
    expect(sum(await numbersOf(page, title))).toBe(total);
    expect(sum(await numbersOf(page, 'Price spread'))).toBe(total);
    const types = picture(page, 'Share by type').getByRole('table').locator('tbody td:nth-child(2)');
    expect(sum((await types.allTextContents()).map(numberIn))).toBe(total);
    const bars = perDay.locator('[data-bar]');
    const drawn = await bars.evaluateAll((nodes: { dataset: { bar?: string } }[]) =>
      nodes.map(node => Number(node.dataset.bar)),
    );
    expect(sum(drawn)).toBe(total);
    const prices = await picture(page, 'Price spread').locator('[data-bar]').count();
    expect(prices).toBeGreaterThan(0);
  });
});

describe('a picture of the dashboard', () => {
  test('is read with the arrow keys', async ({ page }) => {
    await page.goto('/dashboard');
    await scrollTo(page, 'These Closings at a Glance');
    const region = picture(page, 'Closings per day');
    await region.getByRole('button').focus();
    await page.keyboard.press('Tab');
    const bars = region.locator('[data-bar]');
    const names = await bars.evaluateAll((nodes: { getAttribute(name: string): string | null }[]) =>
      nodes.map(node => node.getAttribute('aria-label')),
    );
    const inFocus = region.locator('[data-bar]:focus');
    expect(await inFocus.getAttribute('aria-label')).toBe(names.at(-1));
    expect(names.at(-1)).toMatch(/^\w{3}, \w{3} \d+, \d{4}: \d+ closings?$/);
    await page.keyboard.press('ArrowLeft');
    expect(await inFocus.getAttribute('aria-label')).toBe(names.at(-2));
    await page.keyboard.press('Home');
    expect(await inFocus.getAttribute('aria-label')).toBe(names[0]);
    await page.keyboard.press('Tab');
    expect(await inFocus.count()).toBe(0);
  });

  test("places the user's ZIPs with their closings", async ({ page, user, zips }) => {
    row('pictures/own-map');
    const total = await totalOf(user, '/api/user/agents');
    await page.goto('/dashboard');
    await scrollTo(page, 'Where They Are');
    const own = page.locator('[data-zip] text');
    await own.first().waitFor();
    expect(await own.count()).toBe(zips.length);
    expect(sum((await own.allTextContents()).map(numberIn))).toBe(total);
  });
});

const legend = (page: Page, kind: string) =>
  page.getByRole('list', { name: 'Legend' }).locator(`[data-kind=${kind}] span`);
const countOf = async (page: Page, kind: string) =>
  (await legend(page, kind).count()) === 0 ? 0 : numberIn(await legend(page, kind).textContent());
const drawn = async (page: Page) =>
  sum(
    await page
      .locator('path[data-count]')
      .evaluateAll((nodes: { dataset: { count?: string } }[]) =>
        nodes.map(node => Number(node.dataset.count)),
      ),
  );

describe('the map of the catalog', () => {
  test('has a dot for each ZIP of the list', async ({ page, user }) => {
    row('pictures/state-map');
    const rival = await aSubscriberToBe(whole);
    const { json } = await user.call('GET', '/api/zip-codes?state=DE&limit=200');
    const listed = (json as { zipCodes: { zipCode: string; isAvailable: boolean }[]; total: number })
      .zipCodes;
    const [first, second] = listed.filter(zip => zip.isAvailable).map(zip => zip.zipCode);
    await expectStatus(rival.call('POST', '/api/subscribe/bulk', { zipCodeIds: [first, second] }), 200);
    await page.goto('/zips?state=DE');
    await legend(page, 'free').waitFor();
    const taken = listed.filter(zip => !zip.isAvailable).length + 2;
    const own = (await countOf(page, 'subscribed')) + (await countOf(page, 'chosen'));
    expect(await drawn(page)).toBe(listed.length);
    expect(await countOf(page, 'taken')).toBe(taken);
    const free = (await countOf(page, 'free')) + (await countOf(page, 'fewHomes'));
    expect(free + taken + own).toBe(await totalOf(user, '/api/zip-codes?state=DE'));
  });

  test('puts a ZIP into the order from the keyboard', async ({ page }) => {
    row('pictures/state-map');
    await page.goto('/zips?state=RI');
    await legend(page, 'free').waitFor();
    const free = await countOf(page, 'free');
    const stop = page.getByRole('button', { name: /^Map of Rhode Island/ });
    await stop.focus();
    await until(async () => {
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowLeft');
      return /, Free\. Add$/.test((await stop.getAttribute('aria-label')) ?? '');
    });
    const zip = /(\d{5})/.exec((await stop.getAttribute('aria-label')) ?? '')?.[1] ?? '';
    await page.keyboard.press('Enter');
    await page
      .getByRole('button', { name: `Remove ${zip}` })
      .first()
      .waitFor();
    expect(await countOf(page, 'chosen')).toBe(1);
    expect(await countOf(page, 'free')).toBe(free - 1);
    await page.keyboard.press('Enter');
    await until(async () => (await countOf(page, 'free')) === free);
  });

  test('does not add a taken ZIP', async ({ page }) => {
    row('pictures/state-map');
    await page.route('**/api/zip-codes/map?*', async route => {
      const reply = await route.fetch();
      const map = (await reply.json()) as { zipCodes: string[] };
      await route.fulfill({ json: { ...map, unavailable: map.zipCodes.map((_, index) => index) } });
    });
    await page.goto('/zips?state=VT');
    const stop = page.getByRole('button', { name: /^Map of Vermont/ });
    await stop.focus();
    await until(async () => /Taken$/.test((await stop.getAttribute('aria-label')) ?? ''));
    await page.keyboard.press('Enter');
    await page.unroute('**/api/zip-codes/map?*');
    expect(await countOf(page, 'chosen')).toBe(0);
    expect(await page.getByRole('button', { name: /^Remove \d{5}$/ }).count()).toBe(0);
  });
});

describe.each(looks)('pictures $at', ({ look }) => {
  test('of the dashboard are accessible', async ({ browser, user }) => {
    const page = await pageOf(browser, user, look);
    await page.goto('/dashboard');
    await scrollTo(page, 'These Closings at a Glance');
    await picture(page, 'Price spread').waitFor();
    await scrollTo(page, 'Where They Are');
    await page.getByRole('list', { name: 'Legend' }).waitFor();
    await expectAccessible(page);
    await picture(page, 'Price spread').getByRole('button').click();
    await expectAccessible(page);
  });

  test('of the catalog are accessible', async ({ browser, user }) => {
    const page = await pageOf(browser, user, look);
    await page.goto('/zips?state=CA');
    await page.getByRole('button', { name: 'Map', exact: true }).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 300);
    await page.getByRole('list', { name: 'Legend' }).waitFor();
    await page.getByRole('button', { name: /^Map of California/ }).focus();
    await expectAccessible(page);
  });

  test('of the admin are accessible', async ({ browser }) => {
    const admin = await demoAdmin(whole);
    const page = await pageOf(browser, admin, look);
    await page.goto('/admin?tab=statistics');
    await page.getByText('Total Subscriptions').waitFor();
    await page.mouse.wheel(0, 600);
    await picture(page, 'Leads rejected').waitFor();
    await expectAccessible(page);
  });
});
