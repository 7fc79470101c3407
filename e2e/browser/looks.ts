import type { BrowserContextOptions } from 'playwright-core';

/** Contexts for accessibility: a desk in light, and the smallest phone in dark. */
export const looks = [
  { at: 'on a desk', look: { colorScheme: 'light', viewport: { width: 1280, height: 860 } } },
  { at: 'on a phone', look: { colorScheme: 'dark', viewport: { width: 320, height: 640 } } },
] as const satisfies { at: string; look: BrowserContextOptions }[];
