import { newId } from '@closingwire/chassis/ids';
import { until } from '@closingwire/chassis/testing';
import { describe, expect } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { expectToast } from './browser/expect-toast.ts';
import { visitorTest } from './browser/journey.ts';
import { looks } from './browser/looks.ts';
import { fill, press, shown } from './browser/page-actions.ts';
import { pageOf } from './browser/page-of.ts';
import { deliverLeads } from './platform/deliver-leads.ts';
import { linkIn, mailAbout } from './platform/mail-sink.ts';
import { aSubscriberToBe, demoAdmin } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

const test = visitorTest();

const subject = /^Confirm that you want to be in no list$/;
const someAgent = () => `agent-${newId()}@example.com`;

/** Sends the form's request without the form. */
async function asked(request: { email: string; phone?: string }): Promise<void> {
  const reply = await fetch(new URL('/api/opt-out', whole.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  expect(reply.status).toBe(200);
}

describe('the opt-out page', () => {
  test('is found from the footer and the privacy policy', async ({ page }) => {
    await page.goto('/privacy-policy');
    const targets = await page.locator('a[href="/opt-out"]').allTextContents();
    expect(targets).toEqual(['Opt out of our lists', 'Agent Opt-Out']);
  });

  test('needs a valid address, and no or a valid phone number', async ({ page }) => {
    await page.goto('/opt-out');
    await fill(page, 'Email Address', 'agent');
    await press(page, 'Send request');
    await shown(page, 'Please enter an email such as name@example.com');
    await fill(page, 'Email Address', someAgent());
    await fill(page, 'Phone (optional)', 'none');
    await press(page, 'Send request');
    await shown(page, 'Please enter a phone number such as (206) 555-0142');
  });

  test('mails a link, and says so', async ({ page }) => {
    row('beyond/opt-out-page');
    const email = someAgent();
    await page.goto('/opt-out');
    const sent = page.waitForRequest('**/api/opt-out');
    await fill(page, 'Email Address', email);
    await fill(page, 'License number (optional)', ' CA 0001 ');
    await press(page, 'Send request');
    expect((await sent).postDataJSON()).toEqual({ email, licenseNumber: 'CA 0001' });
    await page.getByRole('heading', { name: 'Look at your inbox' }).waitFor();
    await shown(page, email);
    await expectAccessible(page);
    await press(page, 'Send another request');
    expect(await page.getByLabel('Email Address').inputValue()).toBe('');
    linkIn(await mailAbout(whole.mailApiUrl, email, subject), '/opt-out/confirm');
  });

  test('shows why a request was refused', async ({ page }) => {
    const refusal = { status: 429, json: { message: 'Too many requests' } };
    await page.route('**/api/opt-out', route => route.fulfill(refusal));
    await page.goto('/opt-out');
    await fill(page, 'Email Address', 'agent@example.com');
    await press(page, 'Send request');
    await shown(page, 'Too many requests');
    expect(await page.getByLabel('Email Address').inputValue()).toBe('agent@example.com');
  });
});

describe('the link of an opt-out', () => {
  test.for(looks)('takes effect only by its button, $at', async ({ look }, { browser }) => {
    row('beyond/opt-out-confirm-page');
    const email = someAgent();
    await asked({ email, phone: '(206) 555-0100' });
    const link = linkIn(await mailAbout(whole.mailApiUrl, email, subject), '/opt-out/confirm');
    const page = await browser.newPage(look);
    const posts: string[] = [];
    page.on('request', request => {
      if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
    });
    await page.goto(link);
    await page.getByRole('button', { name: 'Opt out of all lists' }).waitFor();
    await expectAccessible(page);
    expect(posts.filter(path => path.startsWith('/api/opt-out'))).toEqual([]);
    await press(page, 'Opt out of all lists');
    await page.getByRole('heading', { name: 'Your email address is in no list any more' }).waitFor();
    await shown(page, 'a•••@example.com');
    await shown(page, /We look at your phone number first/);
    await expectAccessible(page);
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link was used before' }).waitFor();
    await shown(page, /We are still reviewing your other details/);
    expect(await page.getByRole('button', { name: 'Opt out of all lists' }).count()).toBe(0);
    await expectAccessible(page);
  });

  test('shows an error for an unknown, expired or incomplete link', async ({ page }) => {
    await page.goto(`/opt-out/confirm?token=${'x'.repeat(43)}`);
    await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
    expect(await page.locator(':focus').textContent()).toBe('This link is not valid');
    for (const path of ['/opt-out/confirm', '/opt-out/confirm?token=abc']) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'This link is not complete' }).waitFor();
    }
    const expired = { status: 409, json: { code: 'link_expired', message: 'This link has expired' } };
    // The link expired, or was used elsewhere, while the page was open.
    await page.route('**/api/opt-out/link?*', route => route.fulfill({ json: { state: 'requested' } }));
    await page.route('**/api/opt-out/confirm', route => route.fulfill(expired));
    await page.goto(`/opt-out/confirm?token=${'y'.repeat(43)}`);
    await press(page, 'Opt out of all lists');
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    expect(await page.getByRole('link', { name: 'Ask to be left out' }).getAttribute('href')).toBe(
      '/opt-out',
    );
  });
});

