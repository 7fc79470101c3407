import { readFile } from 'node:fs/promises';
import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenBrowser, openBrowser } from './browser/open-browser.ts';
import { pageActions } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { linkIn, mailAbout } from './platform/mail-sink.ts';
import { aSubscriberToBe, signedIn, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* The settings of one person: keys, devices, data, and the end of the account. */

const whole = theWhole();
let browser: OpenBrowser;
let user: User & { id: string };
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  user = await aSubscriberToBe(whole);
  page = await pageOf(browser, user, whole.url);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(at('/settings'));
});
afterAll(() => browser.close());

const { at, press, shown } = pageActions(() => page, whole.url);
const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
const askPartnerApi = (key: string) =>
  fetch(at('/api/v1/agents-properties'), { headers: { authorization: `Bearer ${key}` } });
const focused = () => page.evaluate<string>('document.activeElement.textContent');

describe('the user ID', () => {
  test('is copied as the API key', async () => {
    row('settings/api-key-copy');
    const api = page.getByRole('region', { name: 'API access' });
    await shown(/It opens the API as it is/);
    await api.getByRole('button', { name: 'Copy' }).click();
    await shown('Your API key is in the clipboard.');
    expect(await clipboard()).toBe(user.id);
  });

  test('is no API key where an admin has switched that off', async () => {
    row('settings/api-user-id-off');
    const api = page.getByRole('region', { name: 'API access' });
    await shown(/It opens the API as it is/);
    // Of this page alone: the setting is the whole site's, and other journeys run beside this one.
    await page.route('**/api/user/api-access', route => route.fulfill({ json: { acceptsUserId: false } }));
    await page.reload();
    await shown(/It does not open the API: an administrator has switched that off/);
    await shown('No keys yet. Create one to use the API.');
    expect(await api.getByLabel('User ID').inputValue()).toBe(user.id);
    expect(await api.textContent()).not.toMatch(/Your user ID above works|Send it/);
    await page.unroute('**/api/user/api-access');
    await page.reload();
    await shown(/It opens the API as it is/);
  });

  test('is called that until it is known to open the API', async () => {
    const api = page.getByRole('region', { name: 'API access' });
    await page.route('**/api/user/api-access', () => {});
    await page.reload();
    expect(await api.getByLabel('User ID').inputValue()).toBe(user.id);
    await api.getByRole('button', { name: 'Copy' }).click();
    await shown('Your user ID is in the clipboard.');
    await page.unroute('**/api/user/api-access');
    await page.reload();
    await shown(/It opens the API as it is/);
  });
});

describe('API access', () => {
  let first = '';

  test('a new key is shown whole this once', async () => {
    row('settings/partner-keys');
    await press('Create key');
    await page.getByLabel('Name', { exact: true }).fill('CRM import');
    await inDialog('Create key').click();
    await inDialog('Copy').click();
    await until(async () => (await clipboard()).startsWith('cw_'));
    first = await clipboard();
    await page.mouse.click(5, 5);
    await inDialog('I have saved it').click();
    await shown('never used');
    expect(await page.content()).not.toContain(first);
    expect(await focused()).toContain('Create key');
    expect((await askPartnerApi(first)).status).toBe(200);
  });

  test('a rolled key works beside its successor', async () => {
    await press('Roll CRM import');
    await page.getByLabel('The old key keeps working for').selectOption('1 hour');
    await inDialog('Roll key').click();
    const second = await page.getByRole('textbox', { name: 'New key' }).inputValue();
    await inDialog('I have saved it').click();
    await shown(/^Rolled: works until/);
    expect(second).not.toBe(first);
    expect([(await askPartnerApi(first)).status, (await askPartnerApi(second)).status]).toEqual([200, 200]);
  });

  test('before the new key is revoked, it is shown that the old one works on', async () => {
    const [old, fresh] = [{ hasText: 'Rolled' }, { hasNotText: 'Rolled' }].map(filter =>
      page.getByRole('listitem').filter(filter).getByRole('button', { name: 'Revoke CRM import' }),
    );
    await fresh?.click();
    await shown(/^The earlier key cw_.*… of this name still works, until .*\. Revoke it by itself/);
    expect(await page.getByRole('dialog').textContent()).toContain(`The earlier key ${first.slice(0, 11)}…`);
    await inDialog('Keep it').click();
    await old?.click();
    expect(await page.getByRole('dialog').textContent()).toContain(`uses the key ${first.slice(0, 11)}…`);
    expect(await page.getByRole('dialog').textContent()).not.toContain('The earlier key');
    await inDialog('Keep it').click();
  });

  test('a revoked key is refused at once', async () => {
    const old = page.getByRole('listitem').filter({ hasText: 'Rolled' });
    await old.getByRole('button', { name: 'Revoke CRM import' }).click();
    await inDialog('Revoke key').click();
    await shown('Key revoked');
    await old.waitFor({ state: 'detached' });
    expect(await focused()).toContain('Create key');
    await until(async () => (await askPartnerApi(first)).status === 401);
  });

  test('a refused clipboard shows it', async () => {
    row('error/settings');
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("refused"))');
    await page
      .getByRole('region', { name: 'API access' })
      .getByRole('button', { name: /Copy|Copied/ })
      .click();
    await shown('Failed to copy to clipboard. Please copy manually.');
  });
});

