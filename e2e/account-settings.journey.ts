import { readFile } from 'node:fs/promises';
import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { expectRefused } from './browser/expect-refused.ts';
import { signedInOnOnePage } from './browser/journey.ts';
import { press, shown } from './browser/page-actions.ts';
import { linkIn, mailAbout } from './platform/mail-sink.ts';
import { aSubscriberToBe, signedIn } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* The settings of one user: keys, devices, data, and deletion. */

const whole = theWhole();

const test = signedInOnOnePage(() => aSubscriberToBe(whole));

test.beforeAll(async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/settings');
});

const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');
const askPartnerApi = (key: string) =>
  fetch(`${whole.url}/api/v1/agents-properties`, { headers: { authorization: `Bearer ${key}` } });
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent');

test('settings change the profile and the mails', async ({ page, user }) => {
  row('settings/profile', 'settings/notifications', 'settings/api-key');
  await page.goto('/settings');
  expect(await page.getByLabel('API key').inputValue()).toBe(user.id);
  expect(await page.getByLabel('Industry').isDisabled()).toBe(true);
  await page.getByLabel('Company name').fill('Renamed Ltd');
  const saved = page.waitForResponse(reply => reply.url().endsWith('/api/user/profile'));
  await page.getByRole('button', { name: 'Save Changes' }).click();
  expect((await saved).status()).toBe(200);
  await page.getByRole('switch', { name: /Email notifications/ }).click();
  await until(async () => {
    const { json } = await user.call('GET', '/api/auth/user');
    const profile = json as { companyName: string; emailNotifications: boolean };
    return profile.companyName === 'Renamed Ltd' && !profile.emailNotifications;
  });
});

describe('the user ID', () => {
  test('is copied as the API key', async ({ page, user }) => {
    row('settings/api-key-copy');
    const api = page.getByRole('region', { name: 'API access' });
    await shown(page, /It works as an API key/);
    await shown(page, /whoever knows it can read your lists/);
    const order = await api
      .getByRole('heading')
      .or(api.getByLabel('API key'))
      .evaluateAll(all => all.map(({ tagName }) => tagName));
    expect(order).toEqual(['H2', 'H3', 'INPUT']);
    await shown(page, 'This device');
    await expectAccessible(page);
    await api.getByRole('button', { name: 'Copy' }).click();
    await shown(page, 'Your API key is in the clipboard.');
    expect(await clipboard(page)).toBe(user.id);
  });

  test('is not an API key once an admin turns that off', async ({ page, user }) => {
    row('settings/api-user-id-off');
    const api = page.getByRole('region', { name: 'API access' });
    await shown(page, /It works as an API key/);
    // Only for this page: the setting is site-wide, and other journeys run now.
    await page.route('**/api/user/api-access', route => route.fulfill({ json: { acceptsUserId: false } }));
    await page.reload();
    await shown(page, /An administrator has turned off API access by user ID/);
    await shown(page, 'No keys yet. Create one to use the API.');
    expect(await api.getByLabel('User ID').inputValue()).toBe(user.id);
    expect(await api.textContent()).not.toMatch(/Your user ID below works|Send it/);
    await page.unroute('**/api/user/api-access');
    await page.reload();
    await shown(page, /It works as an API key/);
  });

  test('is called an API key only once it works as one', async ({ page, user }) => {
    const api = page.getByRole('region', { name: 'API access' });
    await page.route('**/api/user/api-access', () => {});
    await page.reload();
    expect(await api.getByLabel('User ID').inputValue()).toBe(user.id);
    await api.getByRole('button', { name: 'Copy' }).click();
    await shown(page, 'Your user ID is in the clipboard.');
    await page.unroute('**/api/user/api-access');
    await page.reload();
    await shown(page, /It works as an API key/);
  });
});

const pressCopy = (page: Page) =>
  page
    .getByRole('region', { name: 'API access' })
    .getByRole('button', { name: /Copy|Copied/ })
    .click();

