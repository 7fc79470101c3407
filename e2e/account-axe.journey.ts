import { newId } from '@closingwire/chassis/ids';
import { describe } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { visitorTest } from './browser/journey.ts';
import { looks } from './browser/looks.ts';
import { fill, press, shown } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { untilReady } from './browser/until-ready.ts';
import { aSubscriberToBe } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* Accessibility of the account's pages, state by state: light on a desk, dark on the smallest phone. */

const whole = theWhole();

const test = visitorTest().extend('settings', { scope: 'file' }, async ({ browser }) => {
  const page = await pageOf(browser, await aSubscriberToBe(whole));
  await page.goto('/settings');
  await shown(page, 'This device');
  await page.getByRole('button', { name: 'Set up' }).waitFor();
  return page;
});

/** A fresh address per test: rate limits count per address. */
const newAddress = () => `${newId()}@example.com`;

const claims = Buffer.from('{"app_metadata":{"awaits_second_factor":true}}').toString('base64url');
const waitingSession = {
  access_token: `e30.${claims}.`,
  user: {
    factors: ['My phone', 'Password manager'].map((friendly_name, id) => ({
      id: `${id}`,
      friendly_name,
      status: 'verified',
    })),
  },
};

describe.each(looks)('$at', ({ look }) => {
  test.override('look', look);

  test('signing in is accessible', async ({ page }) => {
    await page.goto('/auth?error=link_expired');
    await (await untilReady(page.getByLabel('Email'))).focus();
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await shown(page, 'Please enter your password');
    await expectAccessible(page);
  });

  test('the second step of signing in is accessible', async ({ page }) => {
    await page.route('**/api/auth/v1/session', route => route.fulfill({ json: waitingSession }));
    await page.goto('/auth');
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await expectAccessible(page);
    await press(page, 'Use another authenticator');
    await expectAccessible(page);
  });

  test('registering is accessible in both steps', async ({ page }) => {
    await page.goto('/register');
    await fill(page, 'First name', 'Ada');
    await fill(page, 'Last name', 'Example');
    await fill(page, 'Phone', '555-0100');
    await fill(page, 'Password', 'gravel onward tulip');
    await press(page, 'Continue');
    await shown(page, 'Please fill in all fields');
    await shown(page, /^Strong\./);
    await expectAccessible(page);
    await fill(page, 'Email', 'ada@example.com');
    await press(page, 'Continue');
    await page.getByLabel('Company name').waitFor();
    await press(page, 'Create Account');
    await expectAccessible(page);
  });

  test('a forgotten password is accessible', async ({ page }) => {
    await page.goto('/forgot-password');
    await fill(page, 'Email', newAddress());
    await expectAccessible(page);
    await press(page, 'Send reset email');
    await shown(page, 'Check your email');
    await expectAccessible(page);
    await page.goto('/reset-password');
    await shown(page, /^Invalid or missing reset token/);
    await expectAccessible(page);
  });
});

describe('the settings', () => {
  test('are accessible on a phone when parts fail', async ({ settings: page }) => {
    await page.route(/\/api\/user\/(api-keys|sessions)/, route =>
      route.fulfill({ status: 400, json: { message: 'Out of order' } }),
    );
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.reload();
    await shown(page, 'Your devices could not be loaded');
    await expectAccessible(page);
  });

  test('are accessible while they load', async ({ settings: page }) => {
    await page.route(/\/api\/user\/(api-keys|sessions)/, () => {});
    await page.reload();
    await page.getByRole('status').filter({ hasText: 'Loading your devices' }).waitFor();
    await expectAccessible(page);
  });
});
