import { setTimeout as pause } from 'node:timers/promises';
import { TOTP } from 'otpauth';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenBrowser, openBrowser } from './browser/open-browser.ts';
import { pageActions } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { untilReady } from './browser/until-ready.ts';
import { aSubscriberToBe, aVisitor, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* A password that is changed, a second factor that is set up, asked for and removed. */

const whole = theWhole();
const newPassword = 'gravel onward tulip nebula';
const secrets = new Map<string, string>();
let browser: OpenBrowser;
let user: User;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  user = await aSubscriberToBe(whole);
  page = await pageOf(browser, user, whole.url);
  await page.goto(at('/settings'));
});
afterAll(() => browser.close());

const { at, press, shown } = pageActions(() => page, whole.url);
const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const code = () => page.getByRole('textbox', { name: 'Code', exact: true });
const stepMs = 30_000;
const usedSteps = new Map<string, number>();

/** The code of an authenticator that works now: each works once, and that of the next step is taken already. */
async function codeOf(name: string): Promise<string> {
  const step = Math.max(Math.floor(Date.now() / stepMs), (usedSteps.get(name) ?? 0) + 1);
  await pause(Math.max(0, (step - 1) * stepMs - Date.now()));
  usedSteps.set(name, step);
  return new TOTP({ secret: secrets.get(name) ?? '' }).generate({ timestamp: step * stepMs });
}
/** Right for nobody, but once in a million. */
const wrongCode = '000000';

async function setUp(name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await press('Continue');
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  secrets.set(name, await page.getByLabel('Or type this secret into it').inputValue());
}

async function givePassword(next: string): Promise<void> {
  await page.goto(at(`/auth?next=${encodeURIComponent(next)}`));
  await (await untilReady(page.getByLabel('Email'))).fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await press('Sign In');
}

async function logOut(): Promise<void> {
  await press('Account menu');
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await shown('You have been successfully signed out.');
}

describe('a change of password', () => {
  test('advises while the new one is typed', async () => {
    row('settings/password');
    await press('Change password');
    const field = page.getByLabel('New password', { exact: true });
    await field.pressSequentially('Password1');
    await shown(/^Very weak\./);
    await shown(/lists of leaked passwords/);
    await field.fill(newPassword);
    await shown(/^Strong\./);
  });

  test('shows what is wrong with the current one', async () => {
    // This session came from a mailed link a moment ago, and is free of it.
    const refusalOf = (body: string | null) => {
      if (!body?.includes('current'))
        return { code: 'current_password_required', message: 'Current password required.' };
      return body.includes('a wrong guess') && { code: 'current_password_invalid', message: 'As before.' };
    };
    const headers = { 'x-supabase-api-version': '2024-01-01' };
    await page.route('**/api/auth/v1/user', route => {
      const request: Request = route.request();
      const refusal = request.method() === 'PUT' && refusalOf(request.postData());
      return refusal ? route.fulfill({ status: 400, json: refusal, headers }) : route.fallback();
    });
    await page.getByLabel('Confirm new password').fill(newPassword);
    await press('Update password');
    await shown('Current password required.');
    await page.getByLabel('Current password').fill('a wrong guess');
    await press('Update password');
    await shown('That is not your current password.');
    await page.getByLabel('Current password').fill(user.password);
  });

  test('wants it twice and takes it', async () => {
    row('settings/password');
    await page.getByLabel('Confirm new password').fill('something else');
    await press('Update password');
    await shown('Passwords do not match');
    await page.getByLabel('Confirm new password').fill(newPassword);
    await press('Update password');
    await shown('Your password has been successfully updated.');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const signIn = (password: string) =>
      aVisitor(whole).call('POST', '/api/auth/signin', { email: user.email, password });
    expect((await signIn(user.password)).status).toBe(400);
    expect((await signIn(newPassword)).status).toBe(200);
  });

  test('is refused without the current one to a session from a password', async () => {
    const signedIn = aVisitor(whole);
    await signedIn.call('POST', '/api/auth/signin', { email: user.email, password: newPassword });
    const change = (fields: object) =>
      signedIn.call('PUT', '/api/auth/v1/user', { password: 'another long password', ...fields });
    const without = { status: 400, json: { error_code: 'current_password_required' } };
    expect(await change({})).toMatchObject(without);
    const wrong = { status: 400, json: { error_code: 'current_password_invalid' } };
    expect(await change({ current_password: 'a wrong guess' })).toMatchObject(wrong);
  });
});

