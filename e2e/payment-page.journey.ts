import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { answerBank, bankFrame, cardFrame, cards, fillCard, refusals } from './browser/card-form.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInTest } from './browser/journey.ts';
import { looks } from './browser/looks.ts';
import { press, shown, toasted } from './browser/page-actions.ts';
import { paymentSandbox } from './platform/payment-sandbox.ts';
import { subscribeToFreeZips } from './platform/subscribe.ts';
import { aSubscriberToBe, expectStatus, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

const test = signedInTest(async () => {
  const user = await aSubscriberToBe(whole);
  await subscribeToFreeZips(user, 2);
  return user;
});

async function newSecret(user: User): Promise<string> {
  const { json } = await expectStatus(user.call('POST', '/api/setup-payment-method', {}), 200);
  return (json as { clientSecret: string }).clientSecret;
}

const atPayment = async (page: Page, user: User, secret?: string) =>
  page.goto(`/subscribe?client_secret=${secret ?? (await newSecret(user))}`);

async function confirm(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await press(page, 'Confirm Payment Method');
}

const systemError = [
  'Payment System Error',
  'Failed to initialize payment system. Please try again.',
] as const;
const onDashboard = (page: Page) =>
  page.waitForURL(url => url.pathname === '/dashboard' && url.search === '');

describe('the payment page', () => {
  test('states its price and the amount due', async ({ page, user }) => {
    row('product/price-150-payment-page');
    await atPayment(page, user);
    await shown(page, /\$150\/month/);
    const due = page.getByRole('definition');
    await due.first().waitFor();
    const { json } = await user.call('GET', '/api/quote?purpose=conversion');
    expect(json).toMatchObject({ way: 'checkout', dueTodayCents: 0, monthlyCents: 3000 });
    expect(await due.allTextContents()).toEqual(['$0', '$30/month']);
    await page.getByRole('link', { name: 'Back to the catalog' }).click();
    await page.waitForURL('**/zips');
  });

  test('takes a card by keyboard alone, and returns to the dashboard', async ({ page, user }) => {
    row('payment/card-form', 'payment/return-address');
    const returns = page.waitForRequest(request => request.url().includes('redirect_status='));
    await atPayment(page, user);
    const catalog = page.getByRole('link', { name: 'Back to the catalog' });
    expect(await catalog.getAttribute('href')).toBe('/catalog');
    await cardFrame(page).getByLabel('Card number').focus();
    for (const text of [cards.good, '1234', '123']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.getByRole('button', { name: 'Confirm Payment Method' }).focus();
    await page.keyboard.press('Enter');
    const back = new URL((await returns).url());
    expect(back.pathname).toBe('/dashboard');
    expect(back.searchParams.get('setup_intent')).toMatch(/^seti_/);
    expect(back.searchParams.get('redirect_status')).toBe('succeeded');
    await toasted(page, 'Payment Method Added');
    await onDashboard(page);
  });

  test('refuses a URL without a secret', async ({ page }) => {
    row('error/payment-page');
    for (const path of ['/subscribe', '/subscribe?client_secret=nonsense']) {
      await page.goto(path);
      await toasted(page, 'Invalid Access', 'No payment session found. Please try subscribing again.');
      await page.getByRole('heading', { name: 'Invalid Access' }).waitFor();
    }
  });

  test('shows that no public key is set', async ({ page, user }) => {
    row('error/payment-page');
    await page.route('**/api/admin/stripe-mode', route =>
      route.fulfill({ json: { testMode: false, publishableKey: '', scriptUrl: null } }),
    );
    await atPayment(page, user);
    const description = 'Missing required Stripe key: the public key of live mode is not set.';
    await toasted(page, 'Payment System Error', description);
    await page.getByRole('alert').filter({ hasText: description }).waitFor();
  });

  test('shows that the payment system does not load', async ({ page, user }) => {
    row('error/payment-page');
    await page.route('**/v3/stripe.js', route => route.abort());
    await atPayment(page, user);
    await toasted(page, ...systemError);
    await page.getByRole('alert').filter({ hasText: systemError[1] }).waitFor();
  });
});

describe('a card on the payment page', () => {
  test('that is refused keeps the form open', async ({ page, user }) => {
    row('error/payment-page');
    await atPayment(page, user);
    for (const [number, description] of refusals) {
      await confirm(page, number);
      await toasted(page, 'Payment Failed', description);
      await page.getByRole('alert').filter({ hasText: description }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/subscribe');
    }
    await fillCard(page, cards.good);
    expect(await page.getByRole('button', { name: 'Confirm Payment Method' }).isEnabled()).toBe(true);
  });

  test('that is incomplete is marked and sent nowhere', async ({ page, user }) => {
    await atPayment(page, user);
    let calls = 0;
    page.on('request', request => {
      if (request.url().includes('/confirm')) calls += 1;
    });
    await cardFrame(page).getByLabel('Card number').fill('4242 4242');
    await press(page, 'Confirm Payment Method');
    await cardFrame(page).getByText('Your card number is incomplete.').waitFor();
    expect(calls).toBe(0);
  });

  test('is refused if the bank refuses, and saved once it approves', async ({ page, user }) => {
    await atPayment(page, user);
    await confirm(page, cards.bankStep);
    await answerBank(page, 'Fail');
    await toasted(
      page,
      'Payment Failed',
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    );
    await confirm(page, cards.bankStep);
    await answerBank(page, 'Complete');
    await toasted(page, 'Payment Method Added');
    await onDashboard(page);
  });

  test("is never visible to the page's scripts", async ({ page, user }) => {
    await atPayment(page, user);
    await fillCard(page, cards.good);
    const frame = page.frames().find(each => each.url().includes('/elements/card.html'));
    expect(new URL(frame?.url() ?? whole.url).origin).not.toBe(new URL(whole.url).origin);
    expect(await page.content()).not.toContain('4242 4242');
  });

  test('is pending at a slow bank', async ({ page, user }) => {
    await atPayment(page, user);
    await confirm(page, cards.processing);
    await toasted(page, 'Subscription Processing');
    await toasted(page, 'Payment Method Added', undefined, { timeout: 45_000 });
  });

  test("pays a payment's amount", async ({ page, user }) => {
    const { client_secret } = await (await paymentSandbox(whole)).newPayment(4550);
    await atPayment(page, user, client_secret);
    await page.getByRole('definition').getByText('$45.50').waitFor();
    await fillCard(page, cards.good);
    await press(page, 'Pay Now');
    await onDashboard(page);
  });
});

describe.each(looks)('$at', ({ look }) => {
  test.override('look', look);

  test('the payment page is accessible', async ({ page, user }) => {
    await atPayment(page, user);
    await cardFrame(page).getByLabel('Card number').waitFor();
    await expectAccessible(page);
    await confirm(page, cards.declined);
    await page.getByRole('alert').waitFor();
    await expectAccessible(page);
    await confirm(page, cards.bankStep);
    await bankFrame(page).getByRole('button', { name: 'Complete' }).waitFor();
    await expectAccessible(page);
    await page.goto('/subscribe');
    await page.getByRole('heading', { name: 'Invalid Access' }).waitFor();
    await expectAccessible(page);
  });
});
