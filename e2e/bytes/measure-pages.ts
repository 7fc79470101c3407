import type { Page } from 'playwright-core';
import type { OpenBrowser } from '../browser/open-browser.ts';
import { pageOf } from '../browser/page-of.ts';
import { aZipWithItsList } from '../platform/subscribe.ts';
import { aSubscriberToBe, demoAdmin, type User } from '../platform/user.ts';
import type { WholeAddresses } from '../platform/whole-addresses.ts';
import { type PageBudget, pageBudgets } from './page-budgets.ts';
import { type TransferredScript, transferredScripts } from './transferred-scripts.ts';

export type Measured = PageBudget & { kb: number; scripts: TransferredScript[] };

/** Pages wait more than they compute, so several load at once. */
const AT_ONCE = 6;

/** Loads each page with a budget in a fresh browser context and returns its scripts. */
export async function measurePages(browser: OpenBrowser, whole: WholeAddresses): Promise<Measured[]> {
  const subscriber = await aSubscriberToBe(whole);
  await aZipWithItsList(subscriber);
  const users: Record<PageBudget['who'], User | null> = {
    visitor: null,
    subscriber,
    admin: await demoAdmin(whole),
  };
  const pageFor = (who: PageBudget['who']): Promise<Page> => {
    const user = users[who];
    return user ? pageOf(browser, user) : browser.newPage();
  };
  async function measure(budget: PageBudget): Promise<Measured> {
    const page = await pageFor(budget.who);
    const scripts = await transferredScripts(page, `${whole.url}${budget.path}`);
    await page.context().close();
    return { ...budget, scripts, kb: scripts.reduce((total, { bytes }) => total + bytes, 0) / 1000 };
  }
  const waiting = [...pageBudgets.entries()];
  const measured: Measured[] = [];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) measured[next[0]] = await measure(next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return measured;
}
