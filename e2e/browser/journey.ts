import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, test as base, beforeEach, type TestContext } from 'vitest';
import type { User } from '../platform/user.ts';
import { theWhole } from '../platform/whole-addresses.ts';
import { launchChromium, type OpenBrowser, openBrowser, screenshot } from './open-browser.ts';
import { pageOf } from './page-of.ts';

/* Fixtures of a journey: a `browser` for the file, and a `page` in it. `look` sets the context's options; a part of a file may override it. Each is created when a test first asks for it. */

const LONGEST_NAME = 80;

/** `e2e/lists.journey.ts`, 'exports all lists' → `lists-exports-all-lists`. */
function screenshotName({ file, name }: TestContext['task']): string {
  const journey = file.name.replace(/^.*\//, '').replace(/\.journey\.ts$/, '');
  const title = name.replaceAll(/[^\p{L}\d]+/gu, '-').replaceAll(/^-|-$/g, '');
  return `${journey}-${title}`.slice(0, LONGEST_NAME);
}

/** Takes a picture of the newest page. If that fails, the test's own failure is enough. */
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

/** A test that opens its own pages. */
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

/** A test with a page for a new visitor. */
export const visitorTest = () =>
  browserTest().extend('page', async ({ browser, look }, { onCleanup }) => {
    const page = await browser.newPage(look);
    onCleanup(() => page.context().close());
    return page;
  });

/** The file has a `user`; each test gets a page on which they are signed in. */
export const signedInTest = <Known extends User>(makeUser: () => Promise<Known>) =>
  browserTest()
    .extend('user', { scope: 'file' }, () => makeUser())
    .extend('page', async ({ browser, user, look }, { onCleanup }) => {
      const page = await pageOf(browser, user, look);
      onCleanup(() => page.context().close());
      return page;
    });

/** All tests of the file share one visitor's page. */
export const visitorOnOnePage = () =>
  browserTest().extend('page', { scope: 'file' }, ({ browser }): Promise<Page> => browser.newPage());

/** All tests of the file share one page, on which `user` is signed in. */
export const signedInOnOnePage = <Known extends User>(makeUser: () => Promise<Known>) =>
  browserTest()
    .extend('user', { scope: 'file' }, () => makeUser())
    .extend('page', { scope: 'file' }, ({ browser, user }): Promise<Page> => pageOf(browser, user));

/** Skips the steps after a failed one: each depends on the one before. */
function skipOnceStuck(): void {
  let isStuck = false;
  beforeEach(({ skip }) => skip(isStuck, 'an earlier step failed'));
  afterEach(({ task }) => {
    isStuck ||= task.result?.state === 'fail';
  });
}

/** The tests are consecutive steps of one visitor, on one page. */
export function visitorSteps() {
  skipOnceStuck();
  return visitorOnOnePage();
}

/** The tests are consecutive steps of one user, on one page. */
export function signedInSteps<Known extends User>(makeUser: () => Promise<Known>) {
  skipOnceStuck();
  return signedInOnOnePage(makeUser);
}
