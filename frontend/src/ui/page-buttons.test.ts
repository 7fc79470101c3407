import { expect, test } from 'vitest';
import { pagesAround } from './page-buttons.tsx';

test.each([
  [1, 0, []],
  [1, 1, [1]],
  [2, 4, [1, 2, 3, 4]],
  [1, 1660, [1, 2, 3, 4, 5]],
  [3, 1660, [1, 2, 3, 4, 5]],
  [4, 1660, [2, 3, 4, 5, 6]],
  [1659, 1660, [1656, 1657, 1658, 1659, 1660]],
  [99, 6, [2, 3, 4, 5, 6]],
])('page %i of %i has buttons %j', (page, totalPages, expected) => {
  expect(pagesAround(page, totalPages)).toEqual(expected);
});
