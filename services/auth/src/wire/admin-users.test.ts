import { expect, test } from 'vitest';
import { pageLinks } from './admin-users.ts';

test('a middle page links to the next and the last', () => {
  expect(pageLinks('/admin/users', { page: 1, perPage: 1 }, 12)).toBe(
    '</admin/users?page=2&per_page=1>; rel="next", </admin/users?page=12&per_page=1>; rel="last"',
  );
});

test('the last page links only to itself', () => {
  expect(pageLinks('/admin/users', { page: 2, perPage: 50 }, 51)).toBe(
    '</admin/users?page=2&per_page=50>; rel="last"',
  );
});
