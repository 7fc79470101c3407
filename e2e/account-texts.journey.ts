import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import type { Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectRefused } from './browser/expect-refused.ts';
import { visitorTest } from './browser/journey.ts';
import { fill, press, shown, toasted } from './browser/page-actions.ts';
import { cookiesOf, pageOf } from './browser/page-of.ts';
import { linkIn, mailAbout } from './platform/mail-sink.ts';
import { aSubscriberToBe, demoAdmin, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* Texts of the account's pages after success, failure and no reply. Only failing replies are faked. */

const whole = theWhole();

const test = visitorTest().extend('user', { scope: 'file' }, () => aSubscriberToBe(whole));

/** A fresh address per test: rate limits count per address. */
const newAddress = () => `${newId()}@example.com`;
const hrefOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name }).getAttribute('href');
const isOffline = (route: Route) => route.abort();
const refuses = (message?: string) => (route: Route) => route.fulfill({ status: 400, json: { message } });

describe('signing in', () => {
  test('leads to recovery and registration', async ({ page }) => {
    row('sign-in/form');
    await page.goto('/auth');
    expect(await hrefOf(page, 'Forgot password?')).toBe('/forgot-password');
    expect(await hrefOf(page, 'Create an account')).toBe('/register');
  });

  test("shows the server's message in one toast", async ({ page }) => {
    row('constant/one-toast', 'sign-in/failure', 'error/sign-in-failed', 'validation/server-messages-only');
    await page.route('**/api/auth/signup', refuses('That password is too short'));
    await firstStep(page);
    await secondStep(page);
    await press(page, 'Create Account');
    await toasted(page, 'Registration Failed', 'That password is too short');
    await page.goto('/auth');
    await fill(page, 'Email', newAddress());
    await fill(page, 'Password', 'x');
    await press(page, 'Sign In');
    await toasted(page, 'Sign in failed', 'Invalid login credentials');
    await expectRefused(page, 'Password', 'This email and this password do not belong together. Check both.');
    await page.route('**/api/auth/signin', refuses('Email not confirmed'));
    await press(page, 'Sign In');
    await toasted(page, 'Sign in failed', 'Email not confirmed');
    expect(await page.locator('[data-sonner-toast]').count()).toBe(1);
  });

  test('after a failure offers the confirmation link, without revealing accounts', async ({ page }) => {
    await page.goto('/auth');
    const notice = page.getByRole('status').filter({ hasText: 'Just registered?' });
    await fill(page, 'Email', 'nobody@example.com');
    await fill(page, 'Password', 'wrong password');
    await press(page, 'Sign In');
    await notice.getByRole('button', { name: 'Send it again' }).click();
    await toasted(
      page,
      'Check your email',
      'If this address still needs confirmation, an email is on its way.',
    );
  });

  test('shows a spinner until the session is known', async ({ page }) => {
    row('routes/full-page-spinner');
    await page.route('**/api/auth/user', () => {});
    await page.goto('/settings');
    await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor();
  });
});

const complete = {
  'First name': 'Ada',
  'Last name': 'Example',
  Email: 'ada@example.com',
  Password: 'gravel onward tulip nebula',
  Phone: '555-0100',
};

async function firstStep(page: Page, changes: Partial<Record<string, string>> = {}): Promise<void> {
  await page.goto('/register');
  for (const [label, text] of Object.entries({ ...complete, ...changes }))
    await fill(page, label, text ?? '');
  await press(page, 'Continue');
}

async function secondStep(page: Page): Promise<void> {
  await page.getByLabel('Industry').selectOption('Mortgages');
  await fill(page, 'Company name', 'Example Ltd');
  await page.getByLabel('Team size').selectOption({ index: 1 });
}

/** Returns the options of a select, once it is visible; the first asks to choose. */
async function optionsOf(page: Page, label: string): Promise<string[]> {
  const select = page.getByLabel(label);
  await select.waitFor();
  return await select.getByRole('option').allTextContents();
}

const teamSizes = [
  'Just me (1)',
  'Small team (2-5)',
  'Medium team (6-15)',
  'Large team (16-50)',
  'Enterprise (50+)',
];

