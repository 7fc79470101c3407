import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, test as base, beforeEach, type TestContext } from 'vitest';
import type { User } from '../platform/user.ts';
import { theWhole } from '../platform/whole-addresses.ts';
import { launchChromium, type OpenBrowser, openBrowser, screenshot } from './open-browser.ts';
import { pageOf } from './page-of.ts';

/*
 * What the tests of a journey are given: a `browser` for the file, and a `page` in it. `look` is how pages look; parts
 * of a file may override it. All of them are made when the first test asks for them.
 */

const LONGEST_NAME = 80;

/** `e2e/lists.journey.ts`, 'exports all lists' → `lists-exports-all-lists`. */
function screenshotName({ file, name }: TestContext['task']): string {
  const journey = file.name.replace(/^.*\//, '').replace(/\.journey\.ts$/, '');
  const title = name.replaceAll(/[^\p{L}\d]+/gu, '-').replaceAll(/^-|-$/g, '');
  return `${journey}-${title}`.slice(0, LONGEST_NAME);
}

/** Of the page that was opened last. Where it can show nothing any more, the failure of the test is all there is. */
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

/** Each test has a page of a new visitor. */
export const visitorTest = () =>
  browserTest().extend('page', async ({ browser, look }, { onCleanup }) => {
    const page = await browser.newPage(look);
    onCleanup(() => page.context().close());
    return page;
  });

/** The file has a `user`, and each test a page on which they are signed in. */
export const signedInTest = <Known extends User>(makeUser: () => Promise<Known>) =>
  browserTest()
    .extend('user', { scope: 'file' }, () => makeUser())
    .extend('page', async ({ browser, user, look }, { onCleanup }) => {
      const page = await pageOf(browser, user, look);
      onCleanup(() => page.context().close());
      return page;
    });

/** All tests of the file share one page of a visitor. */
export const visitorOnOnePage = () =>
  browserTest().extend('page', { scope: 'file' }, ({ browser }): Promise<Page> => browser.newPage());

/** All tests of the file share one page, on which its `user` is signed in. */
export const signedInOnOnePage = <Known extends User>(makeUser: () => Promise<Known>) =>
  browserTest()
    .extend('user', { scope: 'file' }, () => makeUser())
    .extend('page', { scope: 'file' }, ({ browser, user }): Promise<Page> => pageOf(browser, user));

/** Each step stands on the one before, so that after one that failed the others have nothing to show. */
function skipOnceStuck(): void {
  let isStuck = false;
  beforeEach(({ skip }) => skip(isStuck, 'an earlier step failed'));
  afterEach(({ task }) => {
    isStuck ||= task.result?.state === 'fail';
  });
}

/** The tests are the steps of a visitor's way, on one page. */
export function visitorSteps() {
  skipOnceStuck();
  return visitorOnOnePage();
}

/** The tests are the steps of one user's way, on one page. */
export function signedInSteps<Known extends User>(makeUser: () => Promise<Known>) {
  skipOnceStuck();
  return signedInOnOnePage(makeUser);
}
