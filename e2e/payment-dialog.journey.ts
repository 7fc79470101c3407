import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { answerBank, cardFrame, cards, fillCard, refusals } from './browser/card-form.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInTest } from './browser/journey.ts';
import { looks } from './browser/looks.ts';
import { press, toasted } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { paymentSandbox } from './platform/payment-sandbox.ts';
import { subscribeToFreeZips } from './platform/subscribe.ts';
import { aSubscriberToBe } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

const test = signedInTest(async () => {
  const user = await aSubscriberToBe(whole);
  await subscribeToFreeZips(user, 2);
  return user;
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add a payment method' });

async function open(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await press(page, 'Add Payment Method');
  await dialog(page).waitFor();
}

async function save(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await press(page, 'Save Card');
}

const fail = (route: Route) => route.fulfill({ status: 500, json: { message: 'Nobody is there' } });
const setupError = ['Setup Error', 'Failed to initialize payment setup. Please try again.'] as const;

describe('the payment-method dialog fails', () => {
  test('if it cannot start, and can be retried', async ({ page }) => {
    row('error/payment-setup');
    await page.route('**/api/setup-payment-method', fail);
    await open(page);
    await toasted(page, ...setupError);
    await dialog(page).getByRole('alert').filter({ hasText: setupError[1] }).waitFor();
    await page.unroute('**/api/setup-payment-method');
    await press(page, 'Try again');
    await cardFrame(page).getByLabel('Card number').waitFor();
  });

  test("with the provider's message", async ({ page }) => {
    row('error/payment-setup');
    await open(page);
    for (const [number, description] of refusals) {
      await save(page, number);
      await toasted(page, 'Payment Setup Failed', description);
      await dialog(page).getByRole('alert').filter({ hasText: description }).waitFor();
    }
  });

  test.for([0, 1_000])('if the bank refuses, its page %i ms late', async (lateMs, { page }) => {
    row('error/payment-setup');
    await page.route('**/elements/bank-step.js', async route => {
      await pause(lateMs);
      await route.continue();
    });
    await open(page);
    await save(page, cards.bankStep);
    await answerBank(page, 'Fail');
    await toasted(
      page,
      'Payment Setup Failed',
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    );
    expect(await dialog(page).isVisible()).toBe(true);
  });

  test('if the payment system does not load', async ({ page }) => {
    row('error/payment-setup');
    await page.route('**/v3/stripe.js', route => route.abort());
    await open(page);
    await toasted(page, 'Payment System Error', 'Failed to initialize payment system. Please try again.');
  });
});

describe('the payment-method dialog', () => {
  test('uses the key of the stored mode', async ({ page }) => {
    row('state/payment-mode');
    await page.route('**/api/admin/stripe-mode', async route => {
      const reply = await route.fetch();
      await route.fulfill({ json: { ...(await reply.json()), publishableKey: 'pk_live_stored' } });
    });
    await open(page);
    const confirming = page.waitForRequest(request => request.url().endsWith('/confirm'));
    await save(page, cards.declined);
    expect((await confirming).headers().authorization).toBe('Bearer pk_live_stored');
  });

  test('accepts a card typed before its script loaded', async ({ page }) => {
    const typed = Promise.withResolvers<void>();
    await page.route('**/elements/card.js', async route => {
      await typed.promise;
      await route.continue();
    });
    await open(page);
    await fillCard(page, cards.declined);
    typed.resolve();
    await press(page, 'Save Card');
    await toasted(page, 'Payment Setup Failed', 'Your card was declined.');
  });

  test('traps the focus and restores it', async ({ page }) => {
    await open(page);
    await page.getByRole('button', { name: 'Save Card' }).and(page.locator(':enabled')).waitFor();
    await cardFrame(page).getByLabel('Card number').focus();
    // The frame that gets the key closes with it; Chromium then may never report the key-up.
    const closed = dialog(page).waitFor({ state: 'hidden' });
    await Promise.race([page.keyboard.press('Escape'), closed]);
    await closed;
    const focused = page.locator(':focus');
    expect(await focused.textContent()).toBe('Add Payment Method');
  });
});

describe.each(looks)('$at', ({ look }) => {
  test.override('look', look);

  test('the payment-method dialog is accessible', async ({ page }) => {
    await open(page);
    await cardFrame(page).getByLabel('Card number').waitFor();
    await expectAccessible(page);
    await save(page, cards.declined);
    await dialog(page).getByRole('alert').waitFor();
    await expectAccessible(page);
  });
});

describe('a card in the dialog', () => {
  test("is saved after the bank's question", async ({ page, user }) => {
    row('dashboard/payment-method-dialog', 'state/payment-setup', 'error/payment-setup');
    const { json } = await user.call('GET', '/api/quote?purpose=conversion');
    const quote = json as { firstChargeAt: string };
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(quote.firstChargeAt));
    await open(page);
    await dialog(page).getByText(`Each month from ${day}`).waitFor();
    expect(await dialog(page).getByRole('definition').allTextContents()).toEqual(['$0', '$30/month']);
    const verifying = page.waitForRequest('**/api/verify-payment-setup');
    const reloading = page.waitForEvent('framenavigated', frame => frame === page.mainFrame());
    await save(page, cards.bankStep);
    await answerBank(page, 'Complete');
    expect((await verifying).postDataJSON()).toEqual({ setupIntentId: expect.stringMatching(/^seti_/) });
    await reloading;
    await toasted(page, 'Payment Method Added', 'Your card is on file.');
    await page.getByText(/A payment method is on file/).waitFor();
    const sandbox = await paymentSandbox(whole);
    const { status, trial_end, items } = await sandbox.subscriptionOf(user);
    expect({ status, trial_end }).toEqual({
      status: 'trialing',
      trial_end: Math.floor(Date.parse(quote.firstChargeAt) / 1000),
    });
    expect(items.data).toMatchObject([{ quantity: 2, price: { unit_amount: 1500 } }]);
    expect(await sandbox.bills(user)).toEqual([]);
  });

  test('leaves the dialog open if the server does not find it', async ({ browser }) => {
    row('error/payment-setup');
    const other = await aSubscriberToBe(whole);
    await subscribeToFreeZips(other, 1);
    const page = await pageOf(browser, other);
    await page.route('**/api/verify-payment-setup', route => route.fulfill({ json: { success: false } }));
    await open(page);
    await save(page, cards.good);
    await toasted(page, 'Verification Failed', 'Please try again or contact support.');
    expect(await dialog(page).isVisible()).toBe(true);
  });
});
