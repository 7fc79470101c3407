import { expect, test } from 'vitest';
import { pageOf } from './page-of.ts';

const rows = ['a', 'b', 'c', 'd', 'e'];

test('a reply with a total is one page', () => {
  expect(pageOf(['c', 'd'], 5, 2, 2)).toEqual({ rows: ['c', 'd'], totalPages: 3 });
});

test('a reply without a total is split into pages', () => {
  expect(pageOf(rows, undefined, 1, 2)).toEqual({ rows: ['a', 'b'], totalPages: 3 });
  expect(pageOf(rows, undefined, 3, 2)).toEqual({ rows: ['e'], totalPages: 3 });
});
