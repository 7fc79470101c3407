import { until } from '@closingwire/chassis/testing';
import type { Locator } from 'playwright-core';

/**
 * Resolves when React has hydrated the element. Public pages are visible earlier, and tests type before their scripts
 * load.
 */
export async function untilReady(element: Locator): Promise<Locator> {
  const isReady = (node: object) => Object.keys(node).some(key => key.startsWith('__reactProps$'));
  await until(() => element.evaluate(isReady));
  return element;
}
