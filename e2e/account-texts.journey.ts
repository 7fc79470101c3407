import { newId } from '@closingwire/chassis/ids';
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenBrowser, openBrowser } from './browser/open-browser.ts';
import { pageActions } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { linkIn, mailAbout } from './platform/mail-sink.ts';
import { aSubscriberToBe, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* What the account's pages show when things go well, wrong, or not at all. Only replies that fail are made up. */

const whole = theWhole();
let browser: OpenBrowser;
let user: User;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  user = await aSubscriberToBe(whole);
});
beforeEach(async () => {
  page = await browser.newPage();
});
afterEach(() => page.context().close());
afterAll(() => browser.close());

/** Limits count each address by itself, whatever other tests did. */
const somebody = () => `${newId()}@example.com`;
const { visit, press, shown, fill } = pageActions(() => page, whole.url);
const hrefOf = (name: string) => page.getByRole('main').getByRole('link', { name }).getAttribute('href');
const isOffline = (route: Route) => route.abort();
const refuses = (message?: string) => (route: Route) => route.fulfill({ status: 400, json: { message } });

/** Its title and text; the one that is seen, since there is one at a time. */
const toast = () => page.locator('[data-sonner-toast]').last();
const toasted = (title: string, text: string) =>
  toast().filter({ hasText: title }).filter({ hasText: text }).waitFor();

