import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cards } from './browser/card-form.ts';
import { cardInPortal } from './browser/card-in-portal.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { type OpenBrowser, openBrowser } from './browser/open-browser.ts';
import { pageActions } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { rowsOf } from './chaos/look.ts';
import { mailAbout, mailsTo } from './platform/mail-sink.ts';
import { paymentSandbox, type TestClock } from './platform/payment-sandbox.ts';
import { standingOf, untilState } from './platform/standing.ts';
import { aZipWithItsList, subscribeToFreeZips } from './platform/subscribe.ts';
import { aSubscriberToBe, expectStatus, signedIn, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* What a trial turns into: a subscription, or ZIPs that others may have; and how a subscription ends unpaid. */

type Subscriber = User & { id: string };

const whole = theWhole();
let browser: OpenBrowser;
let sandbox: Awaited<ReturnType<typeof paymentSandbox>>;
let admin: User;
let payer: User;
let user: Subscriber;
let zips: string[];
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  sandbox = await paymentSandbox(whole);
  admin = await signedIn(whole, 'admin@demo.closingwire.test', 'closingwire-demo');
});
afterAll(() => browser.close());

const { visit, press, shown } = pageActions(() => page, whole.url);

const dayMs = 86_400_000;
const accountCard = () => page.getByRole('region', { name: 'Account status' });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const longDay = (seconds: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(seconds * 1000));

/** The product goes by the machine's clock, which nobody moves: a credit of no days ends a trial today. */
const endTrial = ({ id }: Subscriber) =>
  expectStatus(admin.call('PATCH', `/api/admin/users/${id}`, { trialDays: 0 }), 200);

/** What a service's crontab does every minute or day, now. */
const run = (service: string, job: string) =>
  rowsOf(whole, service, 'select graphile_worker.add_job($1)', [job]);

const statusOfLists = async (user: User) => (await user.call('GET', '/api/user/agents')).status;

