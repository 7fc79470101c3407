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

test('the hero shows price and promises', async ({ page }) => {
  row('product/selling-points');
  await main(page).getByRole('heading', { level: 1 }).waitFor();
  for (const promise of ['No setup fees', 'Cancel anytime', '$15 per month per ZIP code'])
    await main(page).getByText(promise, { exact: true }).first().waitFor();
});

test('the data sources are named', async ({ page }) => {
  row('product/data-sources');
  await main(page)
    .getByText(/public records: property transactions, MLS records and other public real estate databases/)
    .waitFor();
});

test('both lists of data fields are shown', async ({ page }) => {
  row('landing/data-fields');
  for (const field of ['Name and license number', 'Mobile and office phone', 'Sale price', 'Square feet'])
    await main(page).getByText(field, { exact: true }).waitFor();
});

test('three cards show the features', async ({ page }) => {
  row('landing/three-feature-cards');
  for (const name of ['Fresh Leads Daily', 'ZIP Code Targeting', 'Contact Info'])
    await main(page).getByRole('heading', { name, exact: true }).waitFor();
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

test('the footer leads to product and support', async ({ page }) => {
  const headings = page.getByRole('contentinfo').getByRole('heading');
  expect(await headings.allTextContents()).toEqual(expect.arrayContaining(['Product', 'Support']));
});

test('the page works at 320 pixels without scrolling sideways', async ({ browser }) => {
  const narrow = await browser.newPage({ viewport: { width: 320, height: 700 } });
  await narrow.goto('/');
  await narrow.getByRole('heading', { level: 1 }).waitFor();
  expect(await narrow.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await narrow.close();
  expect(browser.faults).toEqual([]);
});
