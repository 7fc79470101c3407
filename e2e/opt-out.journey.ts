import { until } from '@closingwire/chassis/testing';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectAccessible } from './browser/expect-accessible.ts';
import { hands } from './browser/hands.ts';
import { type OpenBrowser, openBrowser } from './browser/open-browser.ts';
import { mailAbout } from './platform/mail-sink.ts';
import { aSubscriberToBe } from './platform/person.ts';
import { theWhole } from './platform/whole-addresses.ts';

const whole = theWhole();
let browser: OpenBrowser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
});
beforeEach(async () => {
  page = await browser.newPage();
});
afterEach(() => page.context().close());
afterAll(() => browser.close());

const { visit, shown, fill, press } = hands(() => page, whole.url);

describe('the opt-out page', () => {
  test('is found from the footer and the privacy policy', async () => {
    await visit('/privacy-policy');
    const targets = await page.locator('a[href="/opt-out"]').allTextContents();
    expect(targets).toEqual(['Opt out of our lists', 'Agent Opt-Out']);
  });

  test('wants an address that is one', async () => {
    await visit('/opt-out');
    await fill('Email Address', 'agent');
    await press('Send request');
    await shown('Please enter an email such as name@example.com');
  });

  test('sends what was filled in, and says so', async () => {
    row('beyond/opt-out-page');
    await visit('/opt-out');
    const sent = page.waitForRequest('**/api/opt-out');
    await fill('Email Address', 'agent.of.nobody@example.com');
    await fill('License number (optional)', ' CA 0001 ');
    await press('Send request');
    expect((await sent).postDataJSON()).toEqual({
      email: 'agent.of.nobody@example.com',
      licenseNumber: 'CA 0001',
    });
    await page.getByRole('heading', { name: 'We have your request' }).waitFor();
    await shown('agent.of.nobody@example.com');
    await expectAccessible(page);
    await press('Send another request');
    expect(await page.getByLabel('Email Address').inputValue()).toBe('');
  });

  test('says why a request was refused', async () => {
    const refusal = { status: 429, json: { message: 'Too many requests' } };
    await page.route('**/api/opt-out', route => route.fulfill(refusal));
    await visit('/opt-out');
    await fill('Email Address', 'agent@example.com');
    await press('Send request');
    await shown('Too many requests');
    expect(await page.getByLabel('Email Address').inputValue()).toBe('agent@example.com');
  });
});

describe('the unsubscribe link of a mail', () => {
  test('turns notices off with one click, without signing in', async () => {
    row('beyond/unsubscribe-page');
    const person = await aSubscriberToBe(whole);
    const { text } = await mailAbout(whole.mailApiUrl, person.email, /has begun/);
    const link = /Unsubscribe: (\S+)/.exec(text)?.[1] ?? '';
    const token = new URL(link).searchParams.get('token');
    await page.goto(`${whole.url}/api/unsubscribe/${token}`);
    expect(page.url()).toBe(link);
    await press('Turn off these emails');
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    await shown('a•••@example.com');
    await expectAccessible(page);
    expect(await page.getByRole('link', { name: 'Open email settings' }).getAttribute('href')).toBe(
      '/settings#notifications',
    );
    await until(async () => {
      const { json } = await person.call('GET', '/api/auth/user');
      return (json as { emailNotifications: boolean }).emailNotifications === false;
    });
    await page.goto(link);
    await press('Turn off these emails');
    await page.getByRole('heading', { name: 'These emails were off already' }).waitFor();
  });

  test('says when it is of nobody, or broken', async () => {
    await visit(`/unsubscribe?token=${'x'.repeat(32)}`);
    await press('Turn off these emails');
    await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
    for (const path of ['/unsubscribe', '/unsubscribe?token=abc']) {
      await visit(path);
      await page.getByRole('heading', { name: 'This link is not complete' }).waitFor();
    }
  });
});
