import { expect, test } from 'vitest';
import { steadyRows } from './steady-rows.ts';

const rows = (...ids: string[]) => ids.map(agentId => ({ agentId }));
const none = new Set<string>();

test('rows stay in their places, whatever order the server has, and new ones are at the end', () => {
  expect(steadyRows(rows('a', 'b', 'c'), rows('new', 'c', 'b', 'a'), none)).toEqual(
    rows('a', 'b', 'c', 'new'),
  );
});

test('a row has its newest facts', () => {
  const read = [{ agentId: 'a', note: 'new' }];
  expect(steadyRows([{ agentId: 'a', note: 'old' }], read, none)).toEqual(read);
});

test('a row that the server lists no longer stays only if the user pressed something in it', () => {
  expect(steadyRows(rows('a', 'b', 'c'), rows('c'), new Set(['b']))).toEqual(rows('b', 'c'));
});
