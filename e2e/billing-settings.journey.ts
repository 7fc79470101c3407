import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { cards } from './browser/card-form.ts';
import { useCard } from './browser/card-in-portal.ts';
import { expectAccessible } from './browser/expect-accessible.ts';
import { signedInSteps, subscriberTest } from './browser/journey.ts';
import { looks } from './browser/looks.ts';
import { serveSpec } from './browser/spec-server.ts';
import { untilState } from './platform/standing.ts';
import { aZipWithItsList } from './platform/subscribe.ts';
import { aSubscriberToBe } from './platform/user.ts';
import { theWhole } from './platform/whole-addresses.ts';

/* The bill in the settings: on trial, with a card, with a provider that does not answer. */

const whole = theWhole();

const test = signedInSteps(async () => {
  const user = await aSubscriberToBe(whole);
  await aZipWithItsList(user);
  return user;
});

const bill = (page: Page) => page.getByRole('region', { name: 'Billing' });
const rowOf = (page: Page, term: string) =>
  bill(page)
    .getByRole('definition')
    .filter({ has: page.locator(`xpath=self::*[preceding-sibling::dt[.="${term}"]]`) });

/** Serves the bill with these changes of the provider's part; null for a provider that does not answer. */
async function billWith(page: Page, provider: Record<string, unknown> | null): Promise<void> {
  await page.route('**/api/user/billing', async route => {
    const reply = await (await route.fetch()).json();
    await route.fulfill({ json: { ...reply, provider: provider && { ...reply.provider, ...provider } } });
  });
  await page.goto('/settings');
}

test('a trial shows its price and that nothing is charged', async ({ page }) => {
  await page.goto('/settings#billing');
  await rowOf(page, 'Plan').getByText('We charge nothing unless you add a card.').waitFor();
  await rowOf(page, 'ZIP codes').getByText('1 × $15 = $15 a month').waitFor();
  await rowOf(page, 'Next charge').getByText('None scheduled').waitFor();
  await rowOf(page, 'Card').getByText('None').waitFor();
  await bill(page).getByText('No invoices yet.').waitFor();
  await expectAccessible(page);
});

test('a card is added in place', async ({ page }) => {
  await rowOf(page, 'Card').getByRole('button', { name: 'Add card' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a payment method' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a card from the portal shows, with the next charge', async ({ page, user }) => {
  const opening = page.context().waitForEvent('page');
  await bill(page).getByRole('button', { name: 'Open the billing portal' }).click();
  await useCard(await opening, cards.good);
  await untilState(user, 'trialing');
  await page.reload();
  await rowOf(page, 'Card').getByText('Visa ending in 4242').waitFor();
  await rowOf(page, 'Next charge')
    .getByText(/^\$15 on \w+ \d+, \d{4}$/)
    .waitFor();
  await rowOf(page, 'Card').getByRole('button', { name: 'Change card' }).waitFor();
});

test('no amount shows before the reply', async ({ page }) => {
  let answer = () => {};
  const asked = new Promise<void>(resolve => {
    answer = resolve;
  });
  await page.route('**/api/user/billing', async route => {
    await asked;
    await route.continue();
  });
  await page.goto('/settings');
  await bill(page).getByText('Loading your bill').waitFor();
  expect(await bill(page).textContent()).not.toContain('$');
  answer();
  await rowOf(page, 'ZIP codes').getByText('$15 a month').waitFor();
  await page.unroute('**/api/user/billing');
});

test('a failing call shows no amount and is repeated', async ({ page }) => {
  await page.route('**/api/user/billing', route => route.fulfill({ status: 503, json: { message: 'Down' } }));
  await page.goto('/settings');
  await bill(page).getByText('Your bill could not be loaded').waitFor();
  expect(await bill(page).textContent()).not.toContain('$');
  await page.unroute('**/api/user/billing');
  await bill(page).getByRole('button', { name: 'Try again' }).click();
  await rowOf(page, 'ZIP codes').getByText('$15 a month').waitFor();
});

test('invoices link to their page, and an unpaid one says so', async ({ page }) => {
  const invoice = { number: 'A1', createdAt: '2026-03-09T10:00:00Z', totalCents: 1_500, dueCents: 1_500 };
  const address = { pageUrl: 'https://pay.example/a1', pdfUrl: 'https://pay.example/a1.pdf' };
  await billWith(page, {
    invoices: [
      { id: 'in_2', ...invoice, ...address, status: 'open' },
      { id: 'in_1', ...invoice, number: 'A0', dueCents: 500, pageUrl: null, pdfUrl: null, status: 'paid' },
    ],
  });
  const [unpaid, paid] = [0, 1].map(at =>
    bill(page).getByRole('list', { name: 'Invoices' }).getByRole('listitem').nth(at),
  );
  await unpaid?.getByText('Not paid').waitFor();
  expect(await unpaid?.getByRole('link', { name: 'View invoice A1' }).getAttribute('href')).toBe(
    address.pageUrl,
  );
  expect(await unpaid?.getByRole('link', { name: 'PDF of invoice A1' }).getAttribute('href')).toBe(
    address.pdfUrl,
  );
  await paid?.getByText('$5 charged, the rest from your credit').waitFor();
  expect(await paid?.getByRole('link').count()).toBe(0);
  await expectAccessible(page);
  await page.unroute('**/api/user/billing');
});

test('a provider that does not answer leaves what we know', async ({ page }) => {
  await billWith(page, null);
  await bill(page).getByText('Our payment provider does not answer').waitFor();
  await rowOf(page, 'ZIP codes').getByText('1 × $15 = $15 a month').waitFor();
  expect(await bill(page).getByText('Next charge', { exact: true }).count()).toBe(0);
  expect(await bill(page).getByText('Ending in').count()).toBe(0);
  await expectAccessible(page);
  await page.unroute('**/api/user/billing');
});

const lookTest = subscriberTest();

describe.each(looks)('$at', ({ look }) => {
  lookTest.override('look', look);

  lookTest('the bill is accessible', async ({ page }) => {
    await page.goto('/settings#billing');
    await rowOf(page, 'Plan').waitFor();
    await expectAccessible(page);
  });
});

test('a server without the call has no such section', async ({ page }) => {
  await serveSpec(page);
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'API access' }).waitFor();
  await bill(page).waitFor({ state: 'detached' });
  expect(await page.getByRole('link', { name: 'Billing', exact: true }).count()).toBe(0);
});
