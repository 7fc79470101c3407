import { expect, test } from 'vitest';
import { pathOf } from './sign-in-redirect.ts';

test.each([
  ['the part of a page', '/settings', '', '#morning-email', '/settings#morning-email'],
  ['the query', '/dashboard', '?view=Austin', '', '/dashboard?view=Austin'],
  ['no secret of a mailed link', '/confirm', '', '#token=abc&type=signup', '/confirm'],
])('the path to return to after the sign-in has %s', (_name, pathname, search, hash, expected) => {
  expect(pathOf({ pathname, search, hash })).toBe(expected);
});
