import { expect, it } from 'vitest';
import { likePattern } from './like-pattern.ts';

it.each([
  ['Ada', 'Ada'],
  ['100%', '100\\%'],
  ['a_b', 'a\\_b'],
  ['c:\\_%', 'c:\\\\\\_\\%'],
  ["O'Hara [x]*", "O'Hara [x]*"],
])('escapes %s for LIKE as %s', (text, pattern) => {
  expect(likePattern(text)).toBe(pattern);
});