describe('where a person is signed in', () => {
  test('other devices of the user are named and signed out', async () => {
    row('settings/devices');
    const elsewhere = await signedIn(whole, user.email, user.password);
    await page.reload();
    const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
    await devices.nth(1).waitFor();
    await devices.filter({ hasText: 'This device' }).waitFor();
    await press('Sign out everywhere else');
    await shown('Signed out everywhere else');
    await until(async () => (await devices.count()) === 1);
    await until(async () => (await elsewhere.call('GET', '/api/auth/user')).json === null);
  });
});

describe('a new email', () => {
  const emailField = () => page.getByLabel('Email', { exact: true });
  const passwordField = () => page.getByLabel('Current password', { exact: true });
  const openLinkTo = async (address: string, subject: RegExp) =>
    page.goto(at(linkIn(await mailAbout(whole.mailApiUrl, address, subject), '/api/auth/confirm')));

  test('asks for the password, which a wrong one is not', async () => {
    row('settings/new-email');
    await page.goto(at('/settings'));
    expect(await passwordField().count()).toBe(0);
    await emailField().fill(`new-${user.email}`);
    await passwordField().fill('not the password');
    await press('Save Changes');
    await shown('The password is not right.');
    expect(await passwordField().getAttribute('aria-invalid')).toBe('true');
  });

  test('waits for the link that was sent to it', async () => {
    await passwordField().fill(user.password);
    await press('Save Changes');
    await shown('Confirm your new email');
    expect(await emailField().inputValue()).toBe(user.email);
  });

  test('without the password waits for both links', async () => {
    const newest = `newest-${user.email}`;
    await page.goto(at('/settings'));
    await emailField().fill(newest);
    await press('Save Changes');
    await shown(/and one to/);
    await openLinkTo(newest, /Confirm your new email/);
    await shown('One more link to open');
    expect(await emailField().inputValue()).toBe(user.email);
    await openLinkTo(user.email, /Allow a new email/);
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByText('Email changed')
      .waitFor();
    await shown(`You sign in with ${newest} from now on.`);
    expect(page.url()).toBe(at('/settings'));
    await until(async () => (await emailField().inputValue()) === newest);
    await page.reload();
    await until(async () => (await emailField().inputValue()) === newest);
    expect(await page.getByText('Email changed').count()).toBe(0);
    user = { ...user, email: newest };
  });
});

describe('own data', () => {
  test('comes as one file', async () => {
    row('settings/own-data');
    const downloading = page.waitForEvent('download');
    await press('Download my data');
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^closingwire-data-\d{4}-\d\d-\d\d\.json$/);
    const facts = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(JSON.stringify(facts.account)).toContain(user.email);
    expect(Object.keys(facts)).toEqual(expect.arrayContaining(['billing', 'zips', 'leads', 'mails']));
  });

  test('outlives a wrong password', async () => {
    await press('Delete account');
    await page.getByLabel('Your password').fill('not her password');
    await inDialog('Delete account').click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
  });

  test('goes with the account', async () => {
    row('settings/deletion');
    await page.getByLabel('Your password').fill(user.password);
    await inDialog('Delete account').click();
    await shown('Account deleted');
    await page.waitForURL(at('/'));
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor();
    const { email, password } = user;
    const { status } = await user.call('POST', '/api/auth/signin', { email, password });
    expect(status).toBe(400);
  });
});
