import { expect, test } from 'vitest';
import { addText, freeText } from './area-text.ts';

test('the button names one free ZIP otherwise than several', () => {
  expect([1, 2, 1_200].map(addText)).toEqual(['Add the free one', 'Add all 2 free', 'Add all 1,200 free']);
});

test('the count says what can be added, and why not more', () => {
  expect(freeText(0, 0, 3)).toBe('found, none to add');
  expect(freeText(2, 0, 3)).toBe('found, 2 free to add');
  expect(freeText(100, 20, 130)).toMatch(/^found, 100 free to add; an order has at most /);
  expect(freeText(0, 0, 1_000_000)).toMatch(/^found\. Narrow the search/);
});
