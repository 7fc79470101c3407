import { until } from '@closingwire/chassis/testing';
import { termsVersion } from '@closingwire/contracts/terms';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { browserTest } from './browser/journey.ts';
import { looks } from './browser/looks.ts';
import { press, shown } from './browser/page-actions.ts';
import { cookiesOf, pageOf } from './browser/page-of.ts';
import { fillRegistration } from './browser/registration.ts';
import { serveSpec } from './browser/spec-server.ts';
import { linkIn, mailAbout } from './platform/mail-sink.ts';
import { aVisitor, demoAdmin, expectStatus, signUpOf, type User } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* The Terms of use: their page, their acceptance at sign-up and afterwards. */

const whole = theWhole();

/** Signs up with exactly the form of the specification, as a client that knows no terms. */
async function aSpecUser(): Promise<User> {
  const user = aVisitor(whole);
  const { termsVersion: _terms, ...form } = signUpOf(user);
  await expectStatus(user.call('POST', '/api/auth/signup', form), 200);
  const mail = await mailAbout(whole.mailApiUrl, user.email, /confirm/i);
  await expectStatus(user.call('GET', linkIn(mail, '/api/auth/confirm')), 303);
  return user;
}

const test = browserTest()
  .extend('user', { scope: 'file' }, () => aSpecUser())
  .extend('page', async ({ browser, look }, { onCleanup }) => {
    const page = await browser.newPage(look);
    onCleanup(() => page.context().close());
    return page;
  });

const notice = (page: Page) => page.getByRole('region', { name: 'Terms of use' });
const acceptedBy = async (user: User) => {
  const { json } = await expectStatus(user.call('GET', '/api/user/export'), 200);
  return (json as { account: { termsAcceptances: { version: string; userAgent: string }[] } }).account
    .termsAcceptances;
};

describe.each(looks)('the page of the terms $at', ({ look }) => {
  test.override('look', look);

  test('is in the footer and accessible', async ({ page }) => {
    await page.goto('/help');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Use' }).click();
    await page.getByRole('heading', { name: 'Terms of Use', level: 1 }).waitFor();
    await shown(page, /Fair Credit Reporting Act/);
    await expectAccessible(page);
  });
});

test('a crawler gets the whole text', async ({ page }) => {
  const html = (await (await page.goto('/terms'))?.text()) ?? '';
  for (const word of ['FCRA', 'TCPA', 'CAN-SPAM', 'do-not-call', 'exclusivity']) expect(html).toContain(word);
});

test('a registration links to the terms and accepts them', async ({ page }) => {
  const visitor = aVisitor(whole);
  await page.goto('/register');
  await fillRegistration(page, visitor.email);
  await page.getByText('By creating an account you accept the').waitFor();
  const link = page.getByRole('link', { name: 'Terms of use', exact: true });
  expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual(['/terms', '_blank']);
  await expectAccessible(page);
  const sent = page.waitForRequest('**/api/auth/signup');
  await press(page, 'Create Account');
  expect((await sent).postDataJSON()).toMatchObject({ email: visitor.email, termsVersion });
  const mail = await mailAbout(whole.mailApiUrl, visitor.email, /confirm/i);
  await page.goto(linkIn(mail, '/api/auth/confirm'));
  await page.getByRole('heading', { name: 'Choose Your ZIP Codes' }).waitFor();
  expect(await notice(page).count()).toBe(0);
});

describe.each(looks)('a user who accepted no terms $at', ({ look }) => {
  test.override('look', look);

  test('is asked on member pages only', async ({ page, user }) => {
    await page.context().addCookies(cookiesOf(user, whole.url));
    await page.goto('/settings');
    await notice(page).getByText('Please read and accept them.').waitFor();
    await expectAccessible(page);
    await page.goto('/help');
    await page.getByRole('button', { name: 'Account menu' }).waitFor();
    expect(await notice(page).count()).toBe(0);
  });
});

describe('on a phone', () => {
  test.override('look', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('the question and the bar of the order are both in view', async ({ page, user }) => {
    await page.context().addCookies(cookiesOf(user, whole.url));
    // Other journeys add ZIPs of other states, which are taken.
    await page.goto('/zips?state=WY');
    await page
      .getByRole('button', { name: /^Add \d{5}$/ })
      .first()
      .click();
    const bar = page.getByRole('link', { name: /^1 ZIP code · / });
    await until(async () => {
      const [order, question] = await Promise.all([bar.boundingBox(), notice(page).boundingBox()]);
      if (!order || !question) return false;
      return order.y + order.height <= question.y && question.y + question.height <= 844;
    });
    await bar.click();
    await page.waitForURL(url => url.hash === '#order');
    // A button that a bar covers in part would be a small one.
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await expectAccessible(page);
  });
});

test('a failure says so and leaves the question', async ({ page, user }) => {
  await page.context().addCookies(cookiesOf(user, whole.url));
  await page.route('**/api/user/terms', route => route.abort());
  await page.goto('/settings');
  await press(page, 'I accept the terms');
  await shown(page, 'Your acceptance could not be saved. Please try again.');
  expect(await notice(page).count()).toBe(1);
});

test('an acceptance is stored and ends the question', async ({ page, user }) => {
  await page.context().addCookies(cookiesOf(user, whole.url));
  await page.goto('/settings');
  expect(await acceptedBy(user)).toEqual([]);
  await press(page, 'I accept the terms');
  await notice(page).waitFor({ state: 'detached' });
  expect(await acceptedBy(user)).toMatchObject([
    { version: termsVersion, userAgent: expect.stringContaining('Chrome') },
  ]);
  await page.goto('/zips');
  await page.getByRole('heading', { name: 'Choose Your ZIP Codes' }).waitFor();
  expect(await notice(page).count()).toBe(0);
});

test('a new version asks again', async ({ page, user }) => {
  await page.context().addCookies(cookiesOf(user, whole.url));
  await page.route('**/api/auth/user', async route => {
    const reply = await route.fetch();
    await route.fulfill({ json: { ...(await reply.json()), termsVersion: '2020-01-01' } });
  });
  await page.goto('/settings');
  await notice(page).getByText('They have changed since you accepted them.').waitFor();
});

test('an admin sees the accepted version', async ({ browser, user }) => {
  const page = await pageOf(browser, await demoAdmin(whole));
  await page.goto('/admin?tab=users');
  await page.getByRole('searchbox').first().fill(user.email);
  await page.getByText(/^1 user matching/).waitFor();
  const found = page.getByRole('row').filter({ hasText: user.email });
  await found.getByRole('button', { name: 'Edit Ada Example' }).click();
  await until(() =>
    page.getByRole('dialog', { name: 'Edit user' }).getByText('Version of Nov 27, 2026 accepted').isVisible(),
  );
  await page.context().close();
});

test('a server without terms asks nobody', async ({ page }) => {
  await serveSpec(page);
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'API access' }).waitFor();
  expect(await notice(page).count()).toBe(0);
});
