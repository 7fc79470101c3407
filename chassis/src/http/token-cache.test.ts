import { expect, test } from 'vitest';
import { openTokenCache } from './token-cache.ts';

test('an entry ends at its expiry', () => {
  let now = 0;
  const cache = openTokenCache<string>(2, () => now);
  cache.set('a', 'A', 10);
  expect(cache.get('a')).toBe('A');
  now = 10;
  expect(cache.get('a')).toBeUndefined();
});

test('the entry unused longest makes room', () => {
  const cache = openTokenCache<string>(2, () => 0);
  cache.set('a', 'A', 1);
  cache.set('b', 'B', 1);
  cache.get('a');
  cache.set('c', 'C', 1);
  expect(['a', 'b', 'c'].map(cache.get)).toEqual(['A', undefined, 'C']);
});
