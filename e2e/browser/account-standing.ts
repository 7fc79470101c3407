import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectStatus, type User } from '../platform/user.ts';
import { expectAccessible } from './expect-accessible.ts';

export const accountCard = (page: Page) => page.getByRole('region', { name: 'Account status' });

export const longDay = (seconds: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(seconds * 1000));

/** Expects that lists are readable and that the dashboard shows its list without a dialog. */
export async function expectOpenLists(page: Page, user: User): Promise<void> {
  await expectStatus(user.call('GET', '/api/user/agents'), 200);
  await page.goto('/dashboard');
  await page.getByRole('table', { name: 'Recent closings' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
}

/** Expects the 402 page of a user without ZIPs: it offers no payment, and its dialog links to the catalog. */
export async function expectCatalogOnly(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: 'Browse ZIP Codes' }).first().waitFor();
  expect(await page.getByRole('button', { name: /Payment/ }).count()).toBe(0);
  await expectCatalogDialog(page, title);
}

/** Expects the page of an emailed link to a list, for a user without ZIPs. */
export async function expectCatalogDialog(page: Page, title: string): Promise<void> {
  await page.goto('/agents/90210');
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('link', { name: 'Browse ZIP Codes' }).waitFor();
  expect(await dialog.getByRole('button', { name: /Payment/ }).count()).toBe(0);
  expect(await dialog.getByRole('definition').count()).toBe(0);
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Browse ZIP Codes' }).click();
  await page.waitForURL('**/zips');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
