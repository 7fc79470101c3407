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

export type OpenBrowser = {
  /** The product's address; `goto('/help')` is relative to it. */
  url: string;
  /** Opens a page without cookies and storage. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** The open page that was opened last. */
  lastPage(): Page | undefined;
  /** Faults on all pages so far: console errors, exceptions, replies of 500 and above. */
  faults: readonly string[];
  close(): Promise<void>;
};

export async function openBrowser(url: string): Promise<OpenBrowser> {
  const browser: Browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
  const faults: string[] = [];
  return {
    url,
    faults,
    lastPage: () =>
      browser
        .contexts()
        .flatMap(context => context.pages())
        .at(-1),
    async newPage(options = {}) {
      const viewport = { width: 1280, height: 860 };
      const context = await browser.newContext({ baseURL: url, viewport, ...options });
      closeInTime(context);
      await context.addInitScript({ content: ignoreFirstPointer });
      watchContext(context);
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      watch(page, faults);
      return recordingUse(page);
    },
    close: () => browser.close(),
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
