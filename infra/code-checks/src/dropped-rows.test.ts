import { expect, it } from 'vitest';
import { droppedRowsIn } from './dropped-rows.ts';
import { parseSource } from './source.ts';

const dropped = (text: string, file = 'src/a.ts') => droppedRowsIn(parseSource(file, text), text);

it('finds a query whose rows nobody reads', () => {
  expect(dropped('let a;\nawait tx.query(sql`delete from a`);')).toEqual([
    'src/a.ts:2: expected a use of the rows of tx.query, or execute',
  ]);
});

it.each([
  ['rows that are read', 'const rows = await tx.query(sql`select 1`);'],
  ['locks', 'await tx.query(sql`select from a for no key update`);'],
  ['execute', 'await tx.execute(sql`delete from a`);'],
  ["the driver's own connections", "await client.query('begin');"],
])('passes %s', (_name, text) => {
  expect(dropped(text)).toEqual([]);
});

it('passes tests', () => {
  expect(dropped('await tx.query(sql`delete from a`);', 'src/a.test.ts')).toEqual([]);
});
