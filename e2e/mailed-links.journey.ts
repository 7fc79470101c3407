import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { visitorTest } from './browser/journey.ts';
import { press, shown } from './browser/page-actions.ts';
import { cookiesOf } from './browser/page-of.ts';
import { linkIn, mailAbout } from './platform/mail-sink.ts';
import { aSubscriberToBe, aVisitor, expectStatus, signUpOf, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';
import { wireUser } from './platform/wire-user.ts';

/* Links of our emails, opened by mail scanners and by their owners. */

const whole = theWhole();

const test = visitorTest();

async function signUp(): Promise<{ user: User; link: string }> {
  const user = aVisitor(whole);
  await expectStatus(user.call('POST', '/api/auth/signup', signUpOf(user)), 200);
  const mail = await mailAbout(whole.mailApiUrl, user.email, /confirm/i);
  return { user, link: linkIn(mail, '/api/auth/confirm') };
}

/** The cookie of the browser that signed up. */
const markOf = (user: User) => ({
  name: 'cw_sign_up',
  value: user.cookie('cw_sign_up') ?? '',
  domain: new URL(whole.url).hostname,
  path: '/api/auth',
});

/** Returns the status of a sign-in: 400 before the address is confirmed. */
const signInStatus = async ({ email, password }: User) =>
  (await aVisitor(whole).call('POST', '/api/auth/signin', { email, password })).status;

/** Opens a link as a scanner with scripts does: waits until the page is idle, and presses nothing. */
async function scan(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.waitForLoadState('networkidle');
}

const cookieNames = async (page: Page) => (await page.context().cookies()).map(({ name }) => name);

describe('the link of a sign-up', () => {
  test('does nothing for scanners, even with scripts', async ({ page }) => {
    const { user, link } = await signUp();
    for (const method of ['GET', 'HEAD']) await fetch(link, { method, redirect: 'follow' });
    await scan(page, link);
    await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor();
    expect(await cookieNames(page)).toEqual([]);
    expect(await signInStatus(user)).toBe(400);
    await page.reload();
    await shown(page, `This confirms that ${user.email} is yours.`);
    await expectAccessible(page);
  });

  test('confirms and signs in by its button, in any browser', async ({ page }) => {
    row('beyond/mailed-link-page');
    const { user, link } = await signUp();
    await page.goto(link);
    await press(page, 'Confirm my address');
    await page.getByRole('heading', { name: 'Choose Your ZIP Codes' }).waitFor();
    await shown(page, 'Welcome to ClosingWire!');
    expect(await signInStatus(user)).toBe(200);
  });

  test('needs no button in the browser that signed up', async ({ page }) => {
    const { user, link } = await signUp();
    await page.context().addCookies([markOf(user)]);
    await page.goto(link);
    await page.getByRole('heading', { name: 'Choose Your ZIP Codes' }).waitFor();
    expect(await cookieNames(page)).not.toContain('cw_sign_up');
  });

  test('does nothing when that browser fetches or prefetches it', async ({ page }) => {
    const { user, link } = await signUp();
    await page.context().addCookies([markOf(user)]);
    await page.goto('/help');
    await page.evaluate(`fetch(${JSON.stringify(link)})`);
    const asked = page.context().waitForEvent('response', { predicate: reply => reply.url() === link });
    await page.evaluate(`{
      const hint = document.createElement('link');
      Object.assign(hint, { rel: 'prefetch', href: ${JSON.stringify(link)} });
      document.head.append(hint);
    }`);
    await asked;
    expect(await signInStatus(user)).toBe(400);
  });

  test('does not sign another user out', async ({ page }) => {
    const { link } = await signUp();
    const other = await aSubscriberToBe(whole);
    await page.context().addCookies(cookiesOf(other, whole.url));
    await page.goto(link);
    await shown(page, /stays signed in to another account/);
    await press(page, 'Confirm my address');
    await shown(page, 'The other account is ready');
    await until(async () => (await page.getByLabel('Email', { exact: true }).inputValue()) === other.email);
  });
});

test('the link of a new email does nothing for a scanner that runs scripts', async ({ page }) => {
  const user = await aSubscriberToBe(whole);
  const { password: currentPassword, industry: _industry, ...profile } = signUpOf(user);
  const email = `new-${user.email}`;
  const body = { ...profile, email, currentPassword };
  await expectStatus(user.call('PUT', '/api/user/profile', body), 200);
  await scan(page, linkIn(await mailAbout(whole.mailApiUrl, email, /new email/), '/confirm'));
  await page.getByRole('heading', { name: 'Confirm your new email address' }).waitFor();
  expect((await user.call('GET', '/api/auth/user')).json).toMatchObject({ email: user.email });
});

test('an unknown or incomplete link shows an error', async ({ page }) => {
  await page.goto(`/confirm#token=${'0'.repeat(64)}`);
  await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
  await page.goto('/confirm');
  await page.getByRole('heading', { name: 'This link is not complete' }).waitFor();
  await expectAccessible(page);
});

test('a link that could not be checked is checked again', async ({ page }) => {
  const look = '**/api/auth/link/look';
  await page.route(look, route => route.fulfill({ status: 400, json: { message: 'Not now' } }));
  await page.goto(`/confirm#token=${'0'.repeat(64)}`);
  await shown(page, 'Your link could not be checked');
  await expectAccessible(page);
  await page.unroute(look);
  await press(page, 'Try again');
  await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
});

describe('the link of a forgotten password', () => {
  test('disables the button once it expired', async ({ page }) => {
    await page.goto(`/reset-password#access_token=${'0'.repeat(64)}&type=recovery`);
    await shown(page, 'Invalid or missing reset token. Please request a new password reset.');
    expect(await page.getByRole('button', { name: 'Update password' }).isDisabled()).toBe(true);
  });

  test('does nothing for a scanner that runs scripts', async ({ page }) => {
    const user = await aSubscriberToBe(whole);
    await user.call('POST', '/api/auth/reset-password', { email: user.email });
    await scan(
      page,
      linkIn(await mailAbout(whole.mailApiUrl, user.email, /new password/), '/reset-password'),
    );
    expect(await cookieNames(page)).toEqual([]);
    expect(await signInStatus(user)).toBe(200);
  });

  test('of the wire protocol leads to the client by a button', async ({ page }) => {
    const user = await aSubscriberToBe(whole);
    await user.call('POST', '/api/auth/v1/recover', { email: user.email });
    const link = linkIn(await mailAbout(whole.mailApiUrl, user.email, /new password/), '/confirm');
    await scan(page, link);
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/confirm');
    await press(page, 'Continue');
    await page.waitForURL(url => url.pathname === '/' && url.hash.includes('type=recovery'));
  });
});

test("a link of the hosted provider's client ends in a session by PKCE", async ({ page }) => {
  row('call/wire-protocol');
  const { email, client } = await wireUser(whole, { flowType: 'pkce' });
  await client.signOut();
  const options = { emailRedirectTo: `${whole.url}/help` };
  expect((await client.signInWithOtp({ email, options })).error).toBeNull();
  await page.goto(linkIn(await mailAbout(whole.mailApiUrl, email, /Your sign-in link/), '/confirm'));
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(url => url.pathname === '/help' && url.searchParams.has('code'));
  const { data } = await client.exchangeCodeForSession(new URL(page.url()).searchParams.get('code') ?? '');
  expect(data.user?.email).toBe(email);
});