describe('the link of an opt-out that was used while its page stood open', () => {
  test('shows its outcome', async ({ page }) => {
    const email = someAgent();
    await asked({ email, phone: '(206) 555-0100' });
    const link = linkIn(await mailAbout(whole.mailApiUrl, email, subject), '/opt-out/confirm');
    await page.goto(link);
    // The reply to the first press is lost.
    await page.route('**/api/opt-out/confirm', async route => {
      await route.fetch();
      await route.abort();
    });
    await press(page, 'Opt out of all lists');
    await shown(page, 'Your opt-out did not take effect');
    await page.unroute('**/api/opt-out/confirm');
    await press(page, 'Opt out of all lists');
    await page.getByRole('heading', { name: 'This link was used before' }).waitFor();
    await shown(page, /We are still reviewing your other details/);
    expect(await page.locator(':focus').textContent()).toBe('This link was used before');
    await expectAccessible(page);
  });

  test('promises nothing if the result cannot be loaded', async ({ page }) => {
    const used = { status: 409, json: { code: 'link_used', message: 'This link was already used' } };
    let looks = 0;
    await page.route('**/api/opt-out/link?*', route =>
      looks++ === 0 ? route.fulfill({ json: { state: 'requested' } }) : route.abort(),
    );
    await page.route('**/api/opt-out/confirm', route => route.fulfill(used));
    await page.goto(`/opt-out/confirm?token=${'u'.repeat(43)}`);
    await press(page, 'Opt out of all lists');
    await page.getByRole('heading', { name: 'This link was used before' }).waitFor();
    await shown(page, /We could not check the status of your opt-out/);
  });
});

test('an opt-out link shows its button even if its state fails to load', async ({ page }) => {
  await page.route('**/api/opt-out/link?*', route => route.abort());
  await page.goto(`/opt-out/confirm?token=${'z'.repeat(43)}`);
  await press(page, 'Opt out of all lists');
  await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
});

const carrier = (fullName: string, phone: string) => ({
  fullName,
  brokerageName: 'Example Realty',
  phone,
  property: {
    address1: '12 Review St',
    city: 'Kent',
    state: 'WA',
    zip: '98030',
    soldDate: new Date().toISOString().slice(0, 10),
  },
});

test('an admin refuses the phone of an opt-out and undoes the rest', async ({ page, browser }) => {
  row('admin/opt-outs');
  const email = someAgent();
  await deliverLeads(whole, [
    carrier('Ann Reviewed', '(206) 555-0101'),
    carrier('Bob Reviewed', '(206) 555-0101'),
  ]);
  await asked({ email, phone: '(206) 555-0101' });
  const link = linkIn(await mailAbout(whole.mailApiUrl, email, subject), '/opt-out/confirm');
  await page.goto(link);
  await press(page, 'Opt out of all lists');
  await page.getByRole('heading', { name: 'Your email address is in no list any more' }).waitFor();
  const adminPage = await pageOf(browser, await demoAdmin(whole));
  await adminPage.goto(`/admin/operations?${new URLSearchParams({ tab: 'opt-outs', q: email })}`);
  const optOut = adminPage.getByRole('row').filter({ hasText: email });
  await optOut.getByText('Needs review').waitFor();
  await optOut.getByText('Ann Reviewed, Example Realty, 98030').waitFor();
  await expectAccessible(adminPage);
  await optOut.getByRole('button', { name: /^Refuse/ }).click();
  await adminPage.getByRole('dialog').getByText('Bob Reviewed, Example Realty, 98030').waitFor();
  await adminPage.getByRole('dialog').getByText('(206) 555-0101').waitFor();
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
  await expectToast(adminPage, 'Opt-out refused');
  await adminPage.setViewportSize({ width: 390, height: 844 });
  const masked = adminPage.getByRole('list', { name: 'Opt-outs' }).locator('> li');
  await masked.getByText('Email only').waitFor();
  await expectAccessible(adminPage);
  await masked.getByRole('button', { name: /^Undo/ }).click();
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expectToast(adminPage, 'Opt-out undone');
  await masked.getByText('Undone').waitFor();
  await adminPage.goto('/admin/operations?tab=opt-outs&q=nobody@example.org');
  await shown(adminPage, 'No opt-outs found');
  await adminPage.goto('/admin/operations?tab=audit&action=admin-request');
  const entry = (text: string) => adminPage.getByRole('listitem').filter({ hasText: text }).first();
  await entry('Undid an opt-out').getByText('Decision: undone').waitFor();
  await entry('Decided on an opt-out').getByText('Decision: refused').waitFor();
  await entry('Undid an opt-out')
    .getByText(/, admin@demo\.closingwire\.test$/)
    .waitFor();
});

describe('the unsubscribe link of a mail', () => {
  test('turns notices off with one click, without signing in', async ({ page }) => {
    row('beyond/unsubscribe-page');
    const user = await aSubscriberToBe(whole);
    const { text } = await mailAbout(whole.mailApiUrl, user.email, /has begun/);
    const link = /Unsubscribe: (\S+)/.exec(text)?.[1] ?? '';
    const token = new URL(link).searchParams.get('token');
    await page.goto(`${whole.url}/api/unsubscribe/${token}`);
    expect(page.url()).toBe(link);
    await press(page, 'Turn off these emails');
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    await shown(page, 'a•••@example.com');
    await expectAccessible(page);
    expect(await page.getByRole('link', { name: 'Open email settings' }).getAttribute('href')).toBe(
      '/settings#notifications',
    );
    await until(async () => {
      const { json } = await user.call('GET', '/api/auth/user');
      return (json as { emailNotifications: boolean }).emailNotifications === false;
    });
    await page.goto(link);
    await press(page, 'Turn off these emails');
    await page.getByRole('heading', { name: 'These emails were off already' }).waitFor();
  });

  test('shows an error for an unknown or incomplete link', async ({ page }) => {
    await page.goto(`/unsubscribe?token=${'x'.repeat(32)}`);
    await press(page, 'Turn off these emails');
    await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
    for (const path of ['/unsubscribe', '/unsubscribe?token=abc']) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'This link is not complete' }).waitFor();
    }
  });
});
