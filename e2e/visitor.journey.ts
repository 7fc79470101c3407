import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { visitorTest } from './browser/journey.ts';
import { fill, press, shown, toasted } from './browser/page-actions.ts';
import { linkIn, mailAbout } from './platform/mail-sink.ts';
import { aSubscriberToBe } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();

const test = visitorTest();

const pathNow = (page: Page) => new URL(page.url()).pathname;

describe('the signed-out header and footer', () => {
  test('lead to sign-in, registration and help', async ({ page }) => {
    row('product/header-signed-out', 'product/footer', 'product/footer-privacy-policy');
    await page.goto('/');
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
  test('the landing page shows a sample for 90210', async ({ page }) => {
    row('landing/sample-table');
    await page.goto('/');
    await shown(page, /90210/);
  });

  test('the privacy policy was updated today', async ({ page }) => {
    row('public/privacy-updated');
    await page.goto('/privacy-policy');
    await page.getByRole('heading', { name: "Children's Privacy" }).waitFor();
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date());
    await shown(page, `Last updated: ${today}`);
  });

  test('the privacy policy was updated on the day it is read, also when it was prerendered on another', async ({
    page,
  }) => {
    row('public/privacy-updated');
    await page.clock.setFixedTime('2031-02-03T12:00:00Z');
    await page.goto('/privacy-policy');
    await shown(page, 'Last updated: February 3, 2031');
  });
});

describe('the help center', () => {
  test('shows that nothing is found', async ({ page }) => {
    row('public/help-empty-filter');
    await page.goto('/help');
    await fill(page, 'Search help articles', 'xyzzy');
    await shown(page, 'No articles found');
    await shown(page, 'Try adjusting your search or filter criteria');
  });
});

describe('the contact form', () => {
  test('needs all fields', async ({ page }) => {
    row('public/contact-form', 'error/contact-empty', 'validation/contact-fields');
    const sent: string[] = [];
    page.on('request', request => sent.push(request.url()));
    const labels = ['Full Name', 'Email Address', 'Subject', 'Message'];
    for (const missing of labels) {
      await page.goto('/contact');
      for (const label of labels) await fill(page, label, label === missing ? ' ' : 'ada@example.com');
      await press(page, 'Send Message');
      await shown(page, 'Please fill in all fields');
    }
    expect(sent.filter(url => url.endsWith('/api/contact'))).toEqual([]);
  });

  test('sends a message and is cleared', async ({ page }) => {
    row('error/contact-sent');
    await page.goto('/contact');
    await fill(page, 'Full Name', 'Ada Example');
    await fill(page, 'Email Address', 'ada@example.com');
    await fill(page, 'Subject', 'A question');
    await fill(page, 'Message', 'How does it work?');
    await press(page, 'Send Message');
    await toasted(page, 'Message sent successfully', "We'll get back to you within 24 hours");
    for (const label of ['Full Name', 'Email Address', 'Subject', 'Message'])
      expect(await page.getByLabel(label).inputValue()).toBe('');
  });
});

describe('signing in', () => {
  test('after a failure offers the confirmation link, without revealing accounts', async ({ page }) => {
    await page.goto('/auth');
    const notice = page.getByRole('status').filter({ hasText: 'Just registered?' });
    await fill(page, 'Email', 'nobody@example.com');
    await fill(page, 'Password', 'wrong password');
    await press(page, 'Sign In');
    await notice.getByRole('button', { name: 'Send it again' }).click();
    await toasted(
      page,
      'Check your email',
      'If this address still needs confirmation, an email is on its way.',
    );
  });

  test('is required for a page of subscribers', async ({ page }) => {
    row('dashboard/visitors');
    // The toast is visible for half a second before the redirect, so the page records it.
    await page.addInitScript(`
      const note = () => {
        const toast = document.querySelector('[data-sonner-toast]');
        if (toast) sessionStorage.toast ??= toast.innerText;
      };
      new MutationObserver(note).observe(document, { subtree: true, childList: true });
    `);
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await page.waitForURL(url => url.pathname === '/auth' && url.searchParams.get('next') === '/dashboard');
    const shownText = await page.evaluate<string>('sessionStorage.toast');
    expect(shownText.split('\n')).toEqual(['Unauthorized', 'You are logged out. Logging in again...']);
  });

  test('leads a person without ZIPs to the catalog', async ({ page }) => {
    row('sign-in/leads-in', 'error/welcome-back');
    const user = await aSubscriberToBe(whole);
    await page.goto('/auth');
    await fill(page, 'Email', user.email);
    await fill(page, 'Password', user.password);
    await press(page, 'Sign In');
    await toasted(page, 'Welcome back!', 'You have successfully signed in.');
    await page.getByRole('heading', { name: 'Choose Your ZIP Codes' }).waitFor();
    expect(pathNow(page)).toBe('/zips');
  });
});

describe('a forgotten password', () => {
  test('is replaced through the mailed link', async ({ page }) => {
    row(
      'forgot/sent',
      'reset/success',
      'state/forgot-sent',
      'state/reset-password',
      'validation/passwords-must-match',
    );
    const user = await aSubscriberToBe(whole);
    await page.goto('/reset-password');
    await shown(page, 'Invalid or missing reset token. Please request a new password reset.');
    await page.goto('/forgot-password');
    await fill(page, 'Email', user.email);
    await press(page, 'Send reset email');
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await shown(page, user.email);
    await shown(page, /spam/);
    await shown(page, /expires in 1 hour/);

    const mail = await mailAbout(whole.mailApiUrl, user.email, /new password/);
    await page.goto(linkIn(mail, '/reset-password'));
    await fill(page, 'New password', 'first new password');
    await fill(page, 'Confirm new password', 'second new password');
    await press(page, 'Update password');
    await shown(page, 'Passwords do not match');
    await fill(page, 'Confirm new password', 'first new password');
    await press(page, 'Update password');
    await page.getByRole('heading', { name: 'Password updated successfully' }).waitFor();

    await page.getByRole('link', { name: 'Sign in with new password' }).click();
    await fill(page, 'Email', user.email);
    await fill(page, 'Password', 'first new password');
    await press(page, 'Sign In');
    await shown(page, 'Welcome back!');
  });

  test('needs the token of a mail', async ({ page }) => {
    row('reset/form');
    await page.goto('/reset-password');
    await shown(page, 'Invalid or missing reset token. Please request a new password reset.');
    expect(await page.getByRole('button', { name: 'Update password' }).isDisabled()).toBe(true);
  });
});
