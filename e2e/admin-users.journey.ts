import { until } from '@closingwire/chassis/testing';
import { adminIndustries, signupIndustries } from '@closingwire/contracts/reference';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { type OpenBrowser, openBrowser } from './browser/open-browser.ts';
import { pageOf } from './browser/page-of.ts';
import { aSubscriberToBe, expectStatus, type Person, signedIn, somePassword } from './platform/person.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();
let browser: OpenBrowser;
let admin: Person & { id: string };
let nora: Person & { id: string };
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  admin = await signedIn(whole, 'admin@demo.closingwire.test', 'closingwire-demo');
  nora = await aSubscriberToBe(whole);
  page = await pageOf(browser, admin, whole.url);
});
afterAll(() => browser.close());

const visit = (path: string, where = page) => where.goto(new URL(path, whole.url).href);
const shown = (text: string | RegExp, where = page) => where.getByText(text).first().waitFor();
const noraRow = () => page.getByRole('row').filter({ hasText: nora.email });
const tab = (name: string) => page.getByRole('tab', { name });
const isSelected = (name: string) =>
  tab(name)
    .and(page.getByRole('tab', { selected: true }))
    .waitFor();
const setStatus = (change: object) =>
  expectStatus(admin.call('PATCH', `/api/admin/users/${nora.id}/status`, change), 200);

async function findNora(): Promise<void> {
  await visit(`/admin?${new URLSearchParams({ tab: 'users', q: nora.email })}`);
  await noraRow().waitFor();
}

describe('the admin dashboard', () => {
  test('opens the tab that the address names', async () => {
    row('admin/seven-tabs');
    await visit('/admin');
    await isSelected('ZIP Code Management');
    expect(await page.getByRole('tab').allTextContents()).toEqual([
      'ZIP Code Management',
      'User Management',
      'Lead Flags',
      'Help Articles',
      'Trial Notifications',
      'Statistics',
      'Settings',
    ]);
    await page.keyboard.press('Tab');
    await tab('ZIP Code Management').focus();
    await page.keyboard.press('ArrowRight');
    await isSelected('User Management');
    await page.getByRole('tabpanel', { name: 'User Management' }).waitFor();
    await page.reload();
    await isSelected('User Management');
  });
});

describe('the users', () => {
  test('are searched once typing pauses', async () => {
    row('constant/user-search-debounce');
    const asked: string[] = [];
    page.on('request', request => {
      const url = new URL(request.url());
      if (url.pathname === '/api/admin/users/search') asked.push(url.searchParams.get('q') ?? '');
    });
    await visit('/admin?tab=users');
    await page.getByRole('searchbox').pressSequentially(nora.email, { delay: 5 });
    await page.waitForURL(url => url.searchParams.get('q') === nora.email);
    await noraRow().waitFor();
    expect(asked).toEqual([nora.email]);
    await page.getByRole('searchbox').fill('nobody is called so');
    await shown('No users found');
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await noraRow().waitFor();
  });

  test('become admins and others by a switch', async () => {
    row('admin/user-table');
    await findNora();
    const isAdmin = async () =>
      ((await nora.call('GET', '/api/auth/user')).json as { isAdmin: boolean }).isAdmin;
    await noraRow().getByRole('switch').click();
    await shown('Admin rights given');
    expect(await isAdmin()).toBe(true);
    await noraRow().getByRole('switch').click();
    await shown('Admin rights taken away');
    expect(await isAdmin()).toBe(false);
  });

  test('keep their role when the change fails', async () => {
    row('error/admin-users');
    await findNora();
    await page.route('**/api/admin/users/*/status', route => route.abort());
    await noraRow().getByRole('switch').click();
    await shown('Failed to update user status');
    await noraRow().getByRole('switch', { checked: false }).waitFor();
    await page.unroute('**/api/admin/users/*/status');
  });
});

