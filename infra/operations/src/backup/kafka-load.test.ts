import { expect, test } from 'vitest';
import { countOffsets } from './kafka-load.ts';

const pass = (counted: ReturnType<typeof countOffsets>, partition: number, offsets: number[]) => {
  for (const offset of offsets) counted.pass({ topic: 'thing', partition, offset: String(offset) });
};

test("a group's offset is the number of messages before it", () => {
  const counted = countOffsets({ first: { thing: { 0: '12' } }, second: { thing: { 0: '14' } } });
  pass(counted, 0, [10, 11, 12, 13, 14]);
  expect(counted.offsets).toEqual({ first: { thing: { 0: '2' } }, second: { thing: { 0: '4' } } });
});

test('a gap in the offsets does not move an offset', () => {
  const counted = countOffsets({ group: { thing: { 0: '15' } } });
  pass(counted, 0, [3, 9, 15, 16]);
  expect(counted.offsets).toEqual({ group: { thing: { 0: '2' } } });
});

test('an offset before the first message is the beginning', () => {
  const counted = countOffsets({ group: { thing: { 0: '9', 1: '9' } } });
  pass(counted, 1, [20, 21]);
  expect(counted.offsets).toEqual({ group: { thing: { 0: '0', 1: '0' } } });
});
