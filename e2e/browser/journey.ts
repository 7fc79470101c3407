import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, test as base, beforeEach, type TestContext } from 'vitest';
import { deliverLeads } from '../platform/deliver-leads.ts';
import { aZipWithItsList } from '../platform/subscribe.ts';
import { aSubscriberToBe, type User } from '../platform/user.ts';
import { theWhole } from '../platform/whole-addresses.ts';
import { launchChromium, type OpenBrowser, openBrowser, screenshot } from './open-browser.ts';
import { pageOf } from './page-of.ts';

/* Fixtures of journeys: a `browser` per file, and a `page` in it. `look` has the page's context options; a describe block may override it. Fixtures are created on first use. */

const LONGEST_NAME = 80;

/** `e2e/lists.journey.ts`, 'exports all lists' → `lists-exports-all-lists`. */
function screenshotName({ file, name }: TestContext['task']): string {
  const journey = file.name.replace(/^.*\//, '').replace(/\.journey\.ts$/, '');
  const title = name.replaceAll(/[^\p{L}\d]+/gu, '-').replaceAll(/^-|-$/g, '');
  return `${journey}-${title}`.slice(0, LONGEST_NAME);
}

/** Takes a screenshot of the last page. A failure to do so does not hide the test's own failure. */
async function takeScreenshot(browser: OpenBrowser, task: TestContext['task']): Promise<void> {
  const page = browser.lastPage();
  if (page) await screenshot(page, screenshotName(task)).catch(() => {});
}

/** Files of one worker share a Chromium. */
// biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of fixtures from the pattern.
const inChromium = base.extend('engine', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const engine = await launchChromium();
  onCleanup(() => engine.close());
  return engine;
});

/** Tests open their own pages. */
export function browserTest() {
  const test = inChromium
    .extend('whole', { scope: 'file' }, () => theWhole())
    .extend('browser', { scope: 'file' }, ({ engine, whole }, { onCleanup }) => {
      const browser = openBrowser(engine, whole.url);
      onCleanup(() => browser.close());
      return browser;
    })
    .extend('look', {} as BrowserContextOptions);
  test.afterEach(async ({ browser, task }) => {
    if (task.result?.state === 'fail') await takeScreenshot(browser, task);
  });
  return test;
}

/** Gives each test a new visitor's page. */
export const visitorTest = () =>
  browserTest().extend('page', async ({ browser, look }, { onCleanup }) => {
    const page = await browser.newPage(look);
    onCleanup(() => page.context().close());
    return page;
  });

/** Gives the file a `user`, and each test a page signed in as that user. */
export const signedInTest = <Known extends User>(makeUser: () => Promise<Known>) =>
  browserTest()
    .extend('user', { scope: 'file' }, () => makeUser())
    .extend('page', async ({ browser, user, look }, { onCleanup }) => {
      const page = await pageOf(browser, user, look);
      onCleanup(() => page.context().close());
      return page;
    });

/**
 * Gives the file a new `user` on trial with a `zip`, which has its list and these leads. Each test has a page signed in as
 * the user.
 */
export const subscriberTest = (leadsOf: (zip: string) => object[] = () => []) =>
  signedInTest(() => aSubscriberToBe(theWhole())).extend(
    'zip',
    { scope: 'file', auto: true },
    async ({ user }) => {
      const zip = await aZipWithItsList(user);
      const leads = leadsOf(zip);
      if (leads.length > 0) await deliverLeads(theWhole(), leads);
      return zip;
    },
  );

/** Gives all tests of the file one visitor's page. */
export const visitorOnOnePage = () =>
  browserTest().extend('page', { scope: 'file' }, ({ browser }): Promise<Page> => browser.newPage());

/** Gives all tests of the file one page, signed in as its `user`. */
export const signedInOnOnePage = <Known extends User>(makeUser: () => Promise<Known>) =>
  browserTest()
    .extend('user', { scope: 'file' }, () => makeUser())
    .extend('page', { scope: 'file' }, ({ browser, user }): Promise<Page> => pageOf(browser, user));

/** Steps depend on earlier ones: after a failed step the others are skipped. */
function skipOnceStuck(): void {
  let isStuck = false;
  beforeEach(({ skip }) => skip(isStuck, 'an earlier step failed'));
  afterEach(({ task }) => {
    isStuck ||= task.result?.state === 'fail';
  });
}

/** For tests that are a visitor's steps on one page. */
export function visitorSteps() {
  skipOnceStuck();
  return visitorOnOnePage();
}

/** For tests that are a user's steps on one page. */
export function signedInSteps<Known extends User>(makeUser: () => Promise<Known>) {
  skipOnceStuck();
  return signedInOnOnePage(makeUser);
}