describe('registering', () => {
  test('names the price and the seven industries', async ({ page }) => {
    row('product/seven-industries', 'product/price-50-registration');
    await page.goto('/register');
    await shown(page, /ZIP subscriptions from \$50\/month/);
    await firstStep(page);
    const options = await optionsOf(page, 'Industry');
    expect(options.slice(1)).toEqual([
      'Brokerage or Team',
      'Coach or Trainer',
      'Home Services',
      'Marketing Agency',
      'Mortgages',
      'Printing/Mailing Provider',
      'Title & Escrow',
    ]);
  });

  test('needs every field of the first step', async ({ page }) => {
    row('validation/registration-step-1');
    await firstStep(page, { 'First name': ' ' });
    for (const [label, text] of Object.entries(complete)) {
      await fill(page, label, ' ');
      await press(page, 'Continue');
      await toasted(page, 'Please fill in all fields', 'All fields are required to continue');
      // Only the first step has this field.
      await fill(page, label, text);
    }
    expect(await page.getByLabel('Company name').count()).toBe(0);
  });

  test('needs company and team size in the second step', async ({ page }) => {
    row('validation/registration-step-2', 'constant/team-sizes');
    const asked: string[] = [];
    page.on('request', request => asked.push(request.url()));
    await firstStep(page);
    const sizes = await optionsOf(page, 'Team size');
    expect(sizes.slice(1)).toEqual(teamSizes);
    await page.getByLabel('Industry').selectOption('Mortgages');
    await fill(page, 'Company name', 'Example Ltd');
    await press(page, 'Create Account');
    const toast = ['Please fill in all company details', 'Company name and team size are required'] as const;
    await toasted(page, ...toast);
    await firstStep(page);
    await secondStep(page);
    await fill(page, 'Company name', '');
    await press(page, 'Create Account');
    await toasted(page, ...toast);
    expect(asked.filter(url => url.endsWith('/api/auth/signup'))).toEqual([]);
  });

  test('shows why it failed', async ({ page }) => {
    row('error/sign-up-failed');
    await firstStep(page);
    await secondStep(page);
    for (const [reply, title, text] of [
      [refuses('No more sign-ups today'), 'Registration Failed', 'No more sign-ups today'],
      [isOffline, 'Registration Failed', 'Registration failed'],
      [refuses(), 'Sign up failed', 'Registration failed'],
    ] as const) {
      await page.route('**/api/auth/signup', reply);
      await press(page, 'Create Account');
      await toasted(page, title, text);
    }
  });
});

test('a registration takes back its error once it succeeds', async ({ page }) => {
  await firstStep(page, { Email: newAddress() });
  await press(page, 'Create Account');
  await toasted(page, 'Please fill in all company details');
  await secondStep(page);
  await press(page, 'Create Account');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  // Sooner than the five seconds after which each toast disappears.
  await page.locator('[data-sonner-toast]').waitFor({ state: 'detached', timeout: 2_000 });
});

describe('a forgotten password', () => {
  test('needs a valid address', async ({ page }) => {
    row('forgot/back-to-sign-in', 'validation/forgot-email');
    await page.goto('/forgot-password');
    await fill(page, 'Email', 'ada');
    await press(page, 'Send reset email');
    await shown(page, 'Please enter an email such as name@example.com');
    expect(await hrefOf(page, 'Back to sign in')).toBe('/auth');
  });

  test('sends a mail, then offers another address', async ({ page }) => {
    row('forgot/form', 'forgot/different-email', 'state/forgot-back');
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/auth/reset-password', route => promise.then(() => route.continue()));
    await page.goto('/forgot-password');
    await fill(page, 'Email', newAddress());
    await press(page, 'Send reset email');
    await page.getByRole('button', { name: 'Sending reset email...' }).waitFor();
    resolve();
    await toasted(page, 'Reset email sent', 'Check your email for password reset instructions');
    await press(page, 'Try a different email');
    expect(await page.getByLabel('Email').inputValue()).toBe('');
  });

  test('shows why it was not sent', async ({ page }) => {
    row('error/reset-request');
    await page.goto('/forgot-password');
    await fill(page, 'Email', newAddress());
    for (const [reply, text] of [
      [refuses('Too many mails'), 'Too many mails'],
      [refuses(''), 'Failed to send reset email'],
      [isOffline, 'Something went wrong. Please try again.'],
    ] as const) {
      await page.route('**/api/auth/reset-password', reply);
      await press(page, 'Send reset email');
      await toasted(page, 'Error', text);
    }
  });
});

