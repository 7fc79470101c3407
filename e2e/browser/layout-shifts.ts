import type { Page } from 'playwright-core';

const record = `
  globalThis.shifted = 0;
  new PerformanceObserver(list => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) globalThis.shifted += shift.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** The browser reports a shift after its frame. */
const read = `new Promise(resolve =>
  requestAnimationFrame(() => setTimeout(() => resolve(globalThis.shifted), 100)),
)`;

/**
 * Records layout shifts without user input on the page's next documents. Returns their sum so far: share of the screen
 * × distance.
 */
export async function recordLayoutShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript({ content: record });
  return () => page.evaluate<number>(read);
}
