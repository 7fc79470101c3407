import type { Page } from 'playwright-core';
import { somePassword } from '../platform/user.ts';
import { untilReady } from './until-ready.ts';

/** Fills both steps of an open registration page; the caller presses the last button. */
export async function fillRegistration(page: Page, email: string): Promise<void> {
  await (await untilReady(page.getByLabel('First name'))).fill('Grace');
  await page.getByLabel('Last name').fill('Example');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(somePassword);
  await page.getByLabel('Phone').fill('555-0123');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Industry').selectOption('Mortgages');
  await page.getByLabel('Company name').fill('Example Lending');
  await page.getByLabel('Team size').selectOption('Small team (2-5)');
}

/** Chooses 94110 on the catalog page by its first digits. */
export async function choose94110(page: Page): Promise<void> {
  await page.getByLabel('State', { exact: true }).selectOption('CA');
  await page.getByRole('combobox', { name: 'Search ZIP code or city' }).fill('9411');
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await suggestions.filter({ hasText: '94110' }).click();
}