test('a forgotten password is replaced through the mailed link', async ({ page }) => {
  row(
    'forgot/sent',
    'reset/form',
    'reset/success',
    'state/forgot-sent',
    'state/reset-password',
    'validation/passwords-must-match',
  );
  const user = await aSubscriberToBe(whole);
  await page.goto('/reset-password');
  await shown(page, 'Invalid or missing reset token. Please request a new password reset.');
  expect(await page.getByRole('button', { name: 'Update password' }).isDisabled()).toBe(true);
  await page.goto('/forgot-password');
  await fill(page, 'Email', user.email);
  await press(page, 'Send reset email');
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await shown(page, user.email);
  await shown(page, /spam/);
  await shown(page, /expires in 1 hour/);

  const mail = await mailAbout(whole.mailApiUrl, user.email, /new password/);
  await page.goto(linkIn(mail, '/reset-password'));
  await fill(page, 'New password', 'first new password');
  await fill(page, 'Confirm new password', 'second new password');
  await press(page, 'Update password');
  await shown(page, 'Passwords do not match');
  await fill(page, 'Confirm new password', 'first new password');
  await press(page, 'Update password');
  await page.getByRole('heading', { name: 'Password updated successfully' }).waitFor();

  await page.getByRole('link', { name: 'Sign in with new password' }).click();
  await fill(page, 'Email', user.email);
  await fill(page, 'Password', 'first new password');
  await press(page, 'Sign In');
  await shown(page, 'Welcome back!');
});

describe('a new password', () => {
  const checksLink = (page: Page) =>
    page.route('**/api/auth/link/look', route =>
      route.fulfill({
        json: {
          state: 'valid',
          kind: 'recovery',
          email: null,
          newEmail: null,
          awaitsOther: false,
          isOwn: null,
        },
      }),
    );

  async function submit(page: Page, password: string): Promise<void> {
    await fill(page, 'New password', password);
    await fill(page, 'Confirm new password', password);
    await press(page, 'Update password');
  }

  test('shows why it was not saved', async ({ page }) => {
    row('error/update-password');
    await checksLink(page);
    await page.goto(`/reset-password#access_token=${'a1'.repeat(32)}&type=recovery`);
    for (const [reply, text] of [
      [refuses('The link was used'), 'The link was used'],
      [refuses(''), 'Failed to update password'],
      [isOffline, 'Something went wrong. Please try again.'],
    ] as const) {
      await page.route('**/api/auth/update-password', reply);
      await submit(page, 'gravel onward');
      await toasted(page, 'Error', text);
    }
  });

  test('needs six characters and shows that it is being saved', async ({ page }) => {
    row('reset/pending', 'validation/password-length');
    const sent: unknown[] = [];
    await checksLink(page);
    await page.route('**/api/auth/update-password', route => void sent.push(route.request().postDataJSON()));
    await page.goto(`/reset-password#access_token=${'a1'.repeat(32)}&type=recovery`);
    await submit(page, 'short');
    await shown(page, 'Password must be at least 6 characters long');
    expect(sent).toEqual([]);
    await submit(page, 'longer');
    expect(await page.getByRole('button', { name: 'Updating password...' }).isDisabled()).toBe(true);
    await until(() => sent.length > 0);
    expect(sent).toEqual([{ password: 'longer' }]);
  });
});

/** Signs the visitor in as this user. */
async function signIn(page: Page, user: User): Promise<void> {
  await page.context().addCookies(cookiesOf(user, whole.url));
}

test('the footer has four columns, three for subscribers', async ({ page, user }) => {
  row('product/footer-columns');
  const columns = () =>
    page
      .getByRole('contentinfo')
      .locator('> div')
      .evaluate(grid => grid.children.length);
  await page.goto('/help');
  expect(await columns()).toBe(4);
  await signIn(page, user);
  await page.goto('/help');
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
  expect(await columns()).toBe(3);
});

