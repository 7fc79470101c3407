import { expect, test } from 'vitest';
import { choosePartition, type PartitionedMessage, sendPartitioned } from './partitioned.ts';

const message = { topic: 't', key: 'k', value: 'v', headers: {} };

test('a message keeps the partition that it names', () => {
  expect(choosePartition({ ...message, partition: 5 }, 't', 6)).toBe(5);
});

test('a partition that the topic lacks is refused', () => {
  expect(() => choosePartition({ ...message, partition: 6 }, 't', 6)).toThrow(
    't: expected a partition below 6, got 6; send again',
  );
});

test("a key has the partition that Kafka's clients choose", () => {
  // murmur2 of '21' is -973932308: from the tests of Apache Kafka's UtilsTest.java.
  expect(choosePartition({ ...message, key: '21' }, 't', 1_000)).toBe((-973_932_308 & 0x7f_ff_ff_ff) % 1_000);
});

test('a message without a key goes to some partition', () => {
  const partitions = Array.from({ length: 50 }, () => choosePartition({ ...message, key: null }, 't', 3));
  expect(partitions.every(partition => [0, 1, 2].includes(partition))).toBe(true);
});

const partitioned = (...partitions: number[]): PartitionedMessage[] =>
  partitions.map(partition => ({ ...message, partition }));
const stored = (partition: number, errorCode = 0) => ({
  topicName: 't',
  partition,
  errorCode,
  baseOffset: '7',
});
const producerThat = (...results: ReturnType<typeof stored>[]) => ({ sendBatch: async () => results });

test('a result with every partition counts', async () => {
  await sendPartitioned(producerThat(stored(0), stored(1)), partitioned(0, 1, 1));
});

test.each([
  ['lacks a partition', [stored(0)]],
  ['has an error for a partition', [stored(0), stored(1, 3)]],
  ['has no offset for a partition', [stored(0), { ...stored(1), baseOffset: '-1' }]],
])('a result that %s is an error', async (_name, results) => {
  await expect(sendPartitioned(producerThat(...results), partitioned(0, 1, 1))).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'Expected 3 messages stored, 2 are not: t/1; send again',
  });
});
