import type { Page } from 'playwright-core';

/** Stores an order as the catalogue does: it is there on the next page. */
export const storeOrder = (page: Page, zips: readonly object[]) =>
  page.evaluate(text => localStorage.setItem('selectedZipCodes', text), JSON.stringify(zips));

/** The order that the browser has; null without one. */
export const storedOrder = (page: Page) =>
  page.evaluate<unknown>("JSON.parse(localStorage.getItem('selectedZipCodes'))");
