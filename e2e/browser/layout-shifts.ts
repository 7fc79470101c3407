import type { Page } from 'playwright-core';

const record = `
  globalThis.shifted = 0;
  new PerformanceObserver(list => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) globalThis.shifted += shift.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** A shift is reported after the frame in which it happened. */
const read = `new Promise(resolve =>
  requestAnimationFrame(() => setTimeout(() => resolve(globalThis.shifted), 100)),
)`;

/**
 * Records what moves on the page's next documents without anybody having touched it. Returns the sum so far: the
 * share of the screen that moved, times how far.
 */
export async function recordLayoutShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript({ content: record });
  return () => page.evaluate<number>(read);
}
