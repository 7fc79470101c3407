import { until } from '@closingwire/chassis/testing';
import { describe, expect } from 'vitest';
import { accountCard, expectCatalogOnly, expectOpenLists, longDay } from './browser/account-standing.ts';
import { cards } from './browser/card-form.ts';
import { cardInPortal } from './browser/card-in-portal.ts';
import { signedInSteps } from './browser/journey.ts';
import { press, shown } from './browser/page-actions.ts';
import { mailAbout } from './platform/mail-sink.ts';
import { type PaymentSandbox, paymentSandbox } from './platform/payment-sandbox.ts';
import { standingOf, untilState } from './platform/standing.ts';
import { aTrial, endTrial } from './platform/trial.ts';
import { demoAdmin, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

const test = signedInSteps(async () => {
  const { user, clock } = await aTrial(whole, await paymentSandbox(whole), 2);
  return { ...user, clock };
}).extend('sandbox', { scope: 'file' }, () => paymentSandbox(whole));

describe('a subscription whose card declines', () => {
  test.beforeAll(async ({ page, user, sandbox }) => {
    await page.goto('/dashboard');
    await cardInPortal(page, cards.good);
    await untilState(user, 'trialing');
    await endTrial(await demoAdmin(whole), user);
    await untilState(user, 'active');
    expect(await sandbox.bills(user)).toMatchObject([{ status: 'paid', amount_paid: 3000 }]);
    await cardInPortal(page, cards.declinedLater);
  });

  const nextTry = async (sandbox: PaymentSandbox, user: User) =>
    (await sandbox.bills(user))[0]?.next_payment_attempt ?? 0;

  test('is past due after its renewal, its lists still open', async ({ page, user, sandbox }) => {
    row('beyond/past-due', 'role/lead-access');
    const { items } = await sandbox.subscriptionOf(user);
    await user.clock.goTo(items.data[0]?.current_period_end ?? 0);
    const standing = await untilState(user, 'past_due');
    expect(Date.parse(standing.nextPaymentAttemptAt ?? '')).toBe((await nextTry(sandbox, user)) * 1000);
    await expectOpenLists(page, user);
    await accountCard(page).getByRole('heading', { name: 'Payment failed' }).waitFor();
    await accountCard(page).getByText('Past Due', { exact: true }).waitFor();
    await accountCard(page)
      .getByText(
        `Your lists stay open meanwhile; the next try is on ${longDay(await nextTry(sandbox, user))}.`,
      )
      .waitFor();
    const opening = page.waitForEvent('popup');
    await press(page, 'Update Card');
    const portal = await opening;
    await portal.waitForURL(/\/portal\/bps_\w+$/);
    await portal.getByText('Payment failed').waitFor();
    await portal.close();
    await mailAbout(whole.mailApiUrl, user.email, /^Your payment did not go through$/);
  });

  test('stays open while the provider tries again', async ({ page, user, sandbox }) => {
    row('beyond/past-due');
    const first = await nextTry(sandbox, user);
    await user.clock.goTo(first);
    const shownTry = async () => Date.parse((await standingOf(user)).nextPaymentAttemptAt ?? '') / 1000;
    await until(async () => (await shownTry()) > first);
    await expectOpenLists(page, user);
    await shown(page, `the next try is on ${longDay(await nextTry(sandbox, user))}`);
  });

  test('ends when the provider gives up', async ({ page, user, sandbox }) => {
    row('beyond/given-up', 'error/402-fields');
    for (let due = await nextTry(sandbox, user); due > 0; due = await nextTry(sandbox, user))
      await user.clock.goTo(due);
    await untilState(user, 'ended');
    // The end of the subscription and the end of its ZIPs are two events.
    const json = await until(async () => {
      const { status, json } = await user.call('GET', '/api/user/agents');
      return status === 402 && (json as { zipCount: number }).zipCount === 0 ? json : undefined;
    });
    expect(json).toMatchObject({ trialExpired: true, requiresPayment: true, zipCount: 0, monthlyAmount: 0 });
    expect((json as { message: string }).message).toMatch(/^Your subscription has ended/);
    await mailAbout(whole.mailApiUrl, user.email, /^Your subscription has ended$/);
    await page.goto('/dashboard');
    await accountCard(page).getByRole('heading', { name: 'Subscription Ended' }).waitFor();
    await accountCard(page).getByText('Action Required', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Subscription Ended', level: 2 }).nth(1).waitFor();
    await accountCard(page)
      .getByText(/Your card could not be charged/)
      .waitFor();
    expect(await page.getByRole('main').getByText(/trial/i).count()).toBe(0);
    await expectCatalogOnly(page, 'Your subscription has ended');
  });
});
