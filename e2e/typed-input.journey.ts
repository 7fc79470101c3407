import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signedInTest } from './browser/journey.ts';
import { fill, press, shown, toasted } from './browser/page-actions.ts';
import { untilReady } from './browser/until-ready.ts';
import { aSubscriberToBe } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* Typed and autofilled input is neither lost nor kept too long. */

const whole = theWhole();
const test = signedInTest(() => aSubscriberToBe(whole));

const typedIn = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue();

/** Everything that the tab stores. */
const storageOf = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await fill(page, 'Email', email);
  await fill(page, 'Password', password);
  await press(page, 'Sign In');
}

/** Sets the value without an event, as some autofills do. */
const fillSilently = (page: Page, selector: string, value: string) =>
  page.locator(selector).evaluate((field, text) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  }, value);

describe('a field autofilled without an event', () => {
  test('is sent', async ({ page, user }) => {
    row('error/welcome-back', 'sign-in/leads-in');
    await page.context().clearCookies();
    await page.goto('/auth');
    await untilReady(page.getByRole('button', { name: 'Sign In' }).last());
    await fillSilently(page, 'input[type=email]', user.email);
    await fillSilently(page, 'input[type=password]', user.password);
    await press(page, 'Sign In');
    await toasted(page, 'Welcome back!', 'You have successfully signed in.');
    await page.getByRole('heading', { name: 'Choose Your ZIP Codes' }).waitFor();
  });
});

describe('text typed in the settings', () => {
  test('reappears after an expired session and a new sign-in', async ({ page, user }) => {
    await page.goto('/settings');
    await fill(page, 'Company name', 'Half typed');
    await page.context().clearCookies();
    await press(page, 'Save Changes');
    await page.waitForURL('**/auth?next=*');
    await signIn(page, user);
    await page.waitForURL('**/settings');
    await untilReady(page.getByLabel('Company name', { exact: true }));
    expect(await typedIn(page, 'Company name')).toBe('Half typed');
    await press(page, 'Save Changes');
    await shown(page, 'Profile updated');
    expect(await storageOf(page)).not.toContain('Half typed');
  });

  test('is shown to no other user of the browser', async ({ page }) => {
    await page.goto('/settings');
    await fill(page, 'Company name', 'Of the first user');
    await page.context().clearCookies();
    await press(page, 'Save Changes');
    await page.waitForURL('**/auth?next=*');
    const other = await aSubscriberToBe(whole);
    await signIn(page, other);
    await page.waitForURL('**/settings');
    await untilReady(page.getByLabel('Company name', { exact: true }));
    expect(await typedIn(page, 'Company name')).toBe('Example Ltd');
  });

  test('is removed from every tab on sign-out', async ({ page }) => {
    await page.goto('/settings');
    await fill(page, 'Company name', 'Left behind');
    expect(await storageOf(page)).toContain('Left behind');
    const other = await page.context().newPage();
    await other.goto('/settings');
    await fill(other, 'Company name', 'Left elsewhere');
    expect(await storageOf(other)).toContain('Left elsewhere');
    await press(page, 'Account menu');
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await shown(page, 'Signed out');
    expect(await storageOf(page)).not.toContain('Left behind');
    await expect.poll(() => storageOf(other)).not.toContain('Left elsewhere');
  });
});

describe('the steps of a registration', () => {
  const typed = {
    'First name': 'Grace',
    'Last name': 'Example',
    Email: 'grace@example.com',
    Phone: '555-0100',
  };

  async function fillFirstStep(page: Page): Promise<void> {
    await page.context().clearCookies();
    await page.goto('/register');
    for (const [label, text] of Object.entries(typed)) await fill(page, label, text);
    await fill(page, 'Password', 'gravel onward');
    await press(page, 'Continue');
    await fill(page, 'Company name', 'Grace Inc');
  }

  test('are entries of the history', async ({ page }) => {
    await fillFirstStep(page);
    await page.goBack();
    await untilReady(page.getByLabel('First name', { exact: true }));
    for (const [label, text] of Object.entries(typed)) expect(await typedIn(page, label)).toBe(text);
    expect(await typedIn(page, 'Password')).toBe('gravel onward');
    await page.goForward();
    await untilReady(page.getByLabel('Company name', { exact: true }));
    expect(await typedIn(page, 'Company name')).toBe('Grace Inc');
    await press(page, 'Back');
    await untilReady(page.getByLabel('First name', { exact: true }));
  });

  test('keep the input after a reload, without the password', async ({ page }) => {
    await fillFirstStep(page);
    expect(await storageOf(page)).not.toContain('gravel onward');
    await page.reload();
    await page.waitForURL(url => url.pathname === '/register' && url.search === '');
    await untilReady(page.getByLabel('First name', { exact: true }));
    for (const [label, text] of Object.entries(typed)) expect(await typedIn(page, label)).toBe(text);
    expect(await typedIn(page, 'Password')).toBe('');
    await fill(page, 'Password', 'gravel onward');
    await press(page, 'Continue');
    await untilReady(page.getByLabel('Company name', { exact: true }));
    expect(await typedIn(page, 'Company name')).toBe('Grace Inc');
  });
});
