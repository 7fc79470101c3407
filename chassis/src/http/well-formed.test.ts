import { expect, test } from 'vitest';
import { refuseIllFormed } from './well-formed.ts';

const nested = (levels: number): unknown => (levels === 0 ? 'end' : [nested(levels - 1)]);

test.each([
  ['NUL', { name: 'a\0b' }, 'name: Expected text'],
  ['half a character', { list: [{ note: 'x\ud800' }] }, 'list.0.note: Expected text'],
  ['the other half', 'x\udc00y', 'Expected text'],
  ['a name with NUL', { 'a\0': 1 }, 'Expected names'],
  ['101 levels', nested(101), 'Expected at most 100 levels'],
])('%s is refused, and where', (_what, input, message) => {
  expect(() => refuseIllFormed(input)).toThrow(message);
});

test.each([[undefined], [null], [0], ['😀 é'], [{ a: [true, { b: 'c' }] }], [nested(100)]])(
  '%j is fine',
  input => expect(() => refuseIllFormed(input)).not.toThrow(),
);
