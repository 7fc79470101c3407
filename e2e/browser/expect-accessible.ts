import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const options: RunOptions = {
  // Details of passed rules cost half of the time.
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/** Loads axe into a document once. `allowedOrigins` lets it check frames of other origins. */
const install = `if (!globalThis.axe) {
  ${axe.source};
  axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });
}`;

/** Resolves once no animation runs, except endless ones: axe measures colors. */
const atRest = `Promise.allSettled(document.getAnimations()
  .filter(one => one.effect.getComputedTiming().endTime !== Infinity)
  .map(one => one.finished))`;

async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(atRest);
  await Promise.all(page.frames().map(frame => frame.evaluate(install)));
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/** Fails if axe finds a violation on the page, or if the page scrolls sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  const faults = await faultsOf(page);
  // A toast may fade in while axe runs; only a fault that remains when it is fully shown counts.
  expect(faults.length === 0 ? faults : await faultsOf(page)).toEqual([]);
  const overflowPx = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(overflowPx).toBeLessThanOrEqual(0);
}
