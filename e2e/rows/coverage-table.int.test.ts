import { declaredRoutes } from '@closingwire/contracts/api';
import { describe, expect, test } from 'vitest';
import { rowsById, sections } from './registry.ts';
import { rowCalls } from './row-calls.ts';

const calls = rowCalls();

describe('the table of what is covered', () => {
  test('lists each thing once', () => {
    const ids = sections.flatMap(({ rows }) => Object.keys(rows));
    expect(ids).toHaveLength(rowsById.size);
    for (const { title, rows } of sections) {
      const texts = Object.values(rows).map(({ text }) => text);
      expect(new Set(texts).size, title).toBe(texts.length);
    }
  });

  test('names calls that the contracts declare', () => {
    // The gateway serves this route; no contract declares it.
    const declared = new Set([
      'GET /robots.txt',
      ...declaredRoutes.map(({ method, path }) => `${method} ${path}`),
    ]);
    const calls = [...rowsById.values()].flatMap(({ call = [] }) => call);
    expect(calls.filter(call => !declared.has(call))).toEqual([]);
  });
});

describe('a row', () => {
  test('is named first thing in its test', () => {
    expect(calls.filter(({ isFirst }) => !isFirst)).toEqual([]);
  });

  test('is held by a test', () => {
    const ids = new Set<string>(calls.map(({ id }) => id));
    expect([...rowsById.keys()].filter(id => !ids.has(id))).toEqual([]);
  });

  test('is in the registry when a test names it', () => {
    expect(calls.filter(({ id }) => !rowsById.has(id))).toEqual([]);
  });
});
