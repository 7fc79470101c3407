import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { visitorOnOnePage } from './browser/journey.ts';
import { pageOf } from './browser/page-of.ts';
import { aSubscriberToBe, signedIn, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* Session events between two tabs of a browser, and their effect on the pages. */

const whole = theWhole();

const test = visitorOnOnePage()
  .extend('user', { scope: 'file' }, () => aSubscriberToBe(whole))
  /** Another tab of the same browser. */
  .extend('second', { scope: 'file', auto: true }, async ({ page }) => {
    const second = await page.context().newPage();
    await second.goto('/help');
    await listen(second);
    return second;
  });

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).first().waitFor();

/** Collects the events of the page's auth-js in the second tab. */
const listen = (second: Page) =>
  second.evaluate(() => {
    const received: string[] = [];
    Object.assign(globalThis, { received });
    new BroadcastChannel('closingwire-auth').onmessage = ({ data }) => received.push(data.event);
  });
const received = (second: Page): Promise<string[]> =>
  second.evaluate(() => (globalThis as unknown as { received: string[] }).received);

async function signIn(page: Page, user: User): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await heading(page, 'Choose Your ZIP Codes');
}

test('a sign-in reaches the other tab', async ({ page, user, second }) => {
  row('state/auth-events');
  await signIn(page, user);
  await until(async () => (await received(second)).includes('SIGNED_IN'));
  await second.getByRole('button', { name: 'Account menu' }).waitFor();
});

test('scripts can read no token', async ({ page }) => {
  const stored = await page.evaluate<string>(
    'JSON.stringify([localStorage, sessionStorage, document.cookie])',
  );
  expect(stored).not.toMatch(/eyJ|token/i);
  const cookies = await page.context().cookies();
  const session = cookies.filter(({ name }) => name.startsWith('cw_'));
  expect(session).toHaveLength(2);
  for (const { httpOnly, sameSite } of session)
    expect({ httpOnly, sameSite }).toEqual({ httpOnly: true, sameSite: 'Lax' });
});

test('the session is refreshed before it ends', async ({ browser, user }) => {
  // A clock is set for a whole context, so this is another one.
  const ahead = await browser.newPage();
  const accessCookie = async () =>
    (await ahead.context().cookies()).find(({ name }) => name === 'cw_access')?.value;
  await ahead.clock.install();
  await signIn(ahead, user);
  const before = await accessCookie();
  await ahead.clock.fastForward('14:00');
  await until(async () => (await accessCookie()) !== before);
  await ahead.close();
});

test('a tab opened while signed in refreshes too', async ({ browser, user }) => {
  const opened = await pageOf(browser, await signedIn(whole, user.email, user.password));
  const accessCookie = async () =>
    (await opened.context().cookies()).find(({ name }) => name === 'cw_access')?.value;
  await opened.clock.install();
  const looked = opened.waitForResponse(reply => reply.url().endsWith('/api/auth/v1/session'));
  await opened.goto('/help');
  await opened.getByRole('button', { name: 'Account menu' }).waitFor();
  await opened.clock.fastForward('00:03');
  await looked;
  const before = await accessCookie();
  await opened.clock.fastForward('13:30');
  await until(async () => {
    // The client checks every 30 s; its first check may come before the session's reply.
    await opened.clock.fastForward('00:30');
    return (await accessCookie()) !== before;
  });
  await opened.close();
});

test('a sign-out reaches the other tab', async ({ page, browser, second }) => {
  row('state/signed-out-elsewhere');
  await second.goto('/settings');
  await heading(second, 'Settings');
  await listen(second);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByText('You have been successfully signed out.').waitFor();
  await second.waitForURL('/');
  expect(await received(second)).toContain('SIGNED_OUT');
  expect(browser.faults).toEqual([]);
});