describe('setting up two-factor authentication', () => {
  test('asks for a new sign-in where the last one is too long ago', async () => {
    const text = 'Your last sign-in was more than an hour ago. Sign in again to set up an authenticator.';
    const refusal = { code: 'reauthentication_needed', message: text };
    const headers = { 'x-supabase-api-version': '2024-01-01' };
    await page.route('**/api/auth/v1/factors', route =>
      route.fulfill({ status: 400, json: refusal, headers }),
    );
    await press('Set up');
    await page.getByLabel('Name', { exact: true }).fill('My phone');
    await press('Continue');
    await shown(text);
    await page.unroute('**/api/auth/v1/factors');
    await press('Sign in again');
    await page.waitForURL(at('/auth?next=%2Fsettings'));
    await givePassword('/settings');
    await heading('Settings');
  });
});

describe('two-factor authentication', () => {
  test('is set up with the first code', async () => {
    await press('Set up');
    await setUp('My phone');
    await code().fill(wrongCode);
    await press('Verify');
    await shown('That code is not right. Wait for the next one and try again.');
    await code().fill(await codeOf('My phone'));
    await press('Verify');
    await heading('Two-factor authentication is on');
    await press('Done');
    await page.getByRole('button', { name: 'Remove My phone' }).waitFor();
  });

  test('may have several authenticators, each with its name', async () => {
    await press('Add another');
    await page.getByLabel('Name', { exact: true }).fill('My phone');
    await press('Continue');
    await shown('Another authenticator has this name');
    await setUp('Password manager');
    await code().fill(await codeOf('Password manager'));
    await press('Verify');
    await press('Done');
    await page.getByRole('button', { name: 'Remove Password manager' }).waitFor();
  });

  test('stands between the password and every page', async () => {
    row('settings/two-factor');
    await logOut();
    await givePassword('/subscriptions');
    await heading('One more step');
    await page.goto(at('/dashboard'));
    await page.waitForURL(url => url.pathname === '/auth');
    await heading('One more step');
    expect(await code().getAttribute('autocomplete')).toBe('one-time-code');
  });

  test('refuses a wrong code and lets go', async () => {
    await code().fill(wrongCode);
    await shown('That code is not right. Wait for the next one and try again.');
    await press('Back to sign in');
    await heading('Sign in');
    await page.reload();
    await heading('Sign in');
  });

  test('takes the code of another authenticator and leads on', async () => {
    await givePassword('/subscriptions');
    await heading('One more step');
    await press('Use another authenticator');
    await press('Password manager');
    await code().fill(await codeOf('Password manager'));
    await shown('Welcome back!');
    await page.waitForURL(at('/subscriptions'));
  });

  test('is off when the last authenticator is removed', async () => {
    await page.goto(at('/settings'));
    await press('Remove Password manager');
    await press('Remove authenticator');
    await page.getByRole('button', { name: 'Remove Password manager' }).waitFor({ state: 'detached' });
    // The session was opened with the one that is gone, so the other one has to vouch for its own end.
    await press('Remove My phone');
    await press('Remove authenticator');
    await code().fill(await codeOf('My phone'));
    await press('Remove authenticator');
    await page.getByRole('button', { name: 'Set up' }).waitFor();
    await logOut();
    await givePassword('/settings');
    await heading('Settings');
  });
});
