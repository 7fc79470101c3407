import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import { adminIndustries, signupIndustries } from '@closingwire/contracts/reference';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { expectToast } from './browser/expect-toast.ts';
import { signedInOnOnePage } from './browser/journey.ts';
import { shown } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { typeFast } from './browser/type-fast.ts';
import { statusByToken, untilLetIn } from './platform/let-in.ts';
import { aSubscriberToBe, demoAdmin, expectStatus, type KnownUser, somePassword } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

const test = signedInOnOnePage(() => demoAdmin(whole)).extend('nora', { scope: 'file' }, () =>
  aSubscriberToBe(whole),
);

const noraRow = (page: Page, nora: KnownUser) => page.getByRole('row').filter({ hasText: nora.email });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const isSelected = (page: Page, name: string) =>
  tab(page, name)
    .and(page.getByRole('tab', { selected: true }))
    .waitFor();

async function findNora(page: Page, nora: KnownUser): Promise<void> {
  await page.goto(`/admin?${new URLSearchParams({ tab: 'users', q: nora.email })}`);
  await noraRow(page, nora).waitFor();
}

describe('the admin dashboard', () => {
  test('opens the tab of the URL', async ({ page }) => {
    row('admin/seven-tabs');
    await page.goto('/admin');
    await isSelected(page, 'ZIP Code Management');
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
    await tab(page, 'ZIP Code Management').focus();
    await page.keyboard.press('ArrowRight');
    await isSelected(page, 'User Management');
    await page.getByRole('tabpanel', { name: 'User Management' }).waitFor();
    await page.reload();
    await isSelected(page, 'User Management');
  });
});

describe('the users', () => {
  test('are a table of seven columns', async ({ page, nora }) => {
    row('admin/user-table');
    await findNora(page, nora);
    const table = page.getByRole('table', { name: 'Users' });
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'Name',
      'Email',
      'Company',
      'Industry',
      'Status',
      'Admin',
      'Actions',
    ]);
    const cells = await noraRow(page, nora).locator('th, td').allTextContents();
    expect(cells.map(cell => cell.trim())).toEqual([
      'Ada Example',
      nora.email,
      'Example Ltd',
      'Mortgages',
      'ActiveSuspend',
      '',
      'Edit',
    ]);
    expect(await noraRow(page, nora).getByRole('switch', { name: 'Admin: Ada Example' }).isChecked()).toBe(
      false,
    );
  });

  test('are found by name, email, industry, company and phone', async ({ page, user: admin }) => {
    row('admin/user-search');
    const mark = `Q${newId().slice(-8)}`;
    const details = {
      lastName: mark,
      companyName: `${mark} Lending`,
      industry: `${mark} Trade`,
      phone: '555-0177',
    };
    const found = await aSubscriberToBe(whole);
    await expectStatus(admin.call('PATCH', `/api/admin/users/${found.id}`, details), 200);
    const only = page.getByRole('status').filter({ hasText: '1 user matching' });
    const searches = [mark, found.email, details.industry, details.companyName, `5550177 ${mark}`];
    for (const q of searches) {
      await page.goto('/admin?tab=users');
      await page.getByRole('searchbox', { name: 'Search users' }).fill(q);
      await only.filter({ hasText: `"${q}"` }).waitFor();
      await page.getByRole('row').filter({ hasText: found.email }).waitFor();
      expect(await page.getByRole('rowheader').count()).toBe(1);
    }
  });

  test('are searched once typing pauses', async ({ page, nora }) => {
    row('constant/user-search-debounce');
    const asked: string[] = [];
    page.on('request', request => {
      const url = new URL(request.url());
      if (url.pathname === '/api/admin/users/search') asked.push(url.searchParams.get('q') ?? '');
    });
    await page.goto('/admin?tab=users');
    await typeFast(page.getByRole('searchbox'), nora.email);
    await page.waitForURL(url => url.searchParams.get('q') === nora.email);
    await noraRow(page, nora).waitFor();
    expect(asked).toEqual([nora.email]);
    await page.getByRole('searchbox').fill('nobody is called so');
    await shown(page, 'No users found');
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await noraRow(page, nora).waitFor();
  });
});

describe('the role of a user', () => {
  test('changes by a switch', async ({ page, nora }) => {
    row('admin/user-table');
    await findNora(page, nora);
    const isAdmin = async () =>
      ((await nora.call('GET', '/api/auth/user')).json as { isAdmin: boolean }).isAdmin;
    await noraRow(page, nora).getByRole('switch').click();
    await shown(page, 'Admin rights given');
    expect(await isAdmin()).toBe(true);
    await noraRow(page, nora).getByRole('switch').click();
    await shown(page, 'Admin rights taken away');
    expect(await isAdmin()).toBe(false);
  });

  test('keeps role and status when the change fails', async ({ page, nora }) => {
    row('error/admin-users');
    await findNora(page, nora);
    await page.route('**/api/admin/users/*/status', route =>
      route.fulfill({ status: 409, json: { message: 'Not today' } }),
    );
    await noraRow(page, nora).getByRole('switch').click();
    await expectToast(page, 'Failed to update user status', 'Not today');
    await noraRow(page, nora).getByRole('switch', { checked: false }).waitFor();
    await noraRow(page, nora).getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend user' }).click();
    await expectToast(page, 'Failed to update user status', 'Not today');
    await noraRow(page, nora).getByText('Active', { exact: true }).waitFor();
    await page.unroute('**/api/admin/users/*/status');
  });
});

