import { expect, test } from 'vitest';
import { countPlaces } from './kafka-load.ts';

const pass = (counted: ReturnType<typeof countPlaces>, partition: number, offsets: number[]) => {
  for (const offset of offsets) counted.pass({ topic: 'thing', partition, offset: String(offset) });
};

test("a group's place is the number of messages before it", () => {
  const counted = countPlaces({ first: { thing: { 0: '12' } }, second: { thing: { 0: '14' } } });
  pass(counted, 0, [10, 11, 12, 13, 14]);
  expect(counted.places).toEqual({ first: { thing: { 0: '2' } }, second: { thing: { 0: '4' } } });
});

test('a gap in the offsets does not move a place', () => {
  const counted = countPlaces({ group: { thing: { 0: '15' } } });
  pass(counted, 0, [3, 9, 15, 16]);
  expect(counted.places).toEqual({ group: { thing: { 0: '2' } } });
});

test('a place before the first message is the beginning', () => {
  const counted = countPlaces({ group: { thing: { 0: '9', 1: '9' } } });
  pass(counted, 1, [20, 21]);
  expect(counted.places).toEqual({ group: { thing: { 0: '0', 1: '0' } } });
});
