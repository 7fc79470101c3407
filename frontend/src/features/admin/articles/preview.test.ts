import { expect, test } from 'vitest';
import { previewOf } from './preview.ts';

test('a short answer is its own preview', () => {
  expect(previewOf('x'.repeat(150))).toBe('x'.repeat(150));
});

test('a long answer is cut after 150 characters', () => {
  expect(previewOf('x'.repeat(151))).toBe(`${'x'.repeat(150)}…`);
});

test('no character is cut in half', () => {
  expect(previewOf('🏠'.repeat(200))).toBe(`${'🏠'.repeat(150)}…`);
});
