import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { signedInTest } from './browser/journey.ts';
import { subscribeToFreeZips } from './platform/subscribe.ts';
import { aSubscriberToBe } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

const test = signedInTest(() => aSubscriberToBe(whole)).extend(
  'zips',
  { scope: 'file', auto: true },
  async ({ user }) => (await subscribeToFreeZips(user, 3)).toSorted(),
);

async function expectDialog(page: Page, zips: string[], title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  await dialog.getByText('Due today').waitFor();
  expect((await dialog.getByRole('listitem').allInnerTexts()).toSorted()).toEqual(
    zips.map(zip => expect.stringMatching(new RegExp(`^${zip} .+\\$15/month$`, 's'))),
  );
  await dialog.getByText('3 ZIP codes, $45/month').waitFor();
  expect((await dialog.getByRole('definition').allTextContents()).at(-1)).toBe('$45/month');
  await dialog.getByRole('button', { name: 'Continue to Payment' }).waitFor();
}

describe('a 402', () => {
  test.for([
    [true, 'Your free trial has ended'],
    [false, 'Payment method required'],
  ] as const)(
    'with trialExpired %s opens the dialog with its title',
    async ([trialExpired, title], { page, zips }) => {
      row('error/402-fields');
      const fields = { trialExpired, requiresPayment: true, zipCount: 3, monthlyAmount: 45 };
      await page.route('**/api/user/agents?*', route =>
        route.fulfill({ status: 402, json: { message: 'Payment required', ...fields } }),
      );
      await page.goto('/dashboard');
      await expectDialog(page, zips, title);
    },
  );

  test('without fields opens the dialog by its text', async ({ page, zips }) => {
    row('error/402-words');
    await page.route('**/api/user/agents?*', route =>
      route.fulfill({ status: 402, contentType: 'text/plain', body: 'Your trial has expired' }),
    );
    await page.goto('/dashboard');
    await expectDialog(page, zips, 'Your free trial has ended');
  });
});
