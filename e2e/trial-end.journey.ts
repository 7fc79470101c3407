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
import { mailAbout, mailsTo } from './platform/mail-sink.ts';
import { paymentSandbox } from './platform/payment-sandbox.ts';
import { standingOf, untilState } from './platform/standing.ts';
import { aTrial, endTrial, runJob, statusOfLists } from './platform/trial.ts';
import { aSubscriberToBe, demoAdmin, expectStatus, type User } from './platform/user.ts';
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

  test('is charged once at its end, 15 USD a ZIP', async ({ paying: { user, clock }, sandbox }) => {
    row('beyond/charge-at-trial-end');
    const { trial_end } = await sandbox.subscriptionOf(user);
    await clock.goTo((trial_end ?? 0) - 60);
    expect(await sandbox.bills(user)).toEqual([]);
    await clock.goTo(trial_end ?? 0);
    const standing = await untilState(user, 'active');
    expect(standing).toMatchObject({ hasActivePayment: true, unpaidZipCount: 0 });
    expect(await sandbox.bills(user)).toMatchObject([{ status: 'paid', amount_paid: 4500 }]);
  });

  test('keeps its lists open when the trial is over', async ({
    paying: { user },
    payingPage: page,
    sandbox,
    admin,
  }) => {
    row('role/lead-access', 'state/card-hidden');
    await endTrial(admin, user);
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
    await accountCard(page).getByText('Action Required').waitFor();
    const { trialExpiresAt, releaseAt } = await standingOf(user);
    expect(Date.parse(releaseAt ?? '') - Date.parse(trialExpiresAt ?? '')).toBe(14 * dayMs);
    await accountCard(page)
      .getByText(`We hold your ZIP codes until ${longDay(Date.parse(releaseAt ?? '') / 1000)}.`)
      .waitFor();
  });

  test('is mailed about, unlike a paid one', async ({ unpaid: { user }, paying: { user: payer } }) => {
    await runJob(whole, 'billing', 'remind-of-trials');
    await mailAbout(whole.mailApiUrl, user.email, /^Your free trial is over$/);
    const subjects = (await mailsTo(whole.mailApiUrl, payer.email)).map(({ subject }) => subject);
    expect(subjects.filter(subject => /trial (is over|ends)/.test(subject))).toEqual([]);
  });

  test('is no longer refreshed, unlike a paid one', async ({ unpaid: { zips }, paying: { user: payer } }) => {
    row('beyond/unpaid-refreshes-stop');
    const { json } = await payer.call('GET', '/api/subscriptions');
    const paid = (json as { zipCode: { zipCode: string } }[]).map(({ zipCode }) => zipCode.zipCode);
    // All other ZIPs count as refreshed today, so that the job handles these alone.
    await rowsOf(
      whole,
      'leads',
      `insert into refresh_requests (zip, day, requested_at)
       select distinct zip, (now() at time zone 'UTC')::date, now() from subscriptions where zip <> all($1)
       on conflict do nothing`,
      [[...zips, ...paid]],
    );
    await rowsOf(whole, 'leads', `delete from refresh_requests where zip = any($1)`, [[...zips, ...paid]]);
    // The hourly job may have run earlier in this test.
    const since = new Date();
    await runJob(whole, 'leads', 'request-refreshes');
    const askedOf = async (zipCodes: string[]) => {
      const sql = `select zip_code from webhook_deliveries
        where reason = 'refresh' and state = 'delivered' and zip_code = any($1) and created_at >= $2`;
      return (await rowsOf(whole, 'catalog', sql, [zipCodes, since])).length;
    };
    await until(async () => (await askedOf(paid)) === paid.length);
    expect(await askedOf(zips)).toBe(0);
    const sql = 'select zip from refresh_requests where zip = any($1)';
    expect(await rowsOf(whole, 'leads', sql, [zips])).toEqual([]);
  });
});

describe('the ZIPs of an unpaid trial', () => {
  const order = (rival: User, zips: string[]) =>
    rival.call('POST', '/api/subscribe/bulk', { zipCodeIds: zips });

  test('are held, with a mail three days before their release', async ({ unpaid: { user, zips }, rival }) => {
    row('beyond/hold-after-trial');
    const refused = await expectStatus(order(rival, zips), 409);
    expect((refused.json as { zipCodes: string[] }).zipCodes.toSorted()).toEqual(zips.toSorted());
    // Nothing moves the machine's clock, so the stored date moves by eleven days.
    const sql = `update accounts set trial_expires_at = trial_expires_at - interval '11 days' where id = $1`;
    await rowsOf(whole, 'billing', sql, [user.id]);
    await runJob(whole, 'billing', 'release-trials');
    await mailAbout(whole.mailApiUrl, user.email, /^We keep your 2 ZIP codes until/);
    const { releaseAt } = await standingOf(user);
    const daysLeft = (Date.parse(releaseAt ?? '') - Date.now()) / dayMs;
    expect(daysLeft).toBeGreaterThan(2.9);
    expect(daysLeft).toBeLessThanOrEqual(3);
    await expectStatus(order(rival, zips), 409);
  });

  test('are free for others after the hold', async ({ unpaid: { user, zips }, rival }) => {
    row('beyond/hold-after-trial');
    const sql = `update accounts set release_at = now() where id = $1`;
    await rowsOf(whole, 'billing', sql, [user.id]);
    await runJob(whole, 'billing', 'release-trials');
    await mailAbout(whole.mailApiUrl, user.email, /^Your 2 ZIP codes can now be had by others$/);
    expect((await user.call('GET', '/api/subscriptions')).json).toEqual([]);
    await until(async () => (await order(rival, zips)).status === 200);
    const { json } = await rival.call('GET', '/api/subscriptions');
    expect(json).toMatchObject(zips.toSorted().map(zipCode => ({ zipCode: { zipCode }, kind: 'trial' })));
    expect((await standingOf(user)).releaseAt).toBeNull();
  });

  test('leave nothing to pay for: the way on is the catalog', async ({
    unpaid: { user },
    unpaidPage: page,
  }) => {
    row('beyond/nothing-to-pay');
    const { json } = await expectStatus(user.call('GET', '/api/lead-lists'), 402);
    expect(json).toMatchObject({ zipCount: 0, monthlyAmount: 0 });
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Trial Over', exact: true }).waitFor();
    await expectCatalogOnly(page, 'Your free trial has ended');
  });
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
