import { expect, test } from 'vitest';
import { chooseWay } from './start-servers.ts';

test('a given address comes before any engine', () => {
  expect(chooseWay('postgres://db.example.com/postgres', true)).toBe('environment');
});

test('an engine that answers comes before a process', () => {
  expect(chooseWay(undefined, true)).toBe('container');
});

test('without address and engine the server is native', () => {
  expect(chooseWay(undefined, false)).toBe('native');
});

test('an empty address counts as none', () => {
  expect(chooseWay('', false)).toBe('native');
});