test('a toast is shown while the one before it leaves', async ({ page }) => {
  row('constant/one-toast');
  await page.goto('/settings');
  const staying = page.locator('[data-sonner-toast][data-removed="false"]');
  await pressCopy(page);
  await staying.waitFor();
  // A toast under the pointer stays.
  await page.mouse.move(5, 5);
  await expect.poll(() => staying.count(), { interval: 10, timeout: 15_000 }).toBe(0);
  await pressCopy(page);
  await staying.waitFor({ timeout: 3_000 });
  await page.waitForTimeout(500);
  expect(await staying.count()).toBe(1);
});

describe('API access', () => {
  let first = '';

  test('a new key is shown in full once', async ({ page }) => {
    row('settings/partner-keys');
    await press(page, 'Create key');
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Name', { exact: true }).fill('CRM import');
    await inDialog(page, 'Create key').click();
    await page.locator('textarea:focus', { hasText: /^cw_/ }).waitFor();
    await inDialog(page, 'Copy').click();
    await until(async () => (await clipboard(page)).startsWith('cw_'));
    first = await clipboard(page);
    await page.mouse.click(5, 5);
    await inDialog(page, 'I have saved it').click();
    await shown(page, 'never used');
    expect(await page.content()).not.toContain(first);
    expect(await focused(page)).toContain('Create key');
    expect((await askPartnerApi(first)).status).toBe(200);
  });

  test('a rolled key works beside its successor', async ({ page }) => {
    await press(page, 'Roll CRM import');
    await page.getByLabel('The old key keeps working for').selectOption('1 hour');
    await inDialog(page, 'Roll key').click();
    const second = await page.getByRole('textbox', { name: 'New key' }).inputValue();
    await inDialog(page, 'I have saved it').click();
    await shown(page, /^Rolled: works until/);
    expect(second).not.toBe(first);
    expect([(await askPartnerApi(first)).status, (await askPartnerApi(second)).status]).toEqual([200, 200]);
  });

  test('revoking a new key warns that the old one still works', async ({ page }) => {
    const [old, fresh] = [{ hasText: 'Rolled' }, { hasNotText: 'Rolled' }].map(filter =>
      page.getByRole('listitem').filter(filter).getByRole('button', { name: 'Revoke CRM import' }),
    );
    await fresh?.click();
    await shown(page, /^The earlier key cw_.*… of this name still works, until .*\. Revoke it by itself/);
    expect(await page.getByRole('dialog').textContent()).toContain(`The earlier key ${first.slice(0, 11)}…`);
    await inDialog(page, 'Keep it').click();
    await old?.click();
    expect(await page.getByRole('dialog').textContent()).toContain(`uses the key ${first.slice(0, 11)}…`);
    expect(await page.getByRole('dialog').textContent()).not.toContain('The earlier key');
    await inDialog(page, 'Keep it').click();
  });

  test('a revoked key is refused at once', async ({ page }) => {
    const old = page.getByRole('listitem').filter({ hasText: 'Rolled' });
    await old.getByRole('button', { name: 'Revoke CRM import' }).click();
    await inDialog(page, 'Revoke key').click();
    await shown(page, 'Key revoked');
    await old.waitFor({ state: 'detached' });
    expect(await focused(page)).toContain('Create key');
    await until(async () => (await askPartnerApi(first)).status === 401);
  });

  test('a denied clipboard shows an error', async ({ page }) => {
    row('error/settings');
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("refused"))');
    await pressCopy(page);
    await shown(page, 'Failed to copy to clipboard. Please copy manually.');
  });
});

describe("a user's devices", () => {
  test('other devices are listed and signed out', async ({ page, user }) => {
    row('settings/devices');
    const elsewhere = await signedIn(whole, user.email, user.password);
    await page.reload();
    const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
    await devices.nth(1).waitFor();
    await devices.filter({ hasText: 'This device' }).waitFor();
    await press(page, 'Sign out everywhere else');
    await shown(page, 'Signed out everywhere else');
    await until(async () => (await devices.count()) === 1);
    await until(async () => (await elsewhere.call('GET', '/api/auth/user')).json === null);
  });
});

