import { expect, test } from 'vitest';
import { chooseSource } from './start-servers.ts';

test('a given address comes before any engine', () => {
  expect(chooseSource('postgres://db.example.com/postgres', true)).toBe('environment');
});

test('an engine that runs comes before a process', () => {
  expect(chooseSource(undefined, true)).toBe('container');
});

test('without address and engine the server is native', () => {
  expect(chooseSource(undefined, false)).toBe('native');
});

test('an empty address counts as none', () => {
  expect(chooseSource('', false)).toBe('native');
});