/** The dashboard with its list, and no word about payment. */
async function expectOpenLists(user: User): Promise<void> {
  await expectStatus(user.call('GET', '/api/user/agents'), 200);
  await visit('/dashboard');
  await page.getByRole('table', { name: 'Recent closings' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
}

/** Somebody on trial with so many ZIPs, the first of which has its list, whom the provider has on a clock. */
async function onTrial(count: number): Promise<{ user: Subscriber; zips: string[]; clock: TestClock }> {
  const user = await aSubscriberToBe(whole);
  const zips = [await aZipWithItsList(user)];
  if (count > 1) zips.push(...(await subscribeToFreeZips(user, count - 1)));
  const clock = await sandbox.newClock();
  await clock.take(user);
  return { user, zips, clock };
}

describe('a trial with a card', () => {
  let clock: TestClock;
  beforeAll(async () => {
    ({ user, clock } = await onTrial(3));
    payer = user;
    page = await pageOf(browser, user, whole.url);
  });

  test('becomes a subscription by the card in the portal', async () => {
    row('beyond/card-in-portal');
    await visit('/dashboard');
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
    await visit('/dashboard');
    await accountCard()
      .getByText(/A payment method is on file, so nothing pauses/)
      .waitFor();
  });

  test('is charged once at its end, 15 USD a ZIP', async () => {
    row('beyond/charge-at-trial-end');
    const { trial_end } = await sandbox.subscriptionOf(user);
    await clock.goTo((trial_end ?? 0) - 60);
    expect(await sandbox.bills(user)).toEqual([]);
    await clock.goTo(trial_end ?? 0);
    const standing = await untilState(user, 'active');
    expect(standing).toMatchObject({ hasActivePayment: true, unpaidZipCount: 0 });
    expect(await sandbox.bills(user)).toMatchObject([{ status: 'paid', amount_paid: 4500 }]);
  });

  test('keeps its lists open when the trial is over', async () => {
    row('role/lead-access', 'state/card-hidden');
    await endTrial(user);
    await until(async () => (await standingOf(user)).trialExpired);
    // Once the lists' service has received it.
    await until(async () => {
      const sql = 'select trial_expires_at < now() as over from accounts where id = $1';
      const [account] = await rowsOf<{ over: boolean }>(whole, 'leads', sql, [user.id]);
      return account?.over;
    });
    await expectOpenLists(user);
    expect(await accountCard().count()).toBe(0);
    expect(await standingOf(user)).toMatchObject({ paymentState: 'active', trialExpired: true });
    expect(await sandbox.bills(user)).toHaveLength(1);
  });
});

describe('a trial without a card', () => {
  beforeAll(async () => {
    ({ user, zips } = await onTrial(2));
    page = await pageOf(browser, user, whole.url);
  });

  test('closes its lists at its end', async () => {
    row('role/402-dialog', 'error/402-fields', 'dashboard/trial-over', 'state/trial-expired');
    await endTrial(user);
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
    await visit('/dashboard');
    const dialog = page.getByRole('dialog', { name: 'Your free trial has ended' });
    await dialog.getByText('2 ZIP codes, $30/month').waitFor();
    await page.keyboard.press('Escape');
    await heading('Trial Over').waitFor();
    expect(await page.getByRole('table', { name: 'Recent closings' }).count()).toBe(0);
    await accountCard().getByText('Action Required').waitFor();
    const { trialExpiresAt, releaseAt } = await standingOf(user);
    expect(Date.parse(releaseAt ?? '') - Date.parse(trialExpiresAt ?? '')).toBe(14 * dayMs);
    await accountCard()
      .getByText(`We hold your ZIP codes until ${longDay(Date.parse(releaseAt ?? '') / 1000)}.`)
      .waitFor();
  });

  test('is mailed about, unlike one that is paid', async () => {
    await run('billing', 'remind-of-trials');
    await mailAbout(whole.mailApiUrl, user.email, /^Your free trial is over$/);
    const subjects = (await mailsTo(whole.mailApiUrl, payer.email)).map(({ subject }) => subject);
    expect(subjects.filter(subject => /trial (is over|ends)/.test(subject))).toEqual([]);
  });

  test('is refreshed no more, unlike one that is paid', async () => {
    row('beyond/unpaid-refreshes-stop');
    const { json } = await payer.call('GET', '/api/subscriptions');
    const paid = (json as { zipCode: { zipCode: string } }[]).map(({ zipCode }) => zipCode.zipCode);
    // All others count as asked for today, so that the hour of the day comes for these alone.
    await rowsOf(
      whole,
      'leads',
      `insert into refresh_requests (zip, day, requested_at)
       select distinct zip, (now() at time zone 'UTC')::date, now() from subscriptions where zip <> all($1)
       on conflict do nothing`,
      [[...zips, ...paid]],
    );
    await rowsOf(whole, 'leads', `delete from refresh_requests where zip = any($1)`, [[...zips, ...paid]]);
    // The hour itself may have come earlier in this test, while the trial ran.
    const since = new Date();
    await run('leads', 'request-refreshes');
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
  let rival: User;
  beforeAll(async () => {
    rival = await aSubscriberToBe(whole);
  });
  const order = () => rival.call('POST', '/api/subscribe/bulk', { zipCodeIds: zips });

  test('are held, with a mail three days before their release', async () => {
    row('beyond/hold-after-trial');
    const refused = await expectStatus(order(), 409);
    expect((refused.json as { zipCodes: string[] }).zipCodes.toSorted()).toEqual(zips.toSorted());
    // Eleven days go by in the store alone: nothing of the product moves the machine's clock.
    const sql = `update accounts set trial_expires_at = trial_expires_at - interval '11 days' where id = $1`;
    await rowsOf(whole, 'billing', sql, [user.id]);
    await run('billing', 'release-trials');
    await mailAbout(whole.mailApiUrl, user.email, /^We keep your 2 ZIP codes until/);
    const { releaseAt } = await standingOf(user);
    const daysLeft = (Date.parse(releaseAt ?? '') - Date.now()) / dayMs;
    expect(daysLeft).toBeGreaterThan(2.9);
    expect(daysLeft).toBeLessThanOrEqual(3);
    await expectStatus(order(), 409);
  });

  test('are free for a rival after the hold', async () => {
    row('beyond/hold-after-trial');
    const sql = `update accounts set release_at = now() where id = $1`;
    await rowsOf(whole, 'billing', sql, [user.id]);
    await run('billing', 'release-trials');
    await mailAbout(whole.mailApiUrl, user.email, /^Your 2 ZIP codes can now be had by others$/);
    expect((await user.call('GET', '/api/subscriptions')).json).toEqual([]);
    await until(async () => (await order()).status === 200);
    const { json } = await rival.call('GET', '/api/subscriptions');
    expect(json).toMatchObject(zips.toSorted().map(zipCode => ({ zipCode: { zipCode }, kind: 'trial' })));
    expect((await standingOf(user)).releaseAt).toBeNull();
  });

  test('leave nothing to pay for: the way on is the catalogue', async () => {
    row('beyond/nothing-to-pay');
    const { json } = await expectStatus(user.call('GET', '/api/lead-lists'), 402);
    expect(json).toMatchObject({ zipCount: 0, monthlyAmount: 0 });
    await visit('/dashboard');
    await heading('Trial Over').waitFor();
    await expectCatalogueOnly('Your free trial has ended');
  });
});

test('a card without ZIPs is led to the catalogue after the trial', async () => {
  row('beyond/nothing-to-pay');
  user = await aSubscriberToBe(whole);
  page = await pageOf(browser, user, whole.url);
  await visit('/help');
  await cardInPortal(page, cards.good);
  await until(async () => (await standingOf(user)).hasActivePayment);
  await endTrial(user);
  const { json } = await until(async () => {
    const answer = await user.call('GET', '/api/lead-lists');
    return answer.status === 402 ? answer : undefined;
  });
  const message = 'Your trial has ended. Order ZIP codes to see their leads.';
  expect(json).toMatchObject({ message, zipCount: 0, monthlyAmount: 0 });
  await visit('/dashboard');
  await page.waitForURL('**/zips');
  await expectCatalogueDialog('Your free trial has ended');
});

/** The 402 of somebody without ZIPs: nothing on the page offers to pay, and the dialog leads to the catalogue. */
async function expectCatalogueOnly(title: string): Promise<void> {
  await page.getByRole('link', { name: 'Browse ZIP Codes' }).first().waitFor();
  expect(await page.getByRole('button', { name: /Payment/ }).count()).toBe(0);
  await expectCatalogueDialog(title);
}

/** A page that asks for a list without ZIPs of one's own, as an old link in a mail leads to. */
async function expectCatalogueDialog(title: string): Promise<void> {
  await visit('/agents/90210');
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('link', { name: 'Browse ZIP Codes' }).waitFor();
  expect(await dialog.getByRole('button', { name: /Payment/ }).count()).toBe(0);
  expect(await dialog.getByRole('definition').count()).toBe(0);
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Browse ZIP Codes' }).click();
  await page.waitForURL('**/zips');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe('a subscription whose card declines', () => {
  let clock: TestClock;
  beforeAll(async () => {
    ({ user, clock } = await onTrial(2));
    page = await pageOf(browser, user, whole.url);
    await visit('/dashboard');
    await cardInPortal(page, cards.good);
    await untilState(user, 'trialing');
    await endTrial(user);
    await untilState(user, 'active');
    expect(await sandbox.bills(user)).toMatchObject([{ status: 'paid', amount_paid: 3000 }]);
    await cardInPortal(page, cards.declinedLater);
  });

  const nextTry = async () => (await sandbox.bills(user))[0]?.next_payment_attempt ?? 0;

  test('is past due after its renewal, its lists still open', async () => {
    row('beyond/past-due', 'role/lead-access');
    const { items } = await sandbox.subscriptionOf(user);
    await clock.goTo(items.data[0]?.current_period_end ?? 0);
    const standing = await untilState(user, 'past_due');
    expect(Date.parse(standing.nextPaymentAttemptAt ?? '')).toBe((await nextTry()) * 1000);
    await expectOpenLists(user);
    await accountCard().getByRole('heading', { name: 'Payment failed' }).waitFor();
    await accountCard()
      .getByText(`Your lists stay open meanwhile; the next try is on ${longDay(await nextTry())}.`)
      .waitFor();
    const opening = page.waitForEvent('popup');
    await press('Update Card');
    const portal = await opening;
    await portal.waitForURL(/\/portal\/bps_\w+$/);
    await portal.getByText('Payment failed').waitFor();
    await portal.close();
    await mailAbout(whole.mailApiUrl, user.email, /^Your payment did not go through$/);
  });

  test('stays open while the provider tries again', async () => {
    row('beyond/past-due');
    const first = await nextTry();
    await clock.goTo(first);
    const shownTry = async () => Date.parse((await standingOf(user)).nextPaymentAttemptAt ?? '') / 1000;
    await until(async () => (await shownTry()) > first);
    await expectOpenLists(user);
    await shown(`the next try is on ${longDay(await nextTry())}`);
  });

  test('ends when the provider gives up', async () => {
    row('beyond/given-up', 'error/402-fields');
    for (let due = await nextTry(); due > 0; due = await nextTry()) await clock.goTo(due);
    await untilState(user, 'ended');
    await until(async () => (await statusOfLists(user)) === 402);
    const { json } = await user.call('GET', '/api/user/agents');
    expect(json).toMatchObject({ trialExpired: true, requiresPayment: true, zipCount: 0, monthlyAmount: 0 });
    expect((json as { message: string }).message).toMatch(/^Your subscription has ended/);
    await mailAbout(whole.mailApiUrl, user.email, /^Your subscription has ended$/);
    await visit('/dashboard');
    await accountCard().getByRole('heading', { name: 'Subscription Ended' }).waitFor();
    await accountCard()
      .getByText(/Your card could not be charged/)
      .waitFor();
    expect(await page.getByRole('main').getByText(/trial/i).count()).toBe(0);
    await expectCatalogueOnly('Your subscription has ended');
  });
});
