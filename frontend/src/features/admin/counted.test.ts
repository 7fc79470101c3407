import { expect, test } from 'vitest';
import { countedText, pagedTotal } from './counted.ts';

test.each([
  [0, '0 entries', 0],
  [1, '1 entry', 1],
  [3_120, '3,120 entries', 3_120],
  [10_000, '10,000 entries', 10_000],
  [10_001, 'More than 10,000 entries', 10_000],
])('%i of a log', (total, text, paged) => {
  expect(countedText(total, 'entry', 'entries')).toBe(text);
  expect(pagedTotal(total)).toBe(paged);
});
