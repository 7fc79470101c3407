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
  /** Where the product is: what its pages are asked for begins there, as in `goto('/help')`. */
  url: string;
  /** A page of a new visitor: no cookies, nothing stored. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** The one that was opened last, of those that are open. */
  lastPage(): Page | undefined;
  /** What went wrong on any page so far: errors on the console, exceptions, replies from 500 up. */
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
 * The headless shell moves a pointer to 0,0 of each new page. The landing page would take it for a user's, and load its
 * application.
 */
const ignoreFirstPointer = `addEventListener(
  'pointerover',
  event => { if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation(); },
  true,
)`;

const CLOSING_MS = 10_000;

/** Chromium at times never shows that it closed a page which was just leaving; it goes with the browser then. */
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

/** Keeps what the page shows in `.local/screenshots`, for people to look at. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = `${localDirectory}/screenshots`;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
}
