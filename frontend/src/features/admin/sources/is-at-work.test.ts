import { expect, test } from 'vitest';
import { isAtWork } from './is-at-work.ts';

const now = new Date('2026-11-26T12:00:00Z');

test.each([
  [{ state: 'pulling', nextRunAt: null }, true],
  [{ state: 'waiting', nextRunAt: '2026-11-26T12:00:00Z' }, true],
  [{ state: 'waiting', nextRunAt: '2026-11-26T12:00:01Z' }, false],
  [{ state: 'paused', nextRunAt: null }, false],
  [null, false],
] as const)('a feed %o is at work: %s', (feed, isSo) => {
  expect(isAtWork(feed, now)).toBe(isSo);
});
