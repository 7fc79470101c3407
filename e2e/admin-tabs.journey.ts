import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { expectToast } from './browser/expect-toast.ts';
import { figureOf } from './browser/figure-of.ts';
import { signedInTest } from './browser/journey.ts';
import { looks } from './browser/looks.ts';
import { shown } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { subscribeToFreeZips } from './platform/subscribe.ts';
import { aSubscriberToBe, demoAdmin, expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

const test = signedInTest(() => demoAdmin(whole));

const dialog = (page: Page) => page.getByRole('dialog');

/** Navigates without a page load: the cached articles must have been refreshed. */
async function openHelp(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Help', exact: true }).click();
  await page.getByRole('heading', { name: 'Help Center' }).waitFor();
}

/** A new user with a list reports its first lead. */
async function flagALead(note: string): Promise<void> {
  const user = await aSubscriberToBe(whole);
  await subscribeToFreeZips(user, 1);
  const agentId = await until(async () => {
    const { json } = await user.call('GET', '/api/user/agents');
    return (json as { agents: { id: string }[] }).agents[0]?.id;
  });
  await expectStatus(user.call('POST', '/api/lead-flags', { agentId, note }), 201);
}

test("an admin changes a lead flag's status", async ({ page }) => {
  row('admin/flag-table', 'error/admin-flags');
  const note = `The phone is out of service ${newId()}`;
  await flagALead(note);
  await page.goto('/admin?tab=lead-flags');
  const flag = page.getByRole('row').filter({ hasText: note });
  const badge = flag.getByRole('cell').nth(2);
  await badge.getByText('Pending').waitFor();
  await flag.getByRole('combobox').selectOption('resolved');
  await expectToast(page, 'Lead flag updated');
  await badge.getByText('Resolved').waitFor();
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Agent',
    'Reported By',
    'Issue Description',
    'Status',
    'Date Reported',
    'Actions',
  ]);
  await page.route('**/api/admin/lead-flags/*/status', route =>
    route.fulfill({ status: 409, json: { message: 'Not today' } }),
  );
  await flag.getByRole('combobox').selectOption('reviewed');
  await expectToast(page, 'Failed to update lead flag status', 'Not today');
  expect(await flag.getByRole('combobox').inputValue()).toBe('resolved');
  await expectAccessible(page);
});

test('a table without flags says so', async ({ page }) => {
  row('admin/flag-empty');
  await page.route('**/api/admin/lead-flags?*', route =>
    route.fulfill({ json: { leadFlags: [], total: 0, pending: 0 } }),
  );
  await page.goto('/admin?tab=lead-flags');
  await shown(page, 'No lead flags submitted');
});

test('a help article is written, published and deleted', async ({ page }) => {
  row('admin/article-list', 'validation/article-fields', 'validation/article-delete');
  const question = `How is this tested ${newId()}?`;
  await page.goto('/help');
  await page.getByRole('heading', { name: 'Help Center' }).waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click();
  await page.getByRole('tab', { name: 'Help Articles' }).click();
  await page.getByRole('button', { name: 'New Article' }).click();
  await dialog(page).getByRole('button', { name: 'Create Article' }).click();
  await expectToast(page, 'Please fill in all required fields');
  const answer = 'By a journey. '.repeat(20).trim();
  await dialog(page).getByLabel('Question').fill(question);
  await dialog(page).getByLabel('Answer').fill(answer);
  await dialog(page).getByLabel('Category').selectOption('Lead Data');
  await dialog(page).getByRole('button', { name: 'Create Article' }).click();
  await expectToast(page, 'Help article created');
  const article = page.getByRole('listitem').filter({ hasText: question });
  await article.getByText(`${answer.slice(0, 150)}...`, { exact: true }).waitFor();
  await article.getByText('Draft').waitFor();
  await article.getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByRole('switch', { name: 'Published' }).click();
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Help article updated');
  await article.getByText('Published').waitFor();
  const visible = async () => (await fetch(new URL('/api/help/articles', whole.url))).text();
  expect(await visible()).toContain(question);
  await openHelp(page);
  await page.getByRole('button', { name: question, exact: true }).waitFor();
  await page.goBack();
  await article.getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByText('Are you sure you want to delete this help article?').waitFor();
  await dialog(page).getByRole('button', { name: 'Delete article' }).click();
  await expectToast(page, 'Help article deleted');
  await article.waitFor({ state: 'detached' });
  expect(await visible()).not.toContain(question);
  await openHelp(page);
  await page.getByRole('button', { name: question, exact: true }).waitFor({ state: 'detached' });
});

