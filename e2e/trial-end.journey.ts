import { until } from '@closingwire/chassis/testing';
import { describe, expect } from 'vitest';
import {
  accountCard,
  expectCatalogDialog,
  expectCatalogOnly,
  expectOpenLists,
  longDay,
} from './browser/account-standing.ts';
import { cards } from './browser/card-form.ts';
import { cardInPortal } from './browser/card-in-portal.ts';
import { browserTest } from './browser/journey.ts';
import { pageOf } from './browser/page-of.ts';
import { rowsOf } from './chaos/look.ts';
import { mailAbout } from './platform/mail-sink.ts';
import { paymentSandbox } from './platform/payment-sandbox.ts';
import { standingOf, untilState } from './platform/standing.ts';
import { aTrial, endTrial, runJob, statusOfLists } from './platform/trial.ts';
import { aSubscriberToBe, demoAdmin, expectStatus } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* A trial becomes a subscription, or its ZIPs become free again. */

const whole = theWhole();
const dayMs = 86_400_000;

const test = browserTest()
  .extend('sandbox', { scope: 'file' }, () => paymentSandbox(whole))
  .extend('admin', { scope: 'file' }, () => demoAdmin(whole))
  .extend('paying', { scope: 'file' }, ({ sandbox }) => aTrial(whole, sandbox, 3))
  .extend('payingPage', { scope: 'file' }, ({ browser, paying }) => pageOf(browser, paying.user))
  .extend('unpaid', { scope: 'file' }, ({ sandbox }) => aTrial(whole, sandbox, 2))
  .extend('unpaidPage', { scope: 'file' }, ({ browser, unpaid }) => pageOf(browser, unpaid.user))
  .extend('rival', { scope: 'file' }, () => aSubscriberToBe(whole));

describe('a trial with a card', () => {
  test('becomes a subscription by the card in the portal', async ({
    paying: { user },
    payingPage: page,
    sandbox,
  }) => {
    row('beyond/card-in-portal');
    await page.goto('/dashboard');
    await cardInPortal(page, cards.good);
    const { trialExpiresAt, hasActivePayment } = await untilState(user, 'trialing');
    expect(hasActivePayment).toBe(true);
    const { status, trial_end, items } = await sandbox.subscriptionOf(user);
    expect({ status, trial_end }).toEqual({
      status: 'trialing',
      trial_end: Math.floor(Date.parse(trialExpiresAt ?? '') / 1000),
    });
    expect(items.data).toMatchObject([{ quantity: 3, price: { unit_amount: 1500 } }]);
    expect(await sandbox.bills(user)).toEqual([]);
    await page.goto('/dashboard');
    await accountCard(page)
      .getByText(/A payment method is on file, so nothing pauses/)
      .waitFor();
  });

  test('keeps its lists open when the trial is over', async ({
    paying: { user },
    payingPage: page,
    sandbox,
    admin,
  }) => {
    row('role/lead-access', 'state/card-hidden');
    await endTrial(admin, user);
    await untilState(user, 'active');
    await until(async () => (await standingOf(user)).trialExpired);
    // Wait until leads has consumed the event.
    await until(async () => {
      const sql = 'select trial_expires_at < now() as over from accounts where id = $1';
      const [account] = await rowsOf<{ over: boolean }>(whole, 'leads', sql, [user.id]);
      return account?.over;
    });
    await expectOpenLists(page, user);
    expect(await accountCard(page).count()).toBe(0);
    expect(await standingOf(user)).toMatchObject({ paymentState: 'active', trialExpired: true });
    expect(await sandbox.bills(user)).toHaveLength(1);
  });
});

describe('a trial without a card', () => {
  test('closes its lists at its end', async ({ unpaid: { user, zips }, unpaidPage: page, admin }) => {
    row('role/402-dialog', 'error/402-fields', 'dashboard/trial-over', 'state/trial-expired');
    await endTrial(admin, user);
    await until(async () => (await statusOfLists(user)) === 402);
    for (const path of ['/api/user/agents', '/api/lead-lists', `/api/agents/${zips[0]}`]) {
      const { json } = await expectStatus(user.call('GET', path), 402);
      expect(json).toMatchObject({
        trialExpired: true,
        requiresPayment: true,
        zipCount: 2,
        monthlyAmount: 30,
      });
    }
    await page.goto('/dashboard');
    const dialog = page.getByRole('dialog', { name: 'Your free trial has ended' });
    await dialog.getByText('2 ZIP codes, $30/month').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Trial Over', exact: true }).waitFor();
    expect(await page.getByRole('table', { name: 'Recent closings' }).count()).toBe(0);
    await accountCard(page).getByRole('heading', { name: 'Trial Expired', exact: true }).waitFor();
    await accountCard(page).getByText('Action Required').waitFor();
    const { trialExpiresAt, releaseAt } = await standingOf(user);
    expect(Date.parse(releaseAt ?? '') - Date.parse(trialExpiresAt ?? '')).toBe(14 * dayMs);
    await accountCard(page)
      .getByText(`We hold your ZIP codes until ${longDay(Date.parse(releaseAt ?? '') / 1000)}.`)
      .waitFor();
  });
});

test('the ZIPs of an unpaid trial are free for others after the grace period, and nothing is to pay', async ({
  unpaid: { user, zips },
  unpaidPage: page,
  rival,
}) => {
  row('beyond/nothing-to-pay');
  const order = () => rival.call('POST', '/api/subscribe/bulk', { zipCodeIds: zips });
  const refused = await expectStatus(order(), 409);
  expect((refused.json as { zipCodes: string[] }).zipCodes.toSorted()).toEqual(zips.toSorted());
  const sql = `update accounts set release_at = now() where id = $1`;
  await rowsOf(whole, 'billing', sql, [user.id]);
  await runJob(whole, 'billing', 'release-trials');
  await mailAbout(whole.mailApiUrl, user.email, /^Your 2 ZIP codes can now be had by others$/);
  await until(async () => (await order()).status === 200);
  const { json } = await expectStatus(user.call('GET', '/api/lead-lists'), 402);
  expect(json).toMatchObject({ zipCount: 0, monthlyAmount: 0 });
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Trial Over', exact: true }).waitFor();
  await expectCatalogOnly(page, 'Your free trial has ended');
});

test('a card without ZIPs is led to the catalog after the trial', async ({ browser, admin }) => {
  row('beyond/nothing-to-pay');
  const user = await aSubscriberToBe(whole);
  const page = await pageOf(browser, user);
  await page.goto('/help');
  await cardInPortal(page, cards.good);
  await until(async () => (await standingOf(user)).hasActivePayment);
  await endTrial(admin, user);
  const { json } = await until(async () => {
    const answer = await user.call('GET', '/api/lead-lists');
    return answer.status === 402 ? answer : undefined;
  });
  const message = 'Your trial has ended. Order ZIP codes to see their leads.';
  expect(json).toMatchObject({ message, zipCount: 0, monthlyAmount: 0 });
  await page.goto('/dashboard');
  await page.waitForURL('**/zips');
  await expectCatalogDialog(page, 'Your free trial has ended');
});
