import { expect, test } from 'vitest';
import { readDays } from './days.ts';

test.each([
  ['0', 0],
  ['3', 3],
  [' 30 ', 30],
  ['31', null],
  ['-1', null],
  ['1.5', null],
  ['', null],
  ['three', null],
])('%j as days is %s', (text, days) => {
  expect(readDays(text)).toBe(days);
});
