import { until } from '@closingwire/chassis/testing';
import type { AccountStanding } from '@closingwire/contracts/billing';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accountCard } from './browser/account-standing.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { subscriberTest } from './browser/journey.ts';
import { looks } from './browser/looks.ts';
import { press, shown, toasted } from './browser/page-actions.ts';
import { freeZips } from './platform/free-zips.ts';
import { endTrial } from './platform/trial.ts';
import { demoAdmin, expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

const test = subscriberTest();

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

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
});

describe('a 402', () => {
  const message = 'Payment required';
  const fields = { requiresPayment: true, zipCount: 1, monthlyAmount: 15 };

  test.for([
    ['Your free trial has ended', { json: { message, trialExpired: true, ...fields } }],
    ['Payment method required', { json: { message, trialExpired: false, ...fields } }],
    ['Your free trial has ended', { contentType: 'text/plain', body: 'Your trial has expired' }],
  ] as const)('opens the dialog %s: %o', async ([title, reply], { page, zip }) => {
    row('error/402-fields', 'error/402-words');
    await page.route('**/api/user/agents?*', route => route.fulfill({ status: 402, ...reply }));
    await page.goto('/dashboard');
    const dialog = page.getByRole('dialog', { name: title, exact: true });
    await dialog.getByText('Due today').waitFor();
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(new RegExp(`^${zip} .+\\$15/month$`, 's')),
    ]);
    await dialog.getByText('1 ZIP code, $15/month').waitFor();
    expect((await dialog.getByRole('definition').allTextContents()).at(-1)).toBe('$15/month');
    await dialog.getByRole('button', { name: 'Continue to Payment' }).waitFor();
  });
});

describe.each(looks)('$at', ({ look }) => {
  test.override('look', look);

  test('each state is accessible', async ({ page }) => {
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
    await endTrial(admin, user);
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
