import { describe, expect, test } from 'vitest';
import { endAfter, endLook, hasEnded, lastDayOf } from './license-end.ts';

describe('the last day of a license', () => {
  test.each(['2026-12-31', '2027-02-28', '2026-03-08', '2026-11-01'])('%s comes back from its end', day => {
    expect(lastDayOf(endAfter(day))).toBe(day);
  });

  test('ends at the midnight after it', () => {
    const end = new Date(endAfter('2026-12-31') ?? '');
    expect([end.getFullYear(), end.getMonth(), end.getDate(), end.getHours()]).toEqual([2027, 0, 1, 0]);
  });

  test('is the day of an end at noon', () => {
    expect(lastDayOf(new Date(2026, 4, 7, 12).toISOString())).toBe('2026-05-07');
  });

  test('is empty without an end', () => {
    expect([lastDayOf(null), endAfter('')]).toEqual(['', null]);
  });
});

const now = new Date('2026-11-26T12:00:00Z');

test.each([
  [null, undefined],
  ['2026-11-26T12:00:00Z', { label: 'Ended', tone: 'danger' }],
  ['2020-01-01T00:00:00Z', { label: 'Ended', tone: 'danger' }],
  ['2026-11-26T12:00:01Z', { label: 'Ends within a day', tone: 'caution' }],
  ['2026-12-10T12:00:00Z', { label: 'Ends in 14 days', tone: 'caution' }],
  ['2026-12-10T12:00:01Z', undefined],
])('a license that ends at %s is shown as %o', (expiresAt, look) => {
  expect(endLook(expiresAt, now)).toEqual(look);
});

test('a license has ended from its end on', () => {
  const ends = [null, '2026-11-26T12:00:00Z', '2026-11-26T12:00:01Z'];
  expect(ends.map(end => hasEnded(end, now))).toEqual([false, true, false]);
});
