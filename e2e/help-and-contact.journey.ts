import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { visitorTest } from './browser/journey.ts';
import { recordLayoutShifts } from './browser/layout-shifts.ts';
import { fill, press, shown, toasted } from './browser/page-actions.ts';
import { untilReady } from './browser/until-ready.ts';

const test = visitorTest();

const answer = (page: Page, json: unknown) =>
  page.route('**/api/help/articles', route => route.fulfill({ json }));

const article = (number: number) => ({
  id: `${number}`,
  question: `Question ${number}?`,
  answer: `${'x'.repeat(130)}\nsecond paragraph`,
  category: number > 3 ? 'Lead Data' : 'Getting Started',
});

const labels = ['Full Name', 'Email Address', 'Subject', 'Message'];

async function writeMessage(page: Page): Promise<void> {
  await fill(page, 'Full Name', 'Ada Example');
  await fill(page, 'Email Address', 'ada@example.com');
  await fill(page, 'Subject', 'A question');
  await fill(page, 'Message', 'How does it work?');
}

describe('the help center', () => {
  test('counts the articles of each category and toggles them', async ({ page }) => {
    row('state/help-chips', 'public/help-chips', 'public/help-groups');
    await answer(page, [1, 2, 3, 4].map(article));
    await page.goto('/help');
    const group = (name: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name }) });
    await group('Getting Started').getByText('3', { exact: true }).waitFor();
    await group('Lead Data').getByText('1', { exact: true }).waitFor();
    const chip = (name: RegExp) => page.getByRole('button', { name });
    await chip(/^All Categories\W*4/).waitFor();
    await (await untilReady(chip(/^Lead Data\W*1/))).click();
    await shown(page, 'Question 4?');
    expect(await page.getByText('Question 1?').count()).toBe(0);
    await chip(/^Lead Data/).click();
    await shown(page, 'Question 1?');
  });

  test('is searched in question, answer and category', async ({ page }) => {
    row('public/help-search', 'public/help-search-case', 'public/help-found', 'public/help-empty-filter');
    const texts = { answer: 'Nothing here', category: 'Lead Data' };
    await answer(page, [
      { ...texts, id: '1', question: 'Where is my INVOICE?' },
      { ...texts, id: '2', question: 'Second', answer: 'The invoice comes by mail' },
      { ...texts, id: '3', question: 'Third', category: 'Invoices' },
      { ...texts, id: '4', question: 'Fourth' },
    ]);
    await page.goto('/help');
    await fill(page, 'Search help articles', 'iNvOiCe');
    await shown(page, 'Found 3 result(s) for "iNvOiCe"');
    for (const question of ['Where is my INVOICE?', 'Second', 'Third'])
      await page.getByRole('button', { name: question, exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Fourth', exact: true }).count()).toBe(0);
    expect(await page.getByPlaceholder('Search help articles...').count()).toBe(1);
    await fill(page, 'Search help articles', 'xyzzy');
    await shown(page, 'No articles found');
    await shown(page, 'Try adjusting your search or filter criteria');
  });

  test('opens one question at a time, in paragraphs', async ({ page }) => {
    row('public/help-one-open');
    await answer(page, [1, 2].map(article));
    await page.goto('/help');
    await (await untilReady(page.getByRole('button', { name: 'Question 1?' }))).click();
    await page
      .locator('p')
      .filter({ hasText: /^second paragraph$/ })
      .waitFor();
    await page.getByRole('button', { name: 'Question 2?' }).click();
    const open = page.locator('button[aria-expanded=true]');
    await expect.poll(() => open.allTextContents()).toEqual(['Question 2?']);
  });

  test('without articles says when they come', async ({ page }) => {
    row('public/help-empty');
    await answer(page, []);
    await page.goto('/help');
    await shown(page, 'No articles found');
    await shown(page, "Help articles will appear here once they're published");
  });

  test('shows a spinner first, and a contact link', async ({ page }) => {
    row('public/help-still-need', 'public/help-spinner');
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/help/articles', route => promise.then(() => route.fulfill({ json: [] })));
    await page.goto('/help');
    await page.getByRole('status').filter({ hasText: 'Loading help articles' }).waitFor();
    resolve();
    const help = page.locator('section').filter({ hasText: 'Still need help?' });
    expect(await help.getByRole('link', { name: 'Contact Us' }).getAttribute('href')).toBe('/contact');
  });
});

