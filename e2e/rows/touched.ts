import { subscribe } from 'node:diagnostics_channel';
import type { BrowserContext, Frame, Page, Request } from 'playwright-core';
import type { Row } from './section.ts';

// Screens and calls of the running test since its `row` call.
const screens = new Set<string>();
const calls = new Set<string>();

export function forgetTouched(): void {
  screens.clear();
  calls.clear();
}

function recordRequest(message: unknown): void {
  const { method, path } = (message as { request: { method: string; path: string } }).request;
  calls.add(`${method} ${path.split('?')[0]}`);
}

let isWatching = false;

/** Counts every HTTP request of this process, whichever client sends it: fetch, undici or node:http. */
export function watchRequests(): void {
  // A worker runs the setup again for each file.
  if (isWatching) return;
  isWatching = true;
  subscribe('undici:request:create', recordRequest);
  subscribe('http.client.request.start', recordRequest);
}

const pathOf = (url: string) => new URL(url).pathname;

function addScreen(url: string): void {
  if (url.startsWith('http')) screens.add(pathOf(url));
}

/** Without scripts, styles, fonts and images. */
const callTypes = ['document', 'fetch', 'xhr', 'other'];

/** Records the screens and calls of a browser context, including its popups. */
export function watchContext(context: BrowserContext): void {
  context.on('request', (request: Request) => {
    if (callTypes.includes(request.resourceType())) calls.add(`${request.method()} ${pathOf(request.url())}`);
  });
  context.on('page', page => {
    page.on('framenavigated', (frame: Frame) => {
      if (frame === page.mainFrame()) addScreen(frame.url());
    });
    // A link that downloads makes a call without a 'request' event.
    page.on('download', download => {
      if (download.url().startsWith('http')) calls.add(`GET ${pathOf(download.url())}`);
    });
  });
}

/** Members of a page whose use does not show that the test reads the page. */
const leaving = new Set<string | symbol>([
  'goto',
  'close',
  'context',
  'on',
  'route',
  'unroute',
  'addInitScript',
]);

/**
 * Returns the page, recording its screen on each use. A page that an earlier test opened counts only for tests that
 * read it.
 */
export function recordingUse(page: Page): Page {
  return new Proxy(page, {
    get(target, key) {
      if (!leaving.has(key)) addScreen(target.url());
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const listOf = <T>(one: T | readonly T[] | undefined): readonly T[] =>
  one === undefined ? [] : ([one].flat() as T[]);

function matches(pattern: string, seen: string): boolean {
  const source = pattern.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${source}$`).test(seen);
}

const isIn = (seen: ReadonlySet<string>) => (pattern: string) =>
  pattern === '*' ? seen.size > 0 : [...seen].some(each => matches(pattern, each));

/** Returns the row's screens and calls that the test has not used. */
export function missedPaths({ screen, call }: Row): string[] {
  const isOpened = isIn(screens);
  const isCalled = isIn(calls);
  return [
    ...listOf(screen).filter(pattern => !isOpened(pattern)),
    ...listOf(call).filter(pattern => !isCalled(pattern)),
  ];
}

export const touchedPaths = (): string[] => [...screens, ...calls];
