import { subscribe } from 'node:diagnostics_channel';
import type { BrowserContext, Frame, Page, Request } from 'playwright-core';
import type { Row } from './section.ts';

// What the running test did since it named its rows: the screens that it was on, the calls that were made.
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

/** Scripts, styles, fonts and pictures are no calls. */
const callTypes = ['document', 'fetch', 'xhr', 'other'];

/** Records where the pages of a browser go and what they ask for, also of those that open by themselves. */
export function watchContext(context: BrowserContext): void {
  context.on('request', (request: Request) => {
    if (callTypes.includes(request.resourceType())) calls.add(`${request.method()} ${pathOf(request.url())}`);
  });
  context.on('page', page =>
    page.on('framenavigated', (frame: Frame) => {
      if (frame === page.mainFrame()) addScreen(frame.url());
    }),
  );
}

/** Uses of a page that do not look at what it shows. */
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
 * The page, which also records where it is whenever a test uses it: a page that an earlier test left there counts
 * only for a test that looks at it.
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

/** The places of the row where the test has not been. */
export function missedPlaces({ screen, call }: Row): string[] {
  const isOpened = isIn(screens);
  const isCalled = isIn(calls);
  return [
    ...listOf(screen).filter(pattern => !isOpened(pattern)),
    ...listOf(call).filter(pattern => !isCalled(pattern)),
  ];
}

export const touchedPlaces = (): string[] => [...screens, ...calls];
