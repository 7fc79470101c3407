import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { localDirectory } from '@closingwire/local/root';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { recordingUse, watchContext } from '../rows/touched.ts';
import { chromiumArgs, chromiumPath } from './chromium.ts';

/** Pages of one journey, in a Chromium that others may use too. */
export type OpenBrowser = {
  /** The product's address: pages are opened relative to it, as in `goto('/help')`. */
  url: string;
  /** Opens a page for a new visitor: no cookies, nothing stored. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** The open page that was opened last. */
  lastPage(): Page | undefined;
  /** Errors of all pages so far: console errors, exceptions, replies from 500 up. */
  faults: readonly string[];
  /** Closes the pages. */
  close(): Promise<void>;
};

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });

export function openBrowser(engine: Browser, url: string): OpenBrowser {
  const faults: string[] = [];
  const contexts: BrowserContext[] = [];
  return {
    url,
    faults,
    lastPage: () => contexts.flatMap(context => context.pages()).at(-1),
    async newPage(options = {}) {
      const viewport = { width: 1280, height: 860 };
      const context = await engine.newContext({ baseURL: url, viewport, ...options });
      contexts.push(context);
      closeInTime(context);
      await context.addInitScript({ content: ignoreFirstPointer });
      watchContext(context);
      const page = await context.newPage();
      page.setDefaultTimeout(40_000);
      watch(page, faults);
      return recordingUse(page);
    },
    async close() {
      await Promise.all(contexts.map(context => context.close()));
    },
  };
}

/**
 * The headless shell sends a pointer event at 0,0 to each new page. The landing page would take it for input and load
 * its application.
 */
const ignoreFirstPointer = `addEventListener(
  'pointerover',
  event => { if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation(); },
  true,
)`;

const CLOSING_MS = 10_000;

/** Chromium sometimes never reports that a page closed while navigating. It closes with the browser. */
function closeInTime(context: BrowserContext): void {
  const close = context.close.bind(context);
  context.close = options => Promise.race([close(options), sleep(CLOSING_MS, undefined, { ref: false })]);
}

function watch(page: Page, faults: string[]): void {
  page.on('pageerror', error => faults.push(`${page.url()}: ${error.message}`));
  page.on('console', message => {
    if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on('response', reply => {
    if (reply.status() >= 500) faults.push(`${reply.request().method()} ${reply.url()}: ${reply.status()}`);
  });
}

/** Saves a screenshot in `.local/screenshots`. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = `${localDirectory}/screenshots`;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
}
