import type { Page } from 'playwright-core';

/** The toast with this title and text. */
export const toast = (page: Page, { title, description }: { title: string; description?: string }) =>
  page
    .locator('[data-sonner-toast]')
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter(description === undefined ? {} : { has: page.getByText(description, { exact: true }) });
