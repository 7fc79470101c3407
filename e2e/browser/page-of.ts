import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Person } from '../platform/person.ts';
import type { OpenBrowser } from './open-browser.ts';

/** A page on which this person is signed in, as their browser would have it. */
export async function pageOf(
  browser: OpenBrowser,
  person: Person,
  url: string,
  look?: BrowserContextOptions,
): Promise<Page> {
  const page = await browser.newPage(look);
  const cookies = ['cw_access', 'cw_refresh'].map(name => ({ name, value: person.cookie(name) ?? '', url }));
  await page.context().addCookies(cookies);
  return page;
}
