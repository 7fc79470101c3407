import { until } from '@closingwire/chassis/testing';
import type { Locator } from 'playwright-core';

/**
 * Resolves when the page's scripts have taken over the element. Public pages are there before their scripts are,
 * and a test types faster than these load.
 */
export async function untilReady(element: Locator): Promise<Locator> {
  const isReady = (node: object) => Object.keys(node).some(key => key.startsWith('__reactProps$'));
  await until(() => element.evaluate(isReady));
  return element;
}
