import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Without details of passed rules, and (by legacy mode) without a second page for the report: a fifth of the time. */
const options = {
  resultTypes: ['violations' as const],
  runOnly: { type: 'tag' as const, values: STANDARDS },
};

/** Colors are measured when they have come to rest; what pulses for ever is not waited for. */
const atRest = `Promise.allSettled(document.getAnimations()
  .filter(one => one.effect.getComputedTiming().endTime !== Infinity)
  .map(one => one.finished))`;

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

const shown = (violations: Violations) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`);

async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(atRest);
  const { violations } = await new AxeBuilder({ page }).options(options).setLegacyMode().analyze();
  return shown(violations);
}

/** Fails with what axe finds wrong on the page as it stands, and when it scrolls sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  const faults = await faultsOf(page);
  // A toast may come while axe looks, and is then judged half faded in: what is wrong has to be wrong at rest, too.
  expect(faults.length === 0 ? faults : await faultsOf(page)).toEqual([]);
  const overflowPx = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(overflowPx).toBeLessThanOrEqual(0);
}
