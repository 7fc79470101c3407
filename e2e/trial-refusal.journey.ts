import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenBrowser, openBrowser } from './browser/open-browser.ts';
import { pageActions } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { subscribeToFreeZips } from './platform/subscribe.ts';
import { aSubscriberToBe, expectStatus, signedIn, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();
let browser: OpenBrowser;
let user: User & { id: string };
let zips: string[];
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  user = await aSubscriberToBe(whole);
  zips = (await subscribeToFreeZips(user, 3)).toSorted();
});
beforeEach(async () => {
  page = await pageOf(browser, user, whole.url);
  return () => page.context().close();
});
afterAll(() => browser.close());

const { visit } = pageActions(() => page, whole.url);

async function expectDialog(title: string): Promise<void> {
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
  test.each([
    [true, 'Your free trial has ended'],
    [false, 'Payment method required'],
  ])('with trialExpired %s opens the dialog with its title', async (trialExpired, title) => {
    row('error/402-fields');
    const fields = { trialExpired, requiresPayment: true, zipCount: 3, monthlyAmount: 45 };
    await page.route('**/api/user/agents?*', route =>
      route.fulfill({ status: 402, json: { message: 'Payment required', ...fields } }),
    );
    await visit('/dashboard');
    await expectDialog(title);
  });

  test('without fields opens the dialog by its words', async () => {
    row('error/402-words');
    await page.route('**/api/user/agents?*', route =>
      route.fulfill({ status: 402, contentType: 'text/plain', body: 'Your trial has expired' }),
    );
    await visit('/dashboard');
    await expectDialog('Your free trial has ended');
  });

  test('of the server has four fields that the dialog repeats', async () => {
    row('error/402-fields');
    const admin = await signedIn(whole, 'admin@demo.closingwire.test', 'closingwire-demo');
    await expectStatus(admin.call('PATCH', `/api/admin/users/${user.id}`, { trialDays: 0 }), 200);
    await until(async () => (await user.call('GET', '/api/user/agents')).status === 402);
    const refusing = page.waitForResponse(reply => reply.status() === 402);
    await visit('/dashboard');
    expect(await (await refusing).json()).toMatchObject({
      status: 402,
      trialExpired: true,
      requiresPayment: true,
      zipCount: 3,
      monthlyAmount: 45,
    });
    await expectDialog('Your free trial has ended');
  });
});
