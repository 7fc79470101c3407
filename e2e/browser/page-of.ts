import type { BrowserContextOptions, Page } from 'playwright-core';
import type { User } from '../platform/user.ts';
import type { OpenBrowser } from './open-browser.ts';

/** The cookies of a person's browser. */
export const cookiesOf = (user: User, url: string) =>
  ['cw_access', 'cw_refresh'].map(name => ({ name, value: user.cookie(name) ?? '', url }));

/** A page on which this person is signed in, as their browser would have it. */
export async function pageOf(browser: OpenBrowser, user: User, look?: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(look);
  await page.context().addCookies(cookiesOf(user, browser.url));
  return page;
}
