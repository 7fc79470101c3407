import type { Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInTest } from './browser/journey.ts';
import { press, shown } from './browser/page-actions.ts';
import { demoAdmin } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* The list of deliveries, below the upload of files. */

const whole = theWhole();
const test = signedInTest(() => demoAdmin(whole));

const address = '/admin/operations?tab=leads-in';

describe('the deliveries', () => {
  const listed = '**/api/admin/ingestion?*';
  const changed = (change: object) => async (route: Route) => {
    // The list is fetched again while the test ends, and its page closes.
    const reply = await route.fetch().catch(() => undefined);
    if (reply) await route.fulfill({ json: { ...(await reply.json()), ...change } });
  };

  test('have pages, which the address names', async ({ page }) => {
    row('leads-in/deliveries');
    await page.route(listed, changed({ total: 45 }));
    await page.goto(address);
    await shown(page, 'Page 1 of 3');
    await page
      .getByRole('navigation', { name: 'Pages of deliveries' })
      .getByRole('button', { name: 'Next' })
      .click();
    await shown(page, 'Page 2 of 3');
    expect(new URL(page.url()).searchParams.get('page')).toBe('2');
    // A list that is still being fetched would fail after the test.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('show that there are none, and a failure', async ({ page }) => {
    row('leads-in/deliveries');
    await page.route(listed, changed({ batches: [], total: 0 }));
    await page.goto(address);
    await shown(page, 'No deliveries here');
    await expectAccessible(page);
    await page.unroute(listed);
    await page.route(listed, route => route.fulfill({ status: 503, json: { message: 'Not now' } }));
    await page.goto(address);
    await shown(page, 'Deliveries could not be loaded');
    await page.unroute(listed);
    await press(page, 'Try again');
    await page.getByText(/\d in the last 90 days/).waitFor();
  });
});

test('rejected rows wait for a whole ZIP code', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/admin/rejected-rows') asked.push(searchParams.get('zip') ?? '');
  });
  await page.goto(address);
  const zip = page.getByLabel('ZIP code of the row');
  await zip.fill('9810');
  await page.getByText('Enter five digits', { exact: true }).waitFor();
  await shown(page, 'Enter the five digits of a ZIP code to see its rows.');
  const whileTyped = asked.length;
  await expectAccessible(page);
  await zip.fill('98101');
  await expect.poll(() => asked.slice(whileTyped)).toContain('98101');
  expect(new Set(asked.slice(whileTyped))).toEqual(new Set(['98101']));
  expect(await page.getByText('Enter five digits', { exact: true }).count()).toBe(0);
});
