import { expect, test } from 'vitest';
import { sinceText } from './since-text.ts';

test.each([
  ['the same day', '2026-11-27T12:30:00Z', 'since 6:30 AM'],
  ['the day before', '2026-11-26T12:30:00Z', 'since yesterday'],
  ['an evening that is already today in UTC', '2026-11-27T03:00:00Z', 'since yesterday'],
  ['days before', '2026-11-23T12:30:00Z', 'since Monday'],
  ['a week before', '2026-11-20T12:30:00Z', 'since November 20'],
])('names %s', (_name, since, expected) => {
  expect(sinceText(since, '2026-11-27T14:00:00Z', 'America/Chicago').replaceAll(' ', ' ')).toBe(expected);
});
