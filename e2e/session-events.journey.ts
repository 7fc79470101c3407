import { until } from '@closingwire/chassis/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenBrowser, openBrowser } from './browser/open-browser.ts';
import { pageOf } from './browser/page-of.ts';
import { aSubscriberToBe, signedIn, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* One browser with two tabs: the session's events, and what they do to the pages. */

const whole = theWhole();
let browser: OpenBrowser;
let user: User;
let context: BrowserContext;
let first: Page;
let second: Page;

const at = (path: string) => new URL(path, whole.url).href;
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).first().waitFor();

/** Collects in the second tab what the first one's auth-js publishes. */
const listen = () =>
  second.evaluate(() => {
    const received: string[] = [];
    Object.assign(globalThis, { received });
    new BroadcastChannel('closingwire-auth').onmessage = ({ data }) => received.push(data.event);
  });
const received = (): Promise<string[]> =>
  second.evaluate(() => (globalThis as unknown as { received: string[] }).received);

async function signIn(page: Page): Promise<void> {
  await page.goto(at('/auth'));
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await heading(page, 'Choose Your ZIP Codes');
}

beforeAll(async () => {
  browser = await openBrowser();
  user = await aSubscriberToBe(whole);
  first = await browser.newPage();
  context = first.context();
  second = await context.newPage();
  await second.goto(at('/help'));
  await listen();
});
afterAll(() => browser.close());

test('a sign-in reaches the other tab', async () => {
  row('state/auth-events');
  await signIn(first);
  await until(async () => (await received()).includes('SIGNED_IN'));
  await second.getByRole('button', { name: 'Account menu' }).waitFor();
});

test('no token is where scripts can read it', async () => {
  const stored = await first.evaluate<string>(
    'JSON.stringify([localStorage, sessionStorage, document.cookie])',
  );
  expect(stored).not.toMatch(/eyJ|token/i);
  const cookies = await context.cookies();
  const session = cookies.filter(({ name }) => name.startsWith('cw_'));
  expect(session).toHaveLength(2);
  for (const { httpOnly, sameSite } of session)
    expect({ httpOnly, sameSite }).toEqual({ httpOnly: true, sameSite: 'Lax' });
});

test('the session is refreshed before it ends', async () => {
  // The clock is the whole context's, so this browser is another one.
  const ahead = await browser.newPage();
  const accessCookie = async () =>
    (await ahead.context().cookies()).find(({ name }) => name === 'cw_access')?.value;
  await ahead.clock.install();
  await signIn(ahead);
  const before = await accessCookie();
  await ahead.clock.fastForward('14:00');
  await until(async () => (await accessCookie()) !== before);
  await ahead.close();
});

test('a tab that was opened signed in refreshes too', async () => {
  const opened = await pageOf(browser, await signedIn(whole, user.email, user.password), whole.url);
  const accessCookie = async () =>
    (await opened.context().cookies()).find(({ name }) => name === 'cw_access')?.value;
  await opened.clock.install();
  const looked = opened.waitForResponse(reply => reply.url().endsWith('/api/auth/v1/session'));
  await opened.goto(at('/help'));
  await opened.getByRole('button', { name: 'Account menu' }).waitFor();
  await opened.clock.fastForward('00:03');
  await looked;
  const before = await accessCookie();
  await opened.clock.fastForward('14:00');
  await until(async () => (await accessCookie()) !== before);
  await opened.close();
});

test('a sign-out empties the other tab', async () => {
  row('state/signed-out-elsewhere');
  await second.goto(at('/settings'));
  await heading(second, 'Settings');
  await listen();
  await first.getByRole('button', { name: 'Account menu' }).click();
  await first.getByRole('menuitem', { name: 'Log out' }).click();
  await first.getByText('You have been successfully signed out.').waitFor();
  await second.waitForURL(at('/'));
  expect(await received()).toContain('SIGNED_OUT');
  expect(browser.faults).toEqual([]);
});