describe('the account menu', () => {
  test.beforeEach(({ page, user }) => signIn(page, user));

  test('shows letter, name and address', async ({ page, user }) => {
    row('product/avatar', 'product/menu-name');
    await page.goto('/help');
    await page.getByRole('heading', { name: 'Help Center' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Account menu' }).textContent()).toBe('A');
    await press(page, 'Account menu');
    await page.getByRole('menu').getByText('Ada', { exact: true }).waitFor();
    await page.getByRole('menu').getByText(user.email).waitFor();
  });

  test("is under the header's links", async ({ page }) => {
    row('product/header-signed-in', 'product/menu-settings', 'product/footer-product-links');
    await page.goto('/help');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await links.nth(2).waitFor();
    expect(await links.allTextContents()).toEqual(['Dashboard', 'Add ZIP Codes', 'Help']);
    expect(await page.getByRole('contentinfo').getByRole('link', { name: 'Features' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Admin Panel' }).count()).toBe(0);
  });

  test.for([
    [{ firstName: '', email: 'zoe@example.com' }, 'Z'],
    [{ firstName: '', email: '' }, 'U'],
  ] as const)("with %o shows a letter and 'User'", async ([fields, letter], { page }) => {
    await page.route('**/api/auth/user', async route => {
      const reply = await route.fetch();
      await route.fulfill({ json: { ...(await reply.json()), ...fields } });
    });
    await page.goto('/help');
    const menu = page.getByRole('button', { name: 'Account menu' });
    await menu.click();
    expect(await page.getByRole('button', { name: 'Account menu' }).textContent()).toBe(letter);
    await page.getByRole('menu').getByText('User', { exact: true }).waitFor();
  });
});

test('an admin is led to the admin area', async ({ browser }) => {
  row('product/header-admin-link', 'product/menu-admin-panel');
  const admin = await pageOf(browser, await demoAdmin(whole));
  await admin.goto('/help');
  await admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).waitFor();
  await admin.getByRole('button', { name: 'Account menu' }).click();
  await admin.getByRole('menuitem', { name: 'Admin Panel' }).waitFor();
});

describe('a signed-in user', () => {
  test.beforeEach(({ page, user }) => signIn(page, user));

  test('sees why their settings were not saved', async ({ page }) => {
    await page.goto('/settings');
    for (const [reply, text] of [
      [refuses('Not today'), 'Not today'],
      [isOffline, 'Failed to update profile'],
    ] as const) {
      await page.route('**/api/user/profile', reply);
      await press(page, 'Save Changes');
      await toasted(page, 'Error', text);
    }
    await page.route('**/api/user/preferences', isOffline);
    await page.getByRole('switch', { name: /Email notifications/ }).click();
    await toasted(page, 'Error', 'Failed to update preferences');
  });

  test('is led to sign in when their session ends', async ({ page }) => {
    row('error/401');
    await page.route('**/api/user/profile', route =>
      route.fulfill({ status: 401, json: { message: 'Over' } }),
    );
    await page.goto('/settings');
    const leaving = page.waitForRequest(request => new URL(request.url()).pathname === '/api/login');
    await press(page, 'Save Changes');
    await toasted(page, 'Unauthorized', 'You are logged out. Logging in again...');
    expect(new URL((await leaving).url()).searchParams.get('next')).toBe('/settings');
  });

  test('resets a forgotten password and is signed out', async ({ page, user }) => {
    await page.goto('/forgot-password');
    await fill(page, 'Email', user.email);
    await press(page, 'Send reset email');
    await shown(page, 'Reset email sent');
    const mail = await mailAbout(whole.mailApiUrl, user.email, /new password/);
    await page.goto(linkIn(mail, '/reset-password'));
    await fill(page, 'New password', 'gravel onward tulip nebula');
    await fill(page, 'Confirm new password', 'gravel onward tulip nebula');
    await press(page, 'Update password');
    await toasted(page, 'Password updated', 'Your password has been successfully updated.');
    await page.getByRole('heading', { name: 'Password updated successfully' }).waitFor();
    await page.getByRole('link', { name: 'Sign in with new password' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