describe('a new email', () => {
  const emailField = (page: Page) => page.getByLabel('Email', { exact: true });
  const passwordField = (page: Page) => page.getByLabel('Current password', { exact: true });
  const openLinkTo = async (page: Page, address: string, subject: RegExp) =>
    page.goto(linkIn(await mailAbout(whole.mailApiUrl, address, subject), '/confirm'));

  test('needs the password, and refuses a wrong one', async ({ page, user }) => {
    row('settings/new-email');
    await page.goto('/settings');
    expect(await passwordField(page).count()).toBe(0);
    await emailField(page).fill(`new-${user.email}`);
    await passwordField(page).fill('not the password');
    await press(page, 'Save Changes');
    await shown(page, 'The password is not right.');
    expect(await passwordField(page).getAttribute('aria-invalid')).toBe('true');
  });

  test('is not sent without the password', async ({ page }) => {
    await passwordField(page).fill('');
    await press(page, 'Save Changes');
    await shown(page, 'Enter your current password to change your email.');
  });

  test('stays pending until its mailed link is used', async ({ page, user }) => {
    await passwordField(page).fill(user.password);
    await press(page, 'Save Changes');
    await shown(page, 'Confirm your new email');
    expect(await emailField(page).inputValue()).toBe(user.email);
  });

  test("replaces the old one when its link's button is pressed", async ({ page, user }) => {
    row('beyond/mailed-link-page');
    const next = `new-${user.email}`;
    await openLinkTo(page, next, /Confirm your new email/);
    await page.getByRole('heading', { name: 'Confirm your new email address' }).waitFor();
    await shown(page, `This moves the account of ${user.email} to ${next}.`);
    await expectAccessible(page);
    await press(page, 'Confirm my new address');
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByText('Email changed')
      .waitFor();
    await shown(page, `You sign in with ${next} from now on.`);
    expect(page.url()).toBe(`${whole.url}/settings`);
    await until(async () => (await emailField(page).inputValue()) === next);
    await page.reload();
    await until(async () => (await emailField(page).inputValue()) === next);
    expect(await page.getByText('Email changed').count()).toBe(0);
    user.email = next;
  });

  test('does not change when its link is opened again', async ({ page, user }) => {
    await openLinkTo(page, user.email, /Confirm your new email/);
    await page.getByRole('heading', { name: 'This link was already used' }).waitFor();
    await expectAccessible(page);
    await page.goto('/settings');
    await until(async () => (await emailField(page).inputValue()) === user.email);
  });
});

describe('own data', () => {
  test('is downloaded as one file', async ({ page, user }) => {
    row('settings/own-data');
    const downloading = page.waitForEvent('download');
    await press(page, 'Download my data');
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^closingwire-data-\d{4}-\d\d-\d\d\.json$/);
    const facts = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(JSON.stringify(facts.account)).toContain(user.email);
    expect(Object.keys(facts)).toEqual(expect.arrayContaining(['billing', 'zips', 'leads', 'mails']));
  });

  test('is kept after a wrong password', async ({ page }) => {
    await press(page, 'Delete account');
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Your password').fill('not her password');
    await inDialog(page, 'Delete account').click();
    await expectRefused(page, 'Your password', 'The password is not right.');
  });

  test('is deleted with the account', async ({ page, user }) => {
    row('settings/deletion');
    await page.getByLabel('Your password').fill(user.password);
    await inDialog(page, 'Delete account').click();
    await shown(page, 'Account deleted');
    await page.waitForURL('/');
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor();
    const { email, password } = user;
    const { status } = await user.call('POST', '/api/auth/signin', { email, password });
    expect(status).toBe(400);
  });
});
