import { expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInOnOnePage } from './browser/journey.ts';
import { shown } from './browser/page-actions.ts';
import { demoAdmin, signedIn } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();
const subscriber = 'subscriber@demo.closingwire.test';

const test = signedInOnOnePage(() => demoAdmin(whole));

test('an admin finds denied requests', async ({ page }) => {
  row('audit/tab');
  const user = await signedIn(whole, subscriber, 'closingwire-demo');
  expect((await user.call('GET', '/api/admin/users')).status).toBe(404);
  await page.goto(
    `/admin/operations?${new URLSearchParams({ tab: 'audit', who: subscriber, action: 'request-denied' })}`,
  );
  const entry = page.getByRole('row').filter({ hasText: 'Access denied: tried to list the users' }).first();
  await entry.waitFor();
  expect(await entry.textContent()).toMatch(/Sam Subscriber.*127\.0\.0\.1.*Refused404$/);
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'When',
    'Who',
    'What',
    'About',
    'From',
    'Outcome',
  ]);
  await expectAccessible(page);
  await page.getByLabel('Network address').fill('198.51.100');
  await shown(page, 'Expected a network address such as 203.0.113.7 or 203.0.113.0/24');
  await page.getByLabel('Network address').fill('198.51.100.0/24');
  await shown(page, 'No entries found');
  expect(new URL(page.url()).searchParams.get('ip')).toBe('198.51.100.0/24');
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await page.getByRole('table', { name: 'Audit log' }).waitFor();
  expect(new URL(page.url()).search).toBe('?tab=audit');
});

test('the audit log fits a phone and shows a failure', async ({ page }) => {
  row('audit/tab');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/operations?tab=audit');
  const entries = page.getByRole('list', { name: 'Audit log' });
  await entries.getByText('Ada Admin, admin@demo.closingwire.test').first().waitFor();
  await expectAccessible(page);
  await page.route('**/api/admin/audit?*', route =>
    route.fulfill({ status: 503, json: { message: 'Not now' } }),
  );
  await page.goto('/admin/operations?tab=audit&page=2');
  await shown(page, 'The audit log could not be loaded');
  await page.unroute('**/api/admin/audit?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await entries.waitFor();
});
