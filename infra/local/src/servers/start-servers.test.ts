import { expect, test } from 'vitest';
import { chooseSource } from './start-servers.ts';

test('a given address is used before an engine', () => {
  expect(chooseSource('postgres://db.example.com/postgres', true)).toBe('environment');
});

test('a running engine is used before a native process', () => {
  expect(chooseSource(undefined, true)).toBe('container');
});

test('without an address and an engine the server is native', () => {
  expect(chooseSource(undefined, false)).toBe('native');
});

test('an empty address counts as none', () => {
  expect(chooseSource('', false)).toBe('native');
});
