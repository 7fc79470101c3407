import type { BrowserContextOptions, Page } from 'playwright-core';
import type { User } from '../platform/user.ts';
import type { OpenBrowser } from './open-browser.ts';

/** Returns the user's cookies for a browser. */
export const cookiesOf = (user: User, url: string) =>
  ['cw_access', 'cw_refresh'].map(name => ({ name, value: user.cookie(name) ?? '', url }));

/** Opens a page signed in as this user. */
export async function pageOf(browser: OpenBrowser, user: User, look?: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(look);
  await page.context().addCookies(cookiesOf(user, browser.url));
  return page;
}
