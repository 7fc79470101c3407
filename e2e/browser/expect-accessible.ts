import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const options = {
  resultTypes: ['violations' as const],
  runOnly: { type: 'tag' as const, values: STANDARDS },
};

/** Waits for transitions, which change colors; endless animations do not count. */
const atRest = `Promise.allSettled(document.getAnimations()
  .filter(one => one.effect.getComputedTiming().endTime !== Infinity)
  .map(one => one.finished))`;

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

const shown = (violations: Violations) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`);

async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(atRest);
  // Legacy mode needs no second page for the report. It cannot read frames of another origin.
  const hasFrames = page.frames().length > 1;
  const { violations } = await new AxeBuilder({ page }).options(options).setLegacyMode(!hasFrames).analyze();
  return shown(violations);
}

/** Fails if axe finds a violation or the page scrolls sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  const faults = await faultsOf(page);
  // axe may judge a toast that is fading in, so a violation has to occur twice.
  expect(faults.length === 0 ? faults : await faultsOf(page)).toEqual([]);
  const overflowPx = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(overflowPx).toBeLessThanOrEqual(0);
}