describe('signing in', () => {
  test('leads to recovery and registration', async () => {
    row('sign-in/form');
    await visit('/auth');
    expect(await hrefOf('Forgot password?')).toBe('/forgot-password');
    expect(await hrefOf('Create an account')).toBe('/register');
  });

  test('shows words of the server in one toast', async () => {
    row('constant/one-toast');
    await visit('/auth');
    await fill('Email', somebody());
    await fill('Password', 'x');
    await press('Sign In');
    await toasted('Sign in failed', 'Invalid login credentials');
    await page.route('**/api/auth/signin', refuses('Email not confirmed'));
    await press('Sign In');
    await toasted('Sign in failed', 'Email not confirmed');
    expect(await page.locator('[data-sonner-toast]').count()).toBe(1);
  });

  test('waits behind a spinner until somebody is known', async () => {
    row('routes/full-page-spinner');
    await page.route('**/api/auth/user', () => {});
    await visit('/settings');
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

async function firstStep(changes: Partial<Record<string, string>> = {}): Promise<void> {
  await visit('/register');
  for (const [label, text] of Object.entries({ ...complete, ...changes })) await fill(label, text ?? '');
  await press('Continue');
}

test('shows what the server shows of a field', async () => {
  row('validation/server-messages-only');
  await visit('/auth');
  await fill('Email', somebody());
  await fill('Password', 'x');
  await page.route('**/api/auth/signin', refuses('Invalid login credentials'));
  await press('Sign In');
  await toasted('Sign in failed', 'Invalid login credentials');
  await page.route('**/api/auth/signup', refuses('That password is too short'));
  await firstStep();
  await page.getByLabel('Industry').selectOption('Mortgages');
  await fill('Company name', 'Example Ltd');
  await page.getByLabel('Team size').selectOption({ index: 1 });
  await press('Create Account');
  await toasted('Registration Failed', 'That password is too short');
});

describe('registering', () => {
  test('names the price and the seven industries', async () => {
    row('product/seven-industries', 'product/price-50-registration');
    await visit('/register');
    await shown(/ZIP subscriptions from \$50\/month/);
    await firstStep();
    const options = await page.getByLabel('Industry').getByRole('option').allTextContents();
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

  test.each(['First name', 'Last name', 'Email', 'Password', 'Phone'])('wants the %s first', async label => {
    row('validation/registration-step-1');
    await firstStep({ [label]: ' ' });
    await toasted('Please fill in all fields', 'All fields are required to continue');
    expect(await page.getByLabel('Company name').count()).toBe(0);
  });

  test('wants company and team size in the second step', async () => {
    row('validation/registration-step-2', 'constant/team-sizes');
    const asked: string[] = [];
    page.on('request', request => asked.push(request.url()));
    await firstStep();
    const sizes = await page.getByLabel('Team size').getByRole('option').allTextContents();
    expect(sizes.slice(1)).toEqual([
      'Just me (1)',
      'Small team (2-5)',
      'Medium team (6-15)',
      'Large team (16-50)',
      'Enterprise (50+)',
    ]);
    await page.getByLabel('Industry').selectOption('Mortgages');
    await fill('Company name', 'Example Ltd');
    await press('Create Account');
    const toast = ['Please fill in all company details', 'Company name and team size are required'] as const;
    await toasted(...toast);
    await firstStep();
    await page.getByLabel('Industry').selectOption('Mortgages');
    await page.getByLabel('Team size').selectOption({ index: 1 });
    await press('Create Account');
    await toasted(...toast);
    expect(asked.filter(url => url.endsWith('/api/auth/signup'))).toEqual([]);
  });

  test.each([
    ['in the words of the server', refuses('No more sign-ups today'), 'No more sign-ups today'],
    ['in words of its own', isOffline, 'Registration failed'],
    ['when the refusal has no words', refuses(), 'Registration failed', 'Sign up failed'],
  ])('fails %s', async (_, reply, text, title = 'Registration Failed') => {
    row('error/sign-up-failed');
    await page.route('**/api/auth/signup', reply);
    await firstStep();
    await page.getByLabel('Industry').selectOption('Mortgages');
    await fill('Company name', 'Example Ltd');
    await page.getByLabel('Team size').selectOption({ index: 1 });
    await press('Create Account');
    await toasted(title, text);
  });
});

describe('a forgotten password', () => {
  test('needs an address that is one', async () => {
    row('forgot/back-to-sign-in', 'validation/forgot-email');
    await visit('/forgot-password');
    await fill('Email', 'ada');
    await press('Send reset email');
    await shown('Please enter an email such as name@example.com');
    expect(await hrefOf('Back to sign in')).toBe('/auth');
  });

  test('sends a mail, and another to another address', async () => {
    row('forgot/form', 'forgot/different-email', 'state/forgot-back');
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/auth/reset-password', route => promise.then(() => route.continue()));
    await visit('/forgot-password');
    await fill('Email', somebody());
    await press('Send reset email');
    await page.getByRole('button', { name: 'Sending reset email...' }).waitFor();
    resolve();
    await toasted('Reset email sent', 'Check your email for password reset instructions');
    await press('Try a different email');
    expect(await page.getByLabel('Email').inputValue()).toBe('');
  });

  test.each([
    ['the words of the server', refuses('Too many mails'), 'Too many mails'],
    ['our words when it has none', refuses(''), 'Failed to send reset email'],
    ['what to do without a connection', isOffline, 'Something went wrong. Please try again.'],
  ])('fails with %s', async (_, reply, text) => {
    row('error/reset-request');
    await page.route('**/api/auth/reset-password', reply);
    await visit('/forgot-password');
    await fill('Email', somebody());
    await press('Send reset email');
    await toasted('Error', text);
  });
});

describe('a new password', () => {
  async function submit(password: string): Promise<void> {
    await fill('New password', password);
    await fill('Confirm new password', password);
    await press('Update password');
  }

  test.each([
    ['the words of the server', refuses('The link was used'), 'The link was used'],
    ['our words when it has none', refuses(''), 'Failed to update password'],
    ['what to do without a connection', isOffline, 'Something went wrong. Please try again.'],
  ])('fails with %s', async (_, reply, text) => {
    row('error/update-password');
    await page.route('**/api/auth/update-password', reply);
    await visit('/reset-password#access_token=a.b.c&type=recovery');
    await submit('gravel onward');
    await toasted('Error', text);
  });

  test('has six characters and shows when it waits', async () => {
    row('reset/pending', 'validation/password-length');
    const sent: unknown[] = [];
    await page.route('**/api/auth/update-password', route => void sent.push(route.request().postDataJSON()));
    await visit('/reset-password#access_token=a.b.c&type=recovery');
    await submit('short');
    await shown('Password must be at least 6 characters long');
    expect(sent).toEqual([]);
    await submit('longer');
    expect(await page.getByRole('button', { name: 'Updating password...' }).isDisabled()).toBe(true);
    expect(sent).toEqual([{ password: 'longer' }]);
  });
});

/** Makes the visitor of the test the person. */
async function signIn(): Promise<void> {
  await page.context().close();
  page = await pageOf(browser, user, whole.url);
}

test('the footer has four columns, for a subscriber three', async () => {
  row('product/footer-columns');
  const columns = () =>
    page
      .getByRole('contentinfo')
      .locator('> div')
      .evaluate(grid => grid.children.length);
  await visit('/help');
  expect(await columns()).toBe(4);
  await signIn();
  await visit('/help');
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
  expect(await columns()).toBe(3);
});

describe('the account menu', () => {
  beforeEach(signIn);

  test('shows their letter, name and address', async () => {
    row('product/avatar', 'product/menu-name');
    await visit('/help');
    await page.getByRole('heading', { name: 'Help Center' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Account menu' }).textContent()).toBe('A');
    await press('Account menu');
    await page.getByRole('menu').getByText('Ada', { exact: true }).waitFor();
    await page.getByRole('menu').getByText(user.email).waitFor();
  });

  test.each([
    [{ firstName: '', email: 'zoe@example.com' }, 'Z'],
    [{ firstName: '', email: '' }, 'U'],
  ])('calls %o a user with a letter', async (fields, letter) => {
    await page.route('**/api/auth/user', async route => {
      const reply = await route.fetch();
      await route.fulfill({ json: { ...(await reply.json()), ...fields } });
    });
    await visit('/help');
    const menu = page.getByRole('button', { name: 'Account menu' });
    await menu.click();
    expect(await page.getByRole('button', { name: 'Account menu' }).textContent()).toBe(letter);
    await page.getByRole('menu').getByText('User', { exact: true }).waitFor();
  });
});

describe('a signed-in person', () => {
  beforeEach(signIn);

  test.each([
    ['in the words of the server', refuses('Not today'), 'Not today'],
    ['in ours', isOffline, 'Failed to update profile'],
  ])('sees why their profile was not saved %s', async (_, reply, text) => {
    await page.route('**/api/user/profile', reply);
    await visit('/settings');
    await press('Save Changes');
    await toasted('Error', text);
  });

  test('sees why their mails were not switched', async () => {
    await page.route('**/api/user/preferences', isOffline);
    await visit('/settings');
    await page.getByRole('switch', { name: /Email notifications/ }).click();
    await toasted('Error', 'Failed to update preferences');
  });

  test('is led to sign in when their session ends', async () => {
    row('error/401');
    await page.route('**/api/user/profile', route =>
      route.fulfill({ status: 401, json: { message: 'Over' } }),
    );
    await visit('/settings');
    const leaving = page.waitForRequest(request => new URL(request.url()).pathname === '/api/login');
    await press('Save Changes');
    await toasted('Unauthorized', 'You are logged out. Logging in again...');
    expect(new URL((await leaving).url()).searchParams.get('next')).toBe('/settings');
  });

  test('resets a forgotten password and is signed out', async () => {
    await visit('/forgot-password');
    await fill('Email', user.email);
    await press('Send reset email');
    await shown('Reset email sent');
    const mail = await mailAbout(whole.mailApiUrl, user.email, /new password/);
    await page.goto(linkIn(mail, '/reset-password'));
    await fill('New password', 'gravel onward tulip nebula');
    await fill('Confirm new password', 'gravel onward tulip nebula');
    await press('Update password');
    await toasted('Password updated', 'Your password has been successfully updated.');
    await page.getByRole('heading', { name: 'Password updated successfully' }).waitFor();
    await page.getByRole('link', { name: 'Sign in with new password' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