test('a failed article change shows an error', async ({ page }) => {
  row('error/admin-articles');
  await page.goto('/admin?tab=help-articles');
  const article = page.getByRole('tabpanel').getByRole('listitem').first();
  await article.waitFor();
  await page.route('**/api/admin/help-articles{,/*}', route =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 409, json: { message: 'Not today' } }),
  );
  await page.getByRole('button', { name: 'New Article' }).click();
  await dialog(page).getByLabel('Question').fill('Is this kept?');
  await dialog(page).getByLabel('Answer').fill('No.');
  await dialog(page).getByLabel('Category').selectOption('Lead Data');
  await dialog(page).getByRole('button', { name: 'Create Article' }).click();
  await expectToast(page, 'Failed to create help article', 'Not today');
  await page.keyboard.press('Escape');
  await article.getByRole('button', { name: 'Edit' }).click();
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Failed to update help article', 'Not today');
  await page.keyboard.press('Escape');
  await article.getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByRole('button', { name: 'Delete article' }).click();
  await expectToast(page, 'Failed to delete help article', 'Not today');
  await article.waitFor();
});

test('cards count the help articles', async ({ page }) => {
  row('admin/article-cards');
  await page.goto('/admin?tab=help-articles');
  const [total = 0, published = 0, drafts = -1] = await Promise.all(
    ['Total', 'Published', 'Drafts'].map(label => figureOf(page, label)),
  );
  expect(published + drafts).toBe(total);
});

test('trial notifications need days from 0 to 30', async ({ page }) => {
  row('admin/trial-notifications', 'error/admin-notifications');
  await page.goto('/admin?tab=trial-notifications');
  const next = page.getByRole('region', { name: 'Trials that end next' });
  await next
    .getByText(/^Next email |^No email: |^No trial /)
    .first()
    .waitFor();
  const days = page.getByLabel('Days before expiration');
  const send = page.getByRole('button', { name: 'Send Notifications' });
  expect(await days.inputValue()).toBe('3');
  await days.fill('31');
  await send.click();
  await shown(page, 'Please enter a number of days from 0 to 30');
  await days.fill('29');
  await send.click();
  await shown(page, /^\d+ notifications? sent\.$/);
  await page.route('**/api/admin/send-trial-notifications', route => route.abort());
  await send.click();
  await expectToast(page, 'Error', 'Failed to send trial notifications. Please try again.');
});

test('a mail is found by its recipient', async ({ page }) => {
  row('admin-logs/mails');
  const subscriber = await aSubscriberToBe(whole);
  await page.goto('/admin?tab=settings');
  await page.getByLabel('Search mails').fill(subscriber.email);
  const confirmation = page
    .getByRole('row')
    .filter({ hasText: 'confirm-email' })
    .filter({ hasText: subscriber.email });
  await confirmation.getByText('Sent', { exact: true }).waitFor();
  await confirmation.getByText('Confirm the email address', { exact: true }).waitFor();
  await page.waitForURL(/mailSearch=/);
  expect(await confirmation.getByRole('button', { name: /Send again/ }).isDisabled()).toBe(true);
  await page.getByLabel('Search mails').fill(`nobody-${newId()}@example.com`);
  await page.getByRole('heading', { name: 'No mails found' }).waitFor();
});

test('a log that fails to load shows an error', async ({ page }) => {
  row('admin-logs/mails');
  await page.route('**/api/admin/mails?*', route => route.abort());
  await page.goto('/admin?tab=settings');
  await shown(page, 'The mails could not be loaded');
  await page.unroute('**/api/admin/mails?*');
  await page.getByRole('button', { name: /try again/i }).click();
  await page.getByRole('table', { name: 'Mails' }).waitFor();
});

test.for(looks)('settings and logs are accessible $at', async ({ look }, { browser, user: admin }) => {
  row('admin-logs/mails');
  const page = await pageOf(browser, admin, look);
  await page.goto('/admin?tab=settings');
  for (const name of ['Current settings', 'Mails', 'Webhook deliveries'])
    await page.getByRole('table', { name }).or(page.getByRole('list', { name })).waitFor();
  await expectAccessible(page);
});
