import { until } from '@closingwire/chassis/testing';
import type { AccountStanding } from '@closingwire/contracts/billing';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accountCard } from './browser/account-standing.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInTest } from './browser/journey.ts';
import { press, shown, toasted } from './browser/page-actions.ts';
import { freeZips } from './platform/free-zips.ts';
import { aZipWithItsList } from './platform/subscribe.ts';
import { aSubscriberToBe, demoAdmin, expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

const test = signedInTest(() => aSubscriberToBe(whole)).extend(
  'zip',
  { scope: 'file', auto: true },
  ({ user }) => aZipWithItsList(user),
);

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const longDay = (instant: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(instant));

/** Opens the dashboard with the user's own account, except for `changed`. */
async function standAs(page: Page, changed: Partial<AccountStanding>): Promise<void> {
  await page.route('**/api/user', async route => {
    const reply = await route.fetch();
    await route.fulfill({ json: { ...(await reply.json()), ...changed } });
  });
  await page.goto('/dashboard');
}

async function expectCard(page: Page, title: string, badge: string, text: string | RegExp): Promise<void> {
  await accountCard(page).getByRole('heading', { name: title, exact: true }).waitFor();
  await accountCard(page).getByText(badge, { exact: true }).waitFor();
  await accountCard(page).getByText(text).waitFor();
}

const none = { trialExpiresAt: null, hasActivePayment: false, paymentState: 'none' } as const;
const over = { ...none, trialExpiresAt: inDays(-2), trialExpired: true };
const pastDue = { ...over, hasActivePayment: true, paymentState: 'past_due' } as const;

describe('the account card', () => {
  test('counts the days of a trial, rounded up', async ({ page }) => {
    row('state/trial-active', 'dashboard/account-card');
    await standAs(page, { ...none, trialExpiresAt: inDays(8.2) });
    await expectCard(page, 'Trial Active', '9 days left', /You have 9 days remaining in your free trial/);
    await press(page, 'Add Payment Method');
    await page.getByRole('dialog', { name: 'Add a payment method' }).waitFor();
  });

  test.for([
    [2.5, '3 days left'],
    [0.2, '1 day left'],
  ] as const)('warns %d days before the end', async ([days, badge], { page }) => {
    row('state/trial-expiring');
    await standAs(page, { ...none, trialExpiresAt: inDays(days) });
    await expectCard(page, 'Trial Expiring Soon', badge, /remaining in your free trial/);
  });

  test('after the trial asks for action, and names the hold', async ({ page }) => {
    row('state/trial-expired');
    const releaseAt = inDays(12);
    await standAs(page, { ...over, releaseAt, unpaidZipCount: 1 });
    await expectCard(
      page,
      'Trial Expired',
      'Action Required',
      new RegExp(`We hold your ZIP codes until ${longDay(releaseAt)}\\.`),
    );
  });

  test('asks for a card without a trial or payment', async ({ page }) => {
    row('state/setup-required');
    await standAs(page, none);
    await expectCard(page, 'Payment Method Required', 'Setup Required', /Put a card on file/);
    await press(page, 'Add Payment Method');
    await page.getByRole('dialog', { name: 'Add a payment method' }).waitFor();
  });

  test('is hidden once the account pays', async ({ page }) => {
    row('state/card-hidden');
    await standAs(page, { ...over, hasActivePayment: true, paymentState: 'active' });
    await shown(page, 'Recent Closings');
    expect(await accountCard(page).count()).toBe(0);
    await standAs(page, { ...none, hasActivePayment: true, paymentState: 'active' });
    await shown(page, 'Recent Closings');
    expect(await accountCard(page).count()).toBe(0);
  });

  test('names the next payment attempt and opens the portal', async ({ page }) => {
    const nextPaymentAttemptAt = inDays(3);
    await standAs(page, { ...pastDue, nextPaymentAttemptAt });
    await expectCard(
      page,
      'Payment failed',
      'Past Due',
      new RegExp(`Your lists stay open meanwhile; the next try is on ${longDay(nextPaymentAttemptAt)}\\.`),
    );
    await shown(page, 'Recent Closings');
    const opening = page.waitForEvent('popup');
    await press(page, 'Update Card');
    const portal = await opening;
    await portal.waitForURL(/\/portal\//);
  });

  test('shows that an unpaid subscription ended', async ({ page }) => {
    await standAs(page, { ...over, paymentState: 'ended', unpaidZipCount: 1 });
    await expectCard(page, 'Subscription Ended', 'Action Required', /Your card could not be charged/);
    await page.getByRole('heading', { name: 'Subscription Ended', level: 2 }).nth(1).waitFor();
    expect(await page.getByRole('main').getByText(/trial/i).count()).toBe(0);
  });
});

describe('accessibility', () => {
  test.for([
    [1280, 'light'],
    [320, 'dark'],
  ] as const)('each state is accessible, %i wide and %s', async ([width, theme], { page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(chosen => localStorage.setItem('theme', chosen), theme);
    const states: Partial<AccountStanding>[] = [
      { ...none, trialExpiresAt: inDays(9) },
      { ...none, trialExpiresAt: inDays(1) },
      { ...over, releaseAt: inDays(5), unpaidZipCount: 1 },
      none,
      { ...pastDue, nextPaymentAttemptAt: inDays(3) },
      { ...over, paymentState: 'ended', unpaidZipCount: 1 },
    ];
    for (const state of states) {
      await standAs(page, state);
      await accountCard(page).waitFor();
      await expectAccessible(page);
      await page.unroute('**/api/user');
    }
  });
});

test('an address that names another card is not believed', async ({ page }) => {
  await page.goto('/dashboard?setup_intent=seti_not_mine&redirect_status=succeeded');
  await toasted(page, 'Verification Failed', 'Please try again or contact support.');
  await page.waitForURL(url => url.pathname === '/dashboard' && url.search === '');
});

describe('when the trial is over', () => {
  let granted: string;

  test('the lists are replaced by the price of continuing', async ({ page, user, zip }) => {
    row('dashboard/trial-over', 'dashboard/trial-dialog');
    const admin = await demoAdmin(whole);
    await expectStatus(admin.call('PATCH', `/api/admin/users/${user.id}`, { trialDays: 0 }), 200);
    await until(async () => (await user.call('GET', '/api/user/agents')).status === 402);
    await page.goto('/dashboard');
    const dialog = page.getByRole('dialog', { name: 'Your free trial has ended' });
    await dialog.getByText(zip).waitFor();
    expect(await dialog.getByRole('definition').allTextContents()).toEqual(['$15', '$15/month']);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Trial Over' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Recent Closings' }).count()).toBe(0);
    await expectAccessible(page);
  });

  test('shows why the checkout does not start', async ({ page }) => {
    row('error/checkout');
    await page.route('**/api/convert-trial', route => route.abort());
    await page.goto('/dashboard');
    await page.getByRole('dialog').getByRole('button', { name: 'Continue to Payment' }).click();
    await toasted(page, 'Error', 'Failed to start checkout');
  });

  test('the lists of granted ZIPs stay open', async ({ page, user }) => {
    const admin = await demoAdmin(whole);
    [granted = ''] = await freeZips(user, 1);
    await expectStatus(
      admin.call('POST', '/api/admin/assign-zip', { userId: user.id, zipCodeId: granted }),
      200,
    );
    await until(async () => {
      const { json } = await user.call('GET', '/api/subscriptions');
      return (json as { kind: string }[]).some(({ kind }) => kind === 'granted');
    });
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Recent Closings' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Trial Over' }).waitFor();
  });

  test('granted ZIPs alone ask for no payment', async ({ page, user }) => {
    const { json } = await user.call('GET', '/api/subscriptions');
    const unpaid = (json as { id: string; kind: string }[]).find(({ kind }) => kind === 'trial');
    await expectStatus(user.call('DELETE', `/api/subscriptions/${unpaid?.id}`), 200);
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Recent Closings' }).waitFor();
    expect(await accountCard(page).count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('button', { name: /Payment/ }).count()).toBe(0);
  });
});
