import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenBrowser, openBrowser } from './browser/open-browser.ts';
import { pageActions } from './browser/page-actions.ts';
import { linkIn, mailAbout } from './platform/mail-sink.ts';
import { aSubscriberToBe } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();
let browser: OpenBrowser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
});
beforeEach(async () => {
  page = await browser.newPage();
  return () => page.close();
});
afterAll(() => browser.close());

const { at, visit, shown, toasted, fill, press } = pageActions(() => page, whole.url);
const pathNow = () => new URL(page.url()).pathname;

describe('the signed-out header and footer', () => {
  test('lead to sign-in, registration and help', async () => {
    row('product/header-signed-out', 'product/footer', 'product/footer-privacy-policy');
    await visit('/');
    const banner = page.getByRole('banner');
    const paths = async (name: string) => banner.getByRole('link', { name }).getAttribute('href');
    expect([await paths('Sign In'), await paths('Get Started'), await paths('FAQ')]).toEqual([
      '/auth',
      '/register',
      '/help',
    ]);
    const footer = page.getByRole('contentinfo');
    await footer.getByText('© 2025 ClosingWire').waitFor();
    expect(await footer.getByRole('link', { name: 'Features' }).count()).toBe(1);
    expect(await footer.getByRole('link', { name: 'Privacy Policy' }).getAttribute('target')).toBe('_blank');
  });
});

describe('public pages', () => {
  test('the landing page shows a sample for 90210', async () => {
    row('product/price-50-structured-data', 'landing/sample-table');
    await visit('/');
    await shown(/90210/);
    expect(await page.locator('script[type="application/ld+json"]').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringContaining('50.00')]),
    );
  });

  test('the privacy policy was updated today', async () => {
    row('public/privacy-updated');
    await visit('/privacy-policy');
    await page.getByRole('heading', { name: "Children's Privacy" }).waitFor();
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date());
    await shown(`Last updated: ${today}`);
  });

  test('the privacy policy was updated on the day it is read, also when it was prerendered on another', async () => {
    row('public/privacy-updated');
    await page.clock.setFixedTime('2031-02-03T12:00:00Z');
    await visit('/privacy-policy');
    await shown('Last updated: February 3, 2031');
  });
});

describe('the help center', () => {
  test('finds articles and shows how many', async () => {
    row('public/help-found');
    await visit('/help');
    await fill('Search help articles', 'TRIAL');
    await shown(/^Found \d+ result\(s\) for "TRIAL"$/);
  });

  test('shows it when nothing is found', async () => {
    row('public/help-empty-filter');
    await visit('/help');
    await fill('Search help articles', 'xyzzy');
    await shown('No articles found');
    await shown('Try adjusting your search or filter criteria');
  });
});

describe('the contact form', () => {
  test('wants all fields', async () => {
    row('public/contact-form', 'error/contact-empty', 'validation/contact-fields');
    const sent: string[] = [];
    page.on('request', request => sent.push(request.url()));
    const labels = ['Full Name', 'Email Address', 'Subject', 'Message'];
    for (const missing of labels) {
      await visit('/contact');
      for (const label of labels) await fill(label, label === missing ? ' ' : 'ada@example.com');
      await press('Send Message');
      await shown('Please fill in all fields');
    }
    expect(sent.filter(url => url.endsWith('/api/contact'))).toEqual([]);
  });

  test('sends a message and empties itself', async () => {
    row('error/contact-sent');
    await visit('/contact');
    await fill('Full Name', 'Ada Example');
    await fill('Email Address', 'ada@example.com');
    await fill('Subject', 'A question');
    await fill('Message', 'How does it work?');
    await press('Send Message');
    await toasted('Message sent successfully', "We'll get back to you within 24 hours");
    for (const label of ['Full Name', 'Email Address', 'Subject', 'Message'])
      expect(await page.getByLabel(label).inputValue()).toBe('');
  });
});

describe('signing in', () => {
  test('fails with the words of the server', async () => {
    row('sign-in/failure', 'error/sign-in-failed');
    await visit('/auth');
    await fill('Email', 'nobody@example.com');
    await fill('Password', 'wrong password');
    await press('Sign In');
    await toasted('Sign in failed', 'Invalid login credentials');
  });

  test('that failed offers the link again, and shows nothing about who has an account', async () => {
    await visit('/auth');
    const notice = page.getByRole('status').filter({ hasText: 'Just registered?' });
    await fill('Email', 'nobody@example.com');
    await fill('Password', 'wrong password');
    await press('Sign In');
    await notice.getByRole('button', { name: 'Send it again' }).click();
    await toasted('Check your email', 'If this address still waits to be confirmed, an email is on its way.');
  });

  test('is asked for before a page of subscribers', async () => {
    row('dashboard/visitors');
    // The toast stands for half a second before the page is left, so the page itself records what it shown.
    await page.addInitScript(`
      const note = () => {
        const toast = document.querySelector('[data-sonner-toast]');
        if (toast) sessionStorage.toast ??= toast.innerText;
      };
      new MutationObserver(note).observe(document, { subtree: true, childList: true });
    `);
    await page.goto(at('/dashboard'), { waitUntil: 'commit' });
    await page.waitForURL(url => url.pathname === '/auth' && url.searchParams.get('next') === '/dashboard');
    const shownText = await page.evaluate<string>('sessionStorage.toast');
    expect(shownText.split('\n')).toEqual(['Unauthorized', 'You are logged out. Logging in again...']);
  });

  test('leads a person without ZIPs to the catalogue', async () => {
    row('sign-in/leads-in', 'error/welcome-back');
    const user = await aSubscriberToBe(whole);
    await visit('/auth');
    await fill('Email', user.email);
    await fill('Password', user.password);
    await press('Sign In');
    await toasted('Welcome back!', 'You have successfully signed in.');
    await page.getByRole('heading', { name: 'Choose Your ZIP Codes' }).waitFor();
    expect(pathNow()).toBe('/zips');
  });
});

describe('a forgotten password', () => {
  test('is replaced through the mailed link', async () => {
    row(
      'forgot/sent',
      'reset/success',
      'state/forgot-sent',
      'state/reset-password',
      'validation/passwords-must-match',
    );
    const user = await aSubscriberToBe(whole);
    await visit('/reset-password');
    await shown('Invalid or missing reset token. Please request a new password reset.');
    await visit('/forgot-password');
    await fill('Email', user.email);
    await press('Send reset email');
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await shown(user.email);
    await shown(/spam/);
    await shown(/expires in 1 hour/);

    const mail = await mailAbout(whole.mailApiUrl, user.email, /new password/);
    await page.goto(linkIn(mail, '/reset-password'));
    await fill('New password', 'first new password');
    await fill('Confirm new password', 'second new password');
    await press('Update password');
    await shown('Passwords do not match');
    await fill('Confirm new password', 'first new password');
    await press('Update password');
    await page.getByRole('heading', { name: 'Password updated successfully' }).waitFor();

    await page.getByRole('link', { name: 'Sign in with new password' }).click();
    await fill('Email', user.email);
    await fill('Password', 'first new password');
    await press('Sign In');
    await shown('Welcome back!');
  });

  test('needs the token of a mail', async () => {
    row('reset/form');
    await visit('/reset-password');
    await shown('Invalid or missing reset token. Please request a new password reset.');
    expect(await page.getByRole('button', { name: 'Update password' }).isDisabled()).toBe(true);
  });
});