describe('the details of a user', () => {
  test('are edited, and the user sees them at once', async ({ page, nora }) => {
    row('constant/admin-industries', 'admin/user-table');
    await findNora(page, nora);
    await noraRow(page, nora).getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit user' });
    const offered = (group: string) =>
      dialog.getByLabel('Industry').locator(`optgroup[label="${group}"] > option`).allTextContents();
    await dialog.getByLabel('Industry').waitFor();
    expect(await offered('Admin labels')).toEqual([...adminIndustries]);
    expect(await offered('Other sign-up industries')).toEqual(
      signupIndustries.filter(industry => industry !== 'Home Services'),
    );
    await dialog.getByLabel('Industry').selectOption('Mortgage Brokerage');
    await dialog.getByText(/^Counts as Mortgages: one company per ZIP code\./).waitFor();
    await dialog.getByLabel('Industry').selectOption('Legal Services');
    await dialog.getByLabel('Company name').fill('Edited Ltd');
    await dialog.getByRole('switch', { name: 'Email notifications' }).click();
    await dialog.getByLabel('Credit trial days').fill('366');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.getByText('Credit between 0 and 365 trial days').waitFor();
    await dialog.getByLabel('Credit trial days').fill('30');
    const sent = page.waitForRequest(request => request.method() === 'PATCH');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    expect((await sent).postDataJSON()).toEqual({
      industry: 'Legal Services',
      companyName: 'Edited Ltd',
      emailNotifications: false,
      trialDays: 30,
    });
    await shown(page, 'User details updated');
    await dialog.waitFor({ state: 'hidden' });
    await noraRow(page, nora).getByText('Edited Ltd').waitFor();
    const { json } = await nora.call('GET', '/api/auth/user');
    expect(json).toMatchObject({ industry: 'Legal Services', companyName: 'Edited Ltd', trialDays: 30 });
    expect(json).toMatchObject({ emailNotifications: false, firstName: 'Ada', phone: '555-0100' });
  });
});

describe('the edit dialog', () => {
  test('asks before it ends a trial', async ({ page, nora }) => {
    await findNora(page, nora);
    await noraRow(page, nora).getByRole('button', { name: 'Edit' }).click();
    const days = page.getByLabel('Credit trial days');
    await days.fill('2');
    await page.getByText(/^Shorter: the trial ends .+ instead of /).waitFor();
    await days.fill('0');
    const sent: string[] = [];
    page.on('request', request => request.method() === 'PATCH' && sent.push(request.postData() ?? ''));
    const question = page.getByRole('dialog', { name: 'End this trial now?' });
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await question.getByText(/^The trial ends now instead of /).waitFor();
    await question.getByText('Nothing is charged: the user has no ZIP codes to pay for.').waitFor();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(sent).toEqual([]);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await question.getByRole('button', { name: 'End the trial' }).click();
    await shown(page, 'User details updated');
    expect(sent.map(body => JSON.parse(body))).toEqual([{ trialDays: 0 }]);
  });

  test('keeps the details when saving fails', async ({ page, user: admin, nora }) => {
    row('error/admin-users');
    await findNora(page, nora);
    await noraRow(page, nora).getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Email', { exact: true }).fill(admin.email);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Failed to update user details', 'Another user has this email address');
    await page.route('**/api/admin/users/*', route => route.abort());
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(page, 'Failed to update user details');
    await page.unroute('**/api/admin/users/*');
    await page.keyboard.press('Escape');
    await noraRow(page, nora).getByText(nora.email).waitFor();
  });

  test('is accessible', async ({ page, nora }) => {
    await findNora(page, nora);
    await expectAccessible(page);
    await noraRow(page, nora).getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await noraRow(page, nora).locator('button:focus').waitFor();
  });
});

describe('a suspended user', () => {
  test('loses an open page until reinstated', async ({ page, browser, nora }) => {
    row('state/user-status');
    const theirs = await pageOf(browser, nora);
    // A loading page checks its session and would leave by itself: wait until it is idle.
    const looked = theirs.waitForResponse(reply => reply.url().endsWith('/api/auth/v1/session'));
    await theirs.goto('/settings');
    await looked;
    await theirs.waitForLoadState('networkidle');
    await theirs.getByLabel('Company name').fill('Still typing');
    await findNora(page, nora);
    await noraRow(page, nora)
      .getByRole('button', { name: /^Suspend/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend user' }).click();
    await noraRow(page, nora).getByText('Suspended', { exact: true }).waitFor();
    await until(async () => (await statusByToken(whole, nora)) === 401);

    await theirs.getByRole('button', { name: 'Save Changes' }).click();
    await shown(theirs, 'You are logged out. Logging in again...');
    await theirs.waitForURL(url => url.pathname === '/auth');
    const signIn = async () => {
      await theirs.getByLabel('Email').fill(nora.email);
      await theirs.getByLabel('Password', { exact: true }).fill(somePassword);
      await theirs.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    };
    await signIn();
    await shown(theirs, 'This account is suspended. Please contact support.');

    await noraRow(page, nora)
      .getByRole('button', { name: /^Reinstate/ })
      .click();
    await shown(page, 'User reinstated');
    await untilLetIn(whole, nora);
    await signIn();
    await theirs.waitForURL(url => url.pathname === '/settings');
  });
});
