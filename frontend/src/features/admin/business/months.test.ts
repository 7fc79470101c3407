import { expect, test } from 'vitest';
import { costText, monthText, ofWhichUndone, rowsByMonth } from './months.ts';

test('rows are summed by whole months, newest first', () => {
  const days = [
    { day: '2026-01-31', received: 9 },
    { day: '2026-02-01', received: 2 },
    { day: '2026-02-28', received: 3 },
    { day: '2026-03-01', received: 4, undone: 3 },
  ];
  expect(rowsByMonth(days)).toEqual([
    { month: '2026-03-01', count: 4, undone: 3 },
    { month: '2026-02-01', count: 5, undone: 0 },
  ]);
  expect(monthText('2026-03-01')).toBe('March 2026');
});

test('undone rows are named', () => {
  expect(ofWhichUndone({ undone: 1_200 })).toBe(', of which 1,200 were undone');
  expect(ofWhichUndone({ undone: 1 })).toBe(', of which 1 was undone');
  expect(ofWhichUndone({})).toBe('');
});

test('an unknown cost is not zero', () => {
  expect(costText(5_000, 0)).toBe('not set');
  expect(costText(5_000, 0.4)).toBe('$2.00');
  expect(costText(0, 0.4)).toBe('$0.00');
});
