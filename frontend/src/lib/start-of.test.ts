import { expect, test } from 'vitest';
import { startOf } from './start-of.ts';

test('a short text is unchanged', () => {
  expect(startOf('x'.repeat(150), 150)).toBe('x'.repeat(150));
});

test('a long text is cut', () => {
  expect(startOf('x'.repeat(151), 150)).toBe(`${'x'.repeat(150)}...`);
});

test('no character is cut in half', () => {
  expect(startOf('🏠'.repeat(200), 150)).toBe(`${'🏠'.repeat(150)}...`);
});
