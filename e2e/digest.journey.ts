import { newId } from '@closingwire/chassis/ids';
import { expect } from 'vitest';
import { dayBefore } from './browser/closing-facts.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { expectToast } from './browser/expect-toast.ts';
import { signedInTest } from './browser/journey.ts';
import { press, shown } from './browser/page-actions.ts';
import { deliverLeads } from './platform/deliver-leads.ts';
import { mailAbout } from './platform/mail-sink.ts';
import { aZipWithItsList } from './platform/subscribe.ts';
import { aSubscriberToBe, expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* The email with new agents: chosen on the settings page, sent at once, read in the inbox. */

const whole = theWhole();
const test = signedInTest(() => aSubscriberToBe(whole));

test('the settings choose when the email comes', async ({ page }) => {
  row('digest/settings');
  await page.goto('/settings');
  const often = page.getByRole('combobox', { name: 'How often' });
  await often.selectOption('Every week');
  await expectToast(page, 'Email with new agents: saved');
  await page.getByRole('combobox', { name: 'Weekday' }).selectOption('Friday');
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Honolulu');
  await page.getByLabel('At', { exact: true }).fill('07:15');
  await page.getByLabel('At', { exact: true }).blur();
  await shown(page, /^The next is due /);
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('combobox', { name: 'Weekday' }).waitFor();
  const group = page.getByRole('group', { name: 'When it comes' });
  const fields = ['How often', 'Weekday', 'At', 'Time zone'].map(label =>
    group.getByLabel(label, { exact: true }),
  );
  const chosen = await Promise.all(fields.map(field => field.inputValue()));
  expect(chosen).toEqual(['weekly', '5', '07:15', 'Pacific/Honolulu']);
  await often.selectOption('Off');
  await shown(page, /^None is due/);
});

test('a choice keeps the focus, and waits for the one before', async ({ page }) => {
  row('digest/settings');
  await page.goto('/settings');
  const often = page.getByRole('combobox', { name: 'How often' });
  await often.selectOption('Every day');
  await expectToast(page, 'Email with new agents: saved');
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/user/digest', async route => {
    await promise;
    await route.fallback();
  });
  await often.focus();
  await often.selectOption('Every week');
  await page.getByRole('group', { name: 'When it comes' }).and(page.locator('[aria-busy=true]')).waitFor();
  await often.and(page.locator(':focus')).waitFor();
  await page.getByRole('combobox', { name: 'Weekday' }).selectOption('Sunday');
  resolve();
  await page.locator('fieldset[aria-busy=false]').waitFor();
  await page.unroute('**/api/user/digest');
  await page.reload();
  await page.getByRole('option', { name: 'Sunday', selected: true }).waitFor({ state: 'attached' });
});

test('a time that could not be saved gives way to the stored one', async ({ page }) => {
  row('digest/settings');
  await page.goto('/settings');
  const time = page.getByLabel('At', { exact: true });
  const stored = await time.inputValue();
  await page.route('**/api/user/digest', route =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { message: 'Away' } })
      : route.fallback(),
  );
  await time.fill('23:45');
  await time.blur();
  await expectToast(page, 'Not saved', 'Away');
  await expect.poll(() => time.inputValue()).toBe(stored);
});

test('the settings promise no email while notifications are off', async ({ page, user }) => {
  row('digest/obstacle');
  await expectStatus(user.call('PUT', '/api/user/preferences', { emailNotifications: false }), 200);
  await page.goto('/settings');
  const never = page.getByText(/^No email comes while email notifications are off\./);
  await never.waitFor();
  await page.getByRole('switch', { name: /Email notifications/ }).click();
  await shown(page, /^The next is due /);
  expect(await never.count()).toBe(0);
});

test("the email's link leads to its settings", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/settings#morning-email');
  const heading = page.getByRole('heading', { name: 'Email with new agents' });
  await heading.waitFor();
  await page.waitForLoadState('networkidle');
  const top = async () => (await heading.boundingBox())?.y ?? -1;
  await expect.poll(top, { timeout: 10_000 }).toBeLessThan(200);
  expect(await top()).toBeGreaterThanOrEqual(64);
});

test('the email can have the agents of a saved view', async ({ page, user }) => {
  row('digest/view');
  const view = { name: 'Only Dee', sort: 'name', search: 'Dee ', zips: [], isStart: false };
  await expectStatus(user.call('PUT', `/api/user/views/${newId()}`, view), 200);
  await page.goto('/settings');
  await page.getByRole('combobox', { name: 'How often' }).selectOption('Every day');
  const agents = page.getByRole('combobox', { name: 'Agents of' });
  await agents.selectOption('Only Dee');
  await expectToast(page, 'Email with new agents: saved');
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('option', { name: 'Only Dee', selected: true }).waitFor({ state: 'attached' });
});

test('an email sent at once has the new agent with a number to tap', async ({ page, user }) => {
  row('digest/now');
  const zip = await aZipWithItsList(user);
  const fullName = `Dee ${newId().slice(-8)}`;
  const property = { address1: '9 Digest St', city: 'Kent', state: 'WA', zip, soldDate: dayBefore(1) };
  await deliverLeads(whole, [
    { fullName, mobile: '206-555-0177', property },
    { fullName: 'Not Of The View', property: { ...property, address1: '10 Digest St' } },
  ]);
  await page.goto('/settings');
  await press(page, 'Send me one now');
  await expectToast(page, 'On its way', /new agent/);
  const mail = await mailAbout(whole.mailApiUrl, user.email, /^1 agent to call in your view "Only Dee"$/);
  expect(mail.html).toContain(fullName);
  expect(mail.html).toContain('href="tel:');
  expect(mail.html).not.toContain('Not Of The View');
  expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
});

test('the email has all ZIP codes again when its view is deleted', async ({ page }) => {
  await page.goto('/dashboard');
  await press(page, 'Only Dee');
  await press(page, /^Sort and filter/);
  await press(page, 'Delete the view');
  await expectToast(page, 'View deleted: Only Dee', /covers all your ZIP codes again/);
});
