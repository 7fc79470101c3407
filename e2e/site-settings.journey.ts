import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInTest } from './browser/journey.ts';
import { shown } from './browser/page-actions.ts';
import { subscribeToFreeZips } from './platform/subscribe.ts';
import { aSubscriberToBe, demoAdmin, expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* Settings of the whole site: no other journey runs meanwhile. */

const whole = theWhole();

const test = signedInTest(() => demoAdmin(whole));

test.afterEach(async ({ user }) => {
  for (const key of ['initial_scrape_webhook_url', 'api_user_id_bearer'])
    await expectStatus(user.call('DELETE', `/api/admin/settings/${key}`), 200);
});

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first();
const settingsTab = '/admin?tab=settings';

test('a setting shows its value and can be reset', async ({ page }) => {
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

test('with delivery off, assignments wait until it is on', async ({ page, user: admin }) => {
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

test("the audit log shows a setting's old and new value", async ({ page, user: admin }) => {
  row('audit/tab', 'audit/changes');
  for (const value of ['true', 'false']) {
    const setting = { key: 'api_user_id_bearer', value };
    await expectStatus(admin.call('POST', '/api/admin/settings', setting), 200);
  }
  await page.goto('/admin/operations?tab=audit&who=api_user_id_bearer');
  const entry = page.getByRole('row').filter({ hasText: 'Changed the setting “User IDs as API keys”' });
  await entry.getByText('Value: from true to false').first().waitFor();
  await expectAccessible(page);
});

test('a setting that fails to save is reset', async ({ page }) => {
  row('admin/settings', 'error/admin-settings');
  await page.goto('/admin?tab=settings');
  await page.getByLabel('Webhook URL').fill('no address');
  await page.getByRole('button', { name: 'Save Webhook URL' }).click();
  await shown(page, 'The webhook URL must be a web address such as https://example.com/hook, or empty');
  await page.route('**/api/admin/settings', route =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  const mode = page.getByRole('switch', { name: /Stripe test mode/ });
  const switchTo = async (to: string) => {
    await mode.click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Switch to ${to} mode` })
      .click();
  };
  await switchTo('live');
  await shown(page, 'Failed to update Stripe mode');
  expect(await mode.getAttribute('aria-checked')).toBe('true');
  await page.unroute('**/api/admin/settings');
  await switchTo('live');
  await shown(page, 'Settings updated');
  await page.getByRole('row').filter({ hasText: 'STRIPE_TEST_MODE' }).getByText('false').waitFor();
  await switchTo('test');
  await page.getByRole('row').filter({ hasText: 'STRIPE_TEST_MODE' }).getByText('true').waitFor();
  await expectAccessible(page);
});