describe('the details of a user', () => {
  test('are edited, and seen by her at once', async () => {
    row('constant/admin-industries');
    await findNora();
    await noraRow().getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit user' });
    const offered = (group: string) =>
      dialog.getByLabel('Industry').locator(`optgroup[label="${group}"] > option`).allTextContents();
    expect(await offered('Sign-up industries')).toEqual([...signupIndustries]);
    expect(await offered('Admin labels')).toEqual([...adminIndustries]);
    await dialog.getByLabel('Industry').selectOption('Mortgage Brokerage');
    await dialog.getByText(/^Counts as Mortgages: one company per ZIP code\./).waitFor();
    await dialog.getByLabel('Industry').selectOption('Legal Services');
    await dialog.getByLabel('Company name').fill('Edited Ltd');
    await dialog.getByRole('switch', { name: 'Email notifications' }).click();
    await dialog.getByLabel('Credit trial days').fill('366');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.getByText('Credit between 0 and 365 trial days').waitFor();
    await dialog.getByLabel('Credit trial days').fill('30');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await shown('User details updated');
    await dialog.waitFor({ state: 'hidden' });
    await noraRow().getByText('Edited Ltd').waitFor();
    const { json } = await nora.call('GET', '/api/auth/user');
    expect(json).toMatchObject({ industry: 'Legal Services', companyName: 'Edited Ltd', trialDays: 30 });
    expect(json).toMatchObject({ emailNotifications: false, firstName: 'Ada', phone: '555-0100' });
  });

  test('stay as they were when saving fails', async () => {
    await findNora();
    await noraRow().getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Email', { exact: true }).fill(admin.email);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await shown('Failed to update user details');
    await shown('Another user has this email address');
    await page.keyboard.press('Escape');
    await noraRow().getByText(nora.email).waitFor();
  });

  test('are free of faults for assistive software', async () => {
    await findNora();
    await expectAccessible(page);
    await noraRow().getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await noraRow().locator('button:focus').waitFor();
  });
});

describe('a suspended person', () => {
  test('is led out of an open page for good', async () => {
    const hers = await pageOf(browser, nora, whole.url);
    // A page that still loads would be led away by that: first auth-js looks at the session, then all is quiet.
    const looked = hers.waitForResponse(reply => reply.url().endsWith('/api/auth/v1/user'));
    await visit('/settings', hers);
    await looked;
    await hers.waitForLoadState('networkidle');
    await hers.getByLabel('Company name').fill('Still typing');
    await findNora();
    await noraRow()
      .getByRole('button', { name: /^Suspend/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend user' }).click();
    await noraRow().getByText('Suspended', { exact: true }).waitFor();
    await until(async () => (await statusOfHerCall()) === 401);

    await hers.getByRole('button', { name: 'Save Changes' }).click();
    await shown('You are logged out. Logging in again...', hers);
    await hers.waitForURL(url => url.pathname === '/auth');
    const signIn = async () => {
      await hers.getByLabel('Email').fill(nora.email);
      await hers.getByLabel('Password', { exact: true }).fill(somePassword);
      await hers.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    };
    await signIn();
    await shown('This account is suspended. Please contact support.', hers);

    await noraRow()
      .getByRole('button', { name: /^Reinstate/ })
      .click();
    await shown('User reinstated');
    await untilLetIn();
    await signIn();
    await hers.waitForURL(url => url.pathname === '/settings');
  });

  test('is refused within a second, everywhere', async () => {
    const delaysMs: number[] = [];
    for (let round = 0; round < 10; round++) {
      await untilLetIn();
      const since = performance.now();
      const suspending = setStatus({ status: 'suspended' });
      await until(async () => (await statusOfHerCall()) === 401, { everyMs: 2 });
      delaysMs.push(Math.round(performance.now() - since));
      await suspending;
      await setStatus({ status: 'active' });
    }
    console.info(`From suspension to refusal: ${delaysMs.join(', ')} ms`);
    expect(Math.max(...delaysMs)).toBeLessThan(1_000);
  });
});

/** A call to a service that knows her from her token alone; refused, it does not clear her cookies here. */
async function statusOfHerCall(): Promise<number> {
  const headers = { cookie: `cw_access=${nora.cookie('cw_access')}` };
  return (await fetch(new URL('/api/subscriptions', whole.url), { headers })).status;
}

/** Signs in, and waits until the gateway has heard of the reinstatement too. */
async function untilLetIn(): Promise<void> {
  await expectStatus(nora.call('POST', '/api/auth/signin', nora), 200);
  await until(async () => (await statusOfHerCall()) === 200);
}
