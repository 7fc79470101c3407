import { expect, test } from 'vitest';
import { type PlacedMessage, placeOf, sendPlaced } from './placed.ts';

const message = { topic: 't', key: 'k', value: 'v', headers: {} };

test('a message keeps the partition that it names', () => {
  expect(placeOf({ ...message, partition: 5 }, 't', 6)).toBe(5);
});

test('a partition that the topic lacks is refused', () => {
  expect(() => placeOf({ ...message, partition: 6 }, 't', 6)).toThrow(
    't: expected a partition below 6, got 6; send again',
  );
});

test("a key has the partition that Kafka's clients choose", () => {
  // murmur2 of '21' is -973932308: from the tests of Apache Kafka's UtilsTest.java.
  expect(placeOf({ ...message, key: '21' }, 't', 1_000)).toBe((-973_932_308 & 0x7f_ff_ff_ff) % 1_000);
});

test('a message without a key goes to some partition', () => {
  const places = Array.from({ length: 50 }, () => placeOf({ ...message, key: null }, 't', 3));
  expect(places.every(place => [0, 1, 2].includes(place))).toBe(true);
});

const placed = (...partitions: number[]): PlacedMessage[] =>
  partitions.map(partition => ({ ...message, partition }));
const stored = (partition: number, errorCode = 0) => ({
  topicName: 't',
  partition,
  errorCode,
  baseOffset: '7',
});
const producerThat = (...results: ReturnType<typeof stored>[]) => ({ sendBatch: async () => results });

test('a result with every partition counts', async () => {
  await sendPlaced(producerThat(stored(0), stored(1)), placed(0, 1, 1));
});

test.each([
  ['lacks a partition', [stored(0)]],
  ['has an error for a partition', [stored(0), stored(1, 3)]],
  ['has no offset for a partition', [stored(0), { ...stored(1), baseOffset: '-1' }]],
])('a result that %s is an error', async (_name, results) => {
  await expect(sendPlaced(producerThat(...results), placed(0, 1, 1))).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'Expected 3 messages stored, 2 are not: t/1; send again',
  });
});