describe('the contact page', () => {
  test('shows five common questions with 120 characters each', async ({ page }) => {
    row('public/contact-questions');
    await answer(page, [1, 2, 3, 4, 5, 6].map(article));
    await page.goto('/contact');
    await shown(page, 'Question 5?');
    expect(await page.getByText('Question 6?').count()).toBe(0);
    await page
      .getByText(`${'x'.repeat(120)}...`, { exact: true })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'View all help articles' }).waitFor();
  });

  test('shows a fixed list while there are no articles', async ({ page }) => {
    row('public/contact-fixed-list');
    await answer(page, []);
    await page.goto('/contact');
    await shown(page, 'Industry exclusivity questions');
    await page.getByRole('link', { name: 'Visit Help Center' }).waitFor();
  });

  test('states the response time', async ({ page }) => {
    row('public/contact-response-time', 'constant/replies-and-age');
    await page.goto('/contact');
    await shown(page, 'Response Time');
    await shown(page, /within 24 hours on business days.*URGENT in the\s+subject/s);
    await page.goto('/privacy-policy');
    await shown(page, /under 18/);
  });

  test('keeps a failed message, and is cleared by a sent one', async ({ page }) => {
    row('public/contact-pending', 'error/contact-failed', 'error/contact-sent');
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/api/contact', route => promise.then(() => route.abort()));
    await page.goto('/contact');
    await writeMessage(page);
    await press(page, 'Send Message');
    await page.getByRole('button', { name: 'Sending...' }).waitFor();
    resolve();
    await toasted(page, 'Failed to send message', 'Please try again or email us directly');
    expect(await page.getByLabel('Message').inputValue()).toBe('How does it work?');
    await page.unroute('**/api/contact');
    await press(page, 'Send Message');
    await toasted(page, 'Message sent successfully', "We'll get back to you within 24 hours");
    for (const label of labels) expect(await page.getByLabel(label).inputValue()).toBe('');
  });

  test('needs all fields', async ({ page }) => {
    row(
      'public/contact-form',
      'error/contact-empty',
      'validation/contact-fields',
      'validation/contact-email',
    );
    const sent: string[] = [];
    page.on('request', request => sent.push(request.url()));
    for (const missing of labels) {
      await page.goto('/contact');
      for (const label of labels) await fill(page, label, label === missing ? ' ' : 'ada@example.com');
      await press(page, 'Send Message');
      await shown(page, 'Please fill in all fields');
    }
    expect(await page.getByLabel('Email Address').getAttribute('type')).toBe('email');
    expect(sent.filter(url => url.endsWith('/api/contact'))).toEqual([]);
  });
});

test('the privacy policy has all its sections', async ({ page }) => {
  row('public/privacy-sections');
  await page.goto('/privacy-policy');
  const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  expect(titles).toEqual([
    'Introduction',
    'Information We Collect',
    'How We Use Your Information',
    'Data Sources',
    'Information Sharing',
    'Data Security',
    'Your Rights and Choices',
    'Data Retention',
    'Cookies and Tracking',
    "Children's Privacy",
    'Changes to This Policy',
    'Contact Us',
  ]);
  await shown(page, /under 18/);
});

test('the privacy policy was updated on the day it is read, also when it was prerendered on another', async ({
  page,
}) => {
  row('public/privacy-updated');
  await page.clock.setFixedTime('2031-02-03T12:00:00Z');
  await page.goto('/privacy-policy');
  await shown(page, 'Last updated: February 3, 2031');
});

describe.each([
  { at: 'on a phone', viewport: { width: 412, height: 823 } },
  { at: 'on a desk', viewport: { width: 1280, height: 860 } },
])('nothing shifts $at', ({ viewport }) => {
  test.for([
    { path: '/help', when: 'articles come', shows: /Question 9/, status: 200, count: 30 },
    { path: '/help', when: 'there are none', shows: 'No articles found', status: 200, count: 0 },
    { path: '/help', when: 'the call fails', shows: /could not be loaded/, status: 503, count: 0 },
    { path: '/contact', when: 'articles come', shows: 'Question 5?', status: 200, count: 30 },
    { path: '/contact', when: 'there are none', shows: /exclusivity questions/, status: 200, count: 0 },
    { path: '/contact', when: 'the call fails', shows: /exclusivity questions/, status: 503, count: 0 },
  ])('on $path when $when', async ({ path, shows, status, count }, { page }) => {
    await page.setViewportSize(viewport);
    const shifted = await recordLayoutShifts(page);
    const { promise: isSeen, resolve: letGo } = Promise.withResolvers<void>();
    const json = Array.from({ length: count }, (_, index) => article(index + 1));
    await page.route('**/api/help/articles', route => isSeen.then(() => route.fulfill({ status, json })));
    await page.goto(path);
    await untilReady(page.locator('main h1'));
    letGo();
    await shown(page, shows);
    expect(await shifted()).toBeLessThan(0.05);
  });
});
