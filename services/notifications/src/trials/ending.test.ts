import { expect, test } from 'vitest';
import { nextReminder } from './ending.ts';

const end = new Date('2026-03-10T12:00:00Z');

test.each([
  ['2026-02-20T00:00:00Z', '2026-03-03T12:00:00.000Z'],
  ['2026-03-03T12:00:00Z', '2026-03-07T12:00:00.000Z'],
  ['2026-03-09T13:00:00Z', '2026-03-10T12:00:00.000Z'],
  ['2026-03-10T12:00:00Z', undefined],
])('at %s the next reminder is due at %s', (now, due) => {
  expect(nextReminder(end, new Date(now))?.toISOString()).toBe(due);
});
