import { expect, test } from 'vitest';
import { wireChunks } from './wire-chunks.ts';

const message = (key: string, bytes: number) => ({
  topic: 't',
  key,
  value: 'x'.repeat(bytes),
  headers: { h: 'v' },
});
const keys = (chunks: ReturnType<typeof wireChunks>) =>
  chunks.map(chunk => chunk.map(({ key }) => key).join(''));

test('small messages share a chunk', () => {
  expect(
    keys(
      wireChunks(
        ['a', 'b', 'c'].map(key => message(key, 10)),
        1_000,
      ),
    ),
  ).toEqual(['abc']);
});

test('a full chunk starts the next, in order', () => {
  expect(
    keys(
      wireChunks(
        ['a', 'b', 'c', 'd', 'e'].map(key => message(key, 300)),
        1_000,
      ),
    ),
  ).toEqual(['ab', 'cd', 'e']);
});

test('a message that is too large gets its own chunk', () => {
  const chunks = wireChunks([message('a', 10), message('b', 5_000), message('c', 10)], 1_000);
  expect(keys(chunks)).toEqual(['a', 'b', 'c']);
  expect(wireChunks([])).toEqual([]);
});
