import { until } from '@closingwire/chassis/testing';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { figureOf } from './browser/figure-of.ts';
import { signedInTest } from './browser/journey.ts';
import { shown } from './browser/page-actions.ts';
import { numbersOf, picture, sum } from './browser/picture.ts';
import { rowsOf } from './chaos/look.ts';
import { aZipWithItsList } from './platform/subscribe.ts';
import { aSubscriberToBe, demoAdmin, expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* Figures of the whole site: no other journey changes them meanwhile. */

const whole = theWhole();
const test = signedInTest(() => demoAdmin(whole));

test('the statistics show three totals', async ({ page, user: admin }) => {
  row('admin/statistics');
  const labels = ['Total Users', 'Active ZIP Codes', 'Total Subscriptions'];
  const read = async (path: string) => (await expectStatus(admin.call('GET', path), 200)).json;
  // The last journeys of other workers may still add users.
  const differences = async () => {
    await page.goto('/admin?tab=statistics');
    const figures = await Promise.all(labels.map(label => figureOf(page, label)));
    const { total } = (await read('/api/admin/users?limit=1')) as { total: number };
    const { available } = (await read('/api/admin/zip-codes?limit=1')) as { available: number };
    const subscriptions = (await read('/api/admin/subscriptions')) as unknown[];
    expect(available).toBeGreaterThan(30_000);
    return [total, available, subscriptions.length].map((count, at) => count - Number(figures[at]));
  };
  await expect.poll(differences, { timeout: 60_000, interval: 2_000 }).toEqual([0, 0, 0]);
  await expectAccessible(page);
});

test('every flag is on one of the pages', async ({ page, user: admin }) => {
  row('admin/flag-table');
  const sql = `insert into lead_flags
      (id, version, zip, closing_id, agent_id, agent_name, user_id, note, status, created_at)
    select gen_random_uuid(), 1, '98001', gen_random_uuid(), gen_random_uuid(), 'Agent', gen_random_uuid(),
      'note ' || n, 'resolved', now() - interval '1 year'
    from generate_series(1, 60) as n`;
  await rowsOf(whole, 'leads', sql, []);
  const { json } = await expectStatus(admin.call('GET', '/api/admin/lead-flags'), 200);
  const { leadFlags, total } = json as { leadFlags: { note: string }[]; total: number };
  expect(leadFlags).toHaveLength(total);
  const pages = Math.ceil(total / 50);
  await page.goto('/admin?tab=lead-flags&page=500');
  await page.getByText(`Page ${pages} of ${pages}`).waitFor();
  expect(new URL(page.url()).searchParams.get('page')).toBe(String(pages));
  const rows = page.getByRole('table', { name: 'Lead flags' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(total - 50 * (pages - 1));
  await rows
    .filter({ hasText: leadFlags.at(-1)?.note ?? '' })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.getByText(`Page ${pages - 1} of ${pages}`).waitFor();
  await expect.poll(() => rows.count()).toBe(50);
});

test("trends match the services' counts and the cards", async ({ page, user: admin }) => {
  row('pictures/trends');
  await aZipWithItsList(await aSubscriberToBe(whole));
  await page.goto('/admin?tab=statistics&days=90');
  await page.getByText('Total Users').waitFor();
  await page.mouse.wheel(0, 400);
  await picture(page, 'Leads rejected').waitFor();
  expect(await numbersOf(page, 'Sign-ups')).toHaveLength(90);
  expect(sum(await numbersOf(page, 'Sign-ups'))).toBe(await figureOf(page, 'Total Users'));
  const daysOf = async (what: string) => {
    const reply = await expectStatus(admin.call('GET', `/api/admin/statistics/${what}?days=90`), 200);
    return (reply.json as { days: Record<string, number>[] }).days;
  };
  const payments = await daysOf('payments');
  const leads = await daysOf('leads');
  const column = (days: Record<string, number>[], name: string) => days.map(day => day[name] ?? 0);
  expect(await numbersOf(page, 'Trials started')).toEqual(column(payments, 'trials'));
  expect(await numbersOf(page, 'Conversions')).toEqual(column(payments, 'conversions'));
  expect(await numbersOf(page, 'Revenue')).toEqual(
    column(payments, 'revenueCents').map(cents => cents / 100),
  );
  expect(await numbersOf(page, 'Leads received')).toEqual(column(leads, 'received'));
  expect(await numbersOf(page, 'Leads rejected')).toEqual(column(leads, 'rejected'));
  expect(sum(column(leads, 'received'))).toBeGreaterThan(0);
  expect(sum(column(payments, 'trials'))).toBeGreaterThan(0);
});

/** Runs the second comparison now instead of in a minute. Resolves with whether it was waiting. */
async function hastenSecondLook(): Promise<boolean> {
  const sql = `select from graphile_worker.reschedule_jobs(
    array(select id from graphile_worker.jobs where key = 'confirm-books:second'), run_at => now())`;
  return (await rowsOf(whole, 'billing', sql)).length > 0;
}

/** Waits for the end of a running comparison. */
async function compared(ready: Locator): Promise<void> {
  await until(async () => (await hastenSecondLook()) || ready.isVisible(), { timeoutMs: 60_000 });
  await ready.waitFor({ timeout: 90_000 });
}

test('an admin compares the books', async ({ page }) => {
  row('system/books', 'system/compare-books');
  await page.goto('/admin?tab=system');
  const ready = page.getByRole('button', { name: 'Compare now' });
  const comparing = page.getByRole('button', { name: 'Comparing...' });
  // Another file may have started a comparison.
  await ready.or(comparing).waitFor();
  await compared(ready);
  await ready.click();
  await comparing.waitFor();
  await compared(ready);
  await shown(page, /Compared (just now|now|less|.*ago).*: [\d,]+ accounts, [\d,]+ claims/i);
}, 180_000);
