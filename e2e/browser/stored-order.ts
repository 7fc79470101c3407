import type { Page } from 'playwright-core';

/** Stores an order as the catalog page does; the next page shows it. */
export const storeOrder = (page: Page, zips: readonly object[]) =>
  page.evaluate(text => localStorage.setItem('selectedZipCodes', text), JSON.stringify(zips));

/** Returns the browser's stored order; null without one. */
export const storedOrder = (page: Page) =>
  page.evaluate<unknown>("JSON.parse(localStorage.getItem('selectedZipCodes'))");
