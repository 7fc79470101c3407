import type { Locator, Page } from 'playwright-core';

/** The value under the term with this text. */
export const underTerm = (scope: Page | Locator, term: string | RegExp): Locator =>
  scope.locator('dt').filter({ hasText: term }).locator('xpath=following-sibling::dd[1]');

/** Returns the number under this label; waits until it appears. */
export async function figureOf(scope: Page | Locator, label: string): Promise<number> {
  const figure = underTerm(scope, new RegExp(`^${label}$`)).filter({ hasText: /^[\d,]+$/ });
  return Number((await figure.textContent())?.replaceAll(',', ''));
}
