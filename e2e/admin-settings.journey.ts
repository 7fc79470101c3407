import { newId } from '@closingwire/chassis/ids';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInTest } from './browser/journey.ts';
import { shown } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { subscribeToFreeZips } from './platform/subscribe.ts';
import { aSubscriberToBe, demoAdmin, expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

const test = signedInTest(() => demoAdmin(whole));

test.afterEach(async ({ user }) => {
  await expectStatus(user.call('DELETE', '/api/admin/settings/initial_scrape_webhook_url'), 200);
});

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first();
const settingsTab = '/admin?tab=settings';

test('a setting shows its value and goes back', async ({ page }) => {
  row('admin-logs/effective-values');
  await page.goto(settingsTab);
  const keys = rowOf(page, 'api_user_id_bearer');
  await keys.getByText('User IDs as API keys', { exact: true }).waitFor();
  await keys.getByText('Default', { exact: true }).waitFor();
  await keys.getByText('true', { exact: true }).waitFor();
  await keys.getByText(/their own key, which can be revoked/).waitFor();
  const back = page.getByRole('button', { name: 'Back to default: User IDs as API keys' });
  expect(await back.isDisabled()).toBe(true);
  await page.getByRole('switch', { name: /User IDs as API keys/ }).click();
  await keys.getByText('Set by an admin').waitFor();
  await keys.getByText('false', { exact: true }).waitFor();
  await back.click();
  await shown(page, 'Back to default');
  await keys.getByText('Default', { exact: true }).waitFor();
  expect(await page.getByRole('switch', { name: /User IDs as API keys/ }).getAttribute('aria-checked')).toBe(
    'true',
  );
});

test('with delivery off assignments wait and then leave', async ({ page, user: admin }) => {
  row('admin-logs/delivery-off', 'admin-logs/webhooks');
  await page.goto(settingsTab);
  await page.getByLabel('Webhook URL').fill('');
  await page.getByRole('button', { name: 'Save Webhook URL' }).click();
  await page
    .getByRole('dialog')
    .getByText(/No assignment is sent while no address is saved/)
    .waitFor();
  await page.getByRole('button', { name: 'Turn delivery off' }).click();
  await shown(page, /^Delivery is off\. 0 deliveries wait for an address\.$/);
  const subscriber = await aSubscriberToBe(whole);
  const [zip = ''] = await subscribeToFreeZips(subscriber, 1);
  await expect
    .poll(
      async () => {
        await page.goto(settingsTab);
        await shown(page, /^Delivery is off/);
        await page.getByRole('table', { name: 'Webhook deliveries' }).waitFor();
        return rowOf(page, subscriber.email).getByText('Waiting').count();
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  await rowOf(page, subscriber.email).getByText('No address is set').waitFor();
  await page.getByRole('button', { name: 'Back to default: Assignment webhook' }).click();
  await shown(page, /the default of this installation/);
  await rowOf(page, subscriber.email).getByText('Delivered').waitFor();
  await rowOf(page, subscriber.email).getByText('HTTP 202').waitFor();

  await page
    .getByRole('button', { name: `Details of the delivery for ${zip}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Try 1, .*: HTTP 202 after \d+ ms$/).waitFor();
  await dialog.getByText(`"email":"${subscriber.email}"`).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send again now' }).click();
  await shown(page, 'Webhook sent again');
  await expect
    .poll(
      async () => {
        const { json } = await admin.call('GET', '/api/admin/webhook-deliveries?limit=100');
        const { deliveries } = json as { deliveries: { email: string; attempts: number }[] };
        return deliveries.find(({ email }) => email === subscriber.email)?.attempts;
      },
      { timeout: 20_000 },
    )
    .toBe(2);
});

test('a mail is found by its address', async ({ page }) => {
  row('admin-logs/mails');
  const subscriber = await aSubscriberToBe(whole);
  await page.goto(settingsTab);
  await page.getByLabel('Search mails').fill(subscriber.email);
  const confirmation = rowOf(page, 'confirm-email').filter({ hasText: subscriber.email });
  await confirmation.getByText('Sent', { exact: true }).waitFor();
  await confirmation.getByText('Confirm the email address', { exact: true }).waitFor();
  await page.waitForURL(/mailSearch=/);
  expect(await confirmation.getByRole('button', { name: /Send again/ }).isDisabled()).toBe(true);
  await page.getByLabel('Search mails').fill(`nobody-${newId()}@example.com`);
  await page.getByRole('heading', { name: 'No mails found' }).waitFor();
});

test('a log that cannot be read shows it', async ({ page }) => {
  row('admin-logs/mails');
  await page.route('**/api/admin/mails?*', route => route.abort());
  await page.goto(settingsTab);
  await shown(page, 'The mails could not be loaded');
  await page.unroute('**/api/admin/mails?*');
  await page.getByRole('button', { name: /try again/i }).click();
  await page.getByRole('table', { name: 'Mails' }).waitFor();
});

test.for([
  ['light', 1280, 'table'],
  ['dark', 390, 'list'],
  ['dark', 320, 'list'],
] as const)(
  'settings and logs are accessible, %s at %i in a %s',
  async ([colorScheme, width, role], { browser, user: admin }) => {
    row('admin-logs/mails');
    const page = await pageOf(browser, admin, { colorScheme, viewport: { width, height: 900 } });
    await page.goto(settingsTab);
    for (const name of ['Current settings', 'Mails', 'Webhook deliveries'])
      await page.getByRole(role, { name }).waitFor();
    await expectAccessible(page);
  },
);
