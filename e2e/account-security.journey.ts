import { setTimeout as pause } from 'node:timers/promises';
import { TOTP } from 'otpauth';
import type { Page, Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { expectRefused } from './browser/expect-refused.ts';
import { signedInSteps } from './browser/journey.ts';
import { press, shown } from './browser/page-actions.ts';
import { untilReady } from './browser/until-ready.ts';
import { aSubscriberToBe, aVisitor, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* Changing the password; setting up, using and removing a second factor. */

const whole = theWhole();
const newPassword = 'gravel onward tulip nebula';
const secrets = new Map<string, string>();

const test = signedInSteps(() => aSubscriberToBe(whole));

test.beforeAll(async ({ page }) => {
  await page.goto('/settings');
});

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const code = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });
const stepMs = 30_000;
const usedSteps = new Map<string, number>();

/** Returns a code that works now. Each works once; auth accepts the code of the next step too. */
async function codeOf(name: string): Promise<string> {
  const step = Math.max(Math.floor(Date.now() / stepMs), (usedSteps.get(name) ?? 0) + 1);
  await pause(Math.max(0, (step - 1) * stepMs - Date.now()));
  usedSteps.set(name, step);
  return new TOTP({ secret: secrets.get(name) ?? '' }).generate({ timestamp: step * stepMs });
}
const wrongCode = '000000';

async function setUp(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await press(page, 'Continue');
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  secrets.set(name, await page.getByLabel('Or type this secret into it').inputValue());
}

async function givePassword(page: Page, user: User, next: string): Promise<void> {
  await page.goto(`/auth?next=${encodeURIComponent(next)}`);
  await (await untilReady(page.getByLabel('Email'))).fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await press(page, 'Sign In');
}

async function logOut(page: Page): Promise<void> {
  await press(page, 'Account menu');
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await shown(page, 'You have been successfully signed out.');
}

describe('a change of password', () => {
  test('rates the new password while it is typed', async ({ page }) => {
    row('settings/password');
    await press(page, 'Change password');
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    const field = page.getByLabel('New password', { exact: true });
    await field.pressSequentially('Password1');
    await shown(page, /^Very weak\./);
    await shown(page, /lists of leaked passwords/);
    await field.fill(newPassword);
    await shown(page, /^Strong\./);
  });

  test('shows why the current password is refused', async ({ page, user }) => {
    // A session from a mailed link needs no current password, so the refusals are made here.
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
    await press(page, 'Update password');
    await shown(page, 'Current password required.');
    await page.getByLabel('Current password').fill('a wrong guess');
    await press(page, 'Update password');
    await expectRefused(page, 'Current password', 'That is not your current password.');
    await page.getByLabel('Current password').fill(user.password);
  });

  test('needs the new password twice, then saves it', async ({ page, user }) => {
    row('settings/password');
    await page.getByLabel('Confirm new password').fill('something else');
    await press(page, 'Update password');
    await shown(page, 'Passwords do not match');
    await page.getByLabel('Confirm new password').fill(newPassword);
    await press(page, 'Update password');
    await shown(page, 'Your password has been successfully updated.');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const signIn = (password: string) =>
      aVisitor(whole).call('POST', '/api/auth/signin', { email: user.email, password });
    expect((await signIn(user.password)).status).toBe(400);
    expect((await signIn(newPassword)).status).toBe(200);
  });
});

describe('setting up two-factor authentication', () => {
  test('asks for a new sign-in after an hour', async ({ page, user }) => {
    const text = 'Your last sign-in was more than an hour ago. Sign in again to set up an authenticator.';
    const refusal = { code: 'reauthentication_needed', message: text };
    const headers = { 'x-supabase-api-version': '2024-01-01' };
    await page.route('**/api/auth/v1/factors', route =>
      route.fulfill({ status: 400, json: refusal, headers }),
    );
    await press(page, 'Set up');
    await page.getByLabel('Name', { exact: true }).fill('My phone');
    await press(page, 'Continue');
    await shown(page, text);
    await page.unroute('**/api/auth/v1/factors');
    await press(page, 'Sign in again');
    await page.waitForURL('/auth?next=%2Fsettings');
    await givePassword(page, user, '/settings');
    await shown(page, 'This device');
  });
});

describe('two-factor authentication', () => {
  test('is set up with the first code', async ({ page }) => {
    await press(page, 'Set up');
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await setUp(page, 'My phone');
    await code(page).fill(wrongCode);
    await press(page, 'Verify');
    await expectRefused(page, 'Code', 'That code is not right. Wait for the next one and try again.');
    await code(page).fill(await codeOf('My phone'));
    await press(page, 'Verify');
    await heading(page, 'Two-factor authentication is on');
    await press(page, 'Done');
    await page.getByRole('button', { name: 'Remove My phone' }).waitFor();
  });

  test('may have several authenticators, each with its name', async ({ page }) => {
    await press(page, 'Add another');
    await page.getByLabel('Name', { exact: true }).fill('My phone');
    await press(page, 'Continue');
    await shown(page, 'Another authenticator has this name');
    await setUp(page, 'Password manager');
    await code(page).fill(await codeOf('Password manager'));
    await press(page, 'Verify');
    await press(page, 'Done');
    await page.getByRole('button', { name: 'Remove Password manager' }).waitFor();
  });

  test('is required before every page', async ({ page, user }) => {
    row('settings/two-factor');
    await logOut(page);
    await givePassword(page, user, '/subscriptions');
    await heading(page, 'One more step');
    await page.goto('/dashboard');
    await page.waitForURL(url => url.pathname === '/auth');
    await heading(page, 'One more step');
    expect(await code(page).getAttribute('autocomplete')).toBe('one-time-code');
  });

  test('refuses a wrong code and can be canceled', async ({ page }) => {
    await code(page).fill(wrongCode);
    await shown(page, 'That code is not right. Wait for the next one and try again.');
    await press(page, 'Back to sign in');
    await heading(page, 'Sign in');
    await page.reload();
    await heading(page, 'Sign in');
  });

  test("accepts another authenticator's code and continues", async ({ page, user }) => {
    await givePassword(page, user, '/subscriptions');
    await heading(page, 'One more step');
    await press(page, 'Use another authenticator');
    await press(page, 'Password manager');
    await code(page).fill(await codeOf('Password manager'));
    await shown(page, 'Welcome back!');
    await page.waitForURL('/subscriptions');
  });
});

describe('removing the authenticators', () => {
  test('turns two-factor authentication off with the last one', async ({ page, user }) => {
    await page.goto('/settings');
    await press(page, 'Remove Password manager');
    await press(page, 'Remove authenticator');
    await page.getByRole('button', { name: 'Remove Password manager' }).waitFor({ state: 'detached' });
    // The session used the removed authenticator, so removing the other needs its code.
    await press(page, 'Remove My phone');
    await press(page, 'Remove authenticator');
    await code(page).fill(wrongCode);
    await press(page, 'Remove authenticator');
    await expectRefused(page, 'Code', 'That code is not right. Wait for the next one and try again.');
    await code(page).fill(await codeOf('My phone'));
    await press(page, 'Remove authenticator');
    await page.getByRole('button', { name: 'Set up' }).waitFor();
    await logOut(page);
    await givePassword(page, user, '/settings');
    await heading(page, 'Settings');
  });
});
