import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { visitorOnOnePage } from './browser/journey.ts';

const test = visitorOnOnePage();

test.beforeAll(async ({ page }) => {
  await page.goto('/');
});

const main = (page: Page) => page.getByRole('main');
const linksTo = (page: Page, path: string) => main(page).locator(`a[href="${path}"]`).allTextContents();
const isInView = (page: Page, selector: string) =>
  page.locator(selector).evaluate(element => {
    const { top, bottom } = element.getBoundingClientRect();
    return top < 860 && bottom > 0;
  });

test('the page shows price, promises, data sources and features', async ({ page }) => {
  row(
    'product/selling-points',
    'product/data-sources',
    'landing/data-fields',
    'landing/three-feature-cards',
    'landing/sample-table',
  );
  await main(page).getByRole('heading', { level: 1 }).waitFor();
  const fields = ['Name and license number', 'Mobile and office phone', 'Sale price', 'Square feet'];
  for (const text of ['No setup fees', 'Cancel anytime', '$15 per month per ZIP code', ...fields])
    await main(page).getByText(text, { exact: true }).first().waitFor();
  await main(page)
    .getByText(/public records: property transactions, MLS records and other public real estate databases/)
    .waitFor();
  for (const name of ['Fresh Leads Daily', 'ZIP Code Targeting', 'Contact Info'])
    await main(page).getByRole('heading', { name, exact: true }).waitFor();
  await page.getByText(/90210/).first().waitFor();
});

test('header and footer lead to sign-in, registration and help', async ({ page }) => {
  row('product/header-signed-out', 'product/footer', 'product/footer-privacy-policy');
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
  const headings = await footer.getByRole('heading').allTextContents();
  expect(headings).toEqual(expect.arrayContaining(['Product', 'Support']));
  expect(await footer.getByRole('link', { name: 'Privacy Policy' }).getAttribute('target')).toBe('_blank');
});

test('every call to action leads to registration', async ({ page }) => {
  row('landing/hero', 'landing/final-call-to-action');
  const calls = await linksTo(page, '/register');
  expect(calls.filter(text => text === 'Get Started').length).toBeGreaterThanOrEqual(2);
  expect(calls).toContain('Subscribe');
  expect(calls.some(text => text.includes('Export CSV'))).toBe(true);
});

test('See How It Works scrolls to the features', async ({ page }) => {
  row('landing/see-how-it-works');
  await page.evaluate('scrollTo(0, 0)');
  await main(page).getByRole('link', { name: 'See How It Works' }).click();
  await expect.poll(() => isInView(page, '#features')).toBe(true);
});

test('the header leads to the pricing and home', async ({ page }) => {
  row('product/header-logo', 'landing/pricing-link');
  const banner = page.getByRole('banner');
  expect(await banner.getByRole('link', { name: 'ClosingWire home' }).getAttribute('href')).toBe('/');
  await banner.locator('a[href$="#pricing"]').first().click();
  await expect.poll(() => isInView(page, '#pricing')).toBe(true);
});

test('the page works at 320 pixels without scrolling sideways', async ({ browser }) => {
  const narrow = await browser.newPage({ viewport: { width: 320, height: 700 } });
  await narrow.goto('/');
  await narrow.getByRole('heading', { level: 1 }).waitFor();
  expect(await narrow.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await narrow.close();
  expect(browser.faults).toEqual([]);
});
