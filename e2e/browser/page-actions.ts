import type { Page } from 'playwright-core';
import { untilReady } from './until-ready.ts';

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click();

/** Waits until the text is visible. */
export const shown = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Waits for the toast of this title and text. */
export const toasted = (page: Page, title: string, text?: string | RegExp, options?: { timeout: number }) =>
  page
    .locator('[data-sonner-toast]')
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter(text === undefined ? {} : { has: page.getByText(text, { exact: true }) })
    .first()
    .waitFor(options);

export async function fill(page: Page, label: string, text: string): Promise<void> {
  await (await untilReady(page.getByLabel(label, { exact: true }))).fill(text);
}
