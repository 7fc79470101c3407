import { expect, test } from 'vitest';
import { banEnd } from './admin-changes.ts';

const now = new Date('2026-11-21T12:00:00.000Z');

test.each([
  ['24h', '2026-11-22T12:00:00.000Z'],
  ['1h30m', '2026-11-21T13:30:00.000Z'],
  ['1.5s', '2026-11-21T12:00:01.500Z'],
  ['300ms', '2026-11-21T12:00:00.300Z'],
])('a ban of %s ends at %s', (duration, end) => {
  expect(banEnd(duration, now)?.toISOString()).toBe(end);
});

test('none lifts a ban', () => {
  expect(banEnd('none', now)).toBeNull();
});

test.each([['24'], ['1 day'], ['h'], ['-1h'], [`${'9'.repeat(400)}h`]])('%s is not a duration', duration => {
  expect(banEnd(duration, now)).toBeUndefined();
});
