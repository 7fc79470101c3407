import { Partitioners, type PartitionMetadata, type Producer } from 'kafkajs';
import { AppError } from '../process/app-error.ts';
import type { WireMessage } from './wire-chunks.ts';

/** A message with the broker's name of its topic, and its partition. */
export type PartitionedMessage = WireMessage & { partition: number };

const notStored = (message: string) => new AppError('unavailable', 'bus_unavailable', message);

const partitioner = Partitioners.DefaultPartitioner();

/** The partition of a key, as Kafka's own clients choose it. It reads no more of the metadata than the count. */
export const partitionOf = (key: string | Buffer, count: number): number =>
  partitioner({
    topic: '',
    partitionMetadata: new Array<PartitionMetadata>(count),
    message: { key, value: null },
  });

/**
 * Returns the partition of a message in a topic of `count` partitions: its own, that of its key, or any. Throws
 * `unavailable` if the topic lacks it: kafkajs would skip the message without an error.
 */
export function choosePartition({ partition, key }: WireMessage, topic: string, count: number): number {
  if (partition === undefined) {
    return key === null ? Math.floor(Math.random() * count) : partitionOf(key, count);
  }
  if (partition < count) return partition;
  throw notStored(`${topic}: expected a partition below ${count}, got ${partition}; send again`);
}

/**
 * Sends messages and throws `unavailable` if some are not stored. kafkajs resolves although it left partitions out: those
 * missing in its metadata, and those whose leader moved during a retry to a broker that had already replied. Of one
 * partition and request a broker stores all messages or none.
 */
export async function sendPartitioned(
  producer: Pick<Producer, 'sendBatch'>,
  partitioned: PartitionedMessage[],
): Promise<void> {
  const topicMessages = [...Map.groupBy(partitioned, message => message.topic)].map(([topic, group]) => ({
    topic,
    messages: group.map(({ topic: _topic, ...message }) => message),
  }));
  const results = await producer.sendBatch({ acks: -1, topicMessages });
  const stored = results.filter(({ errorCode, baseOffset }) => errorCode === 0 && Number(baseOffset) >= 0);
  const complete = new Set(stored.map(({ topicName, partition }) => `${topicName}/${partition}`));
  const missing = partitioned.filter(({ topic, partition }) => !complete.has(`${topic}/${partition}`));
  if (missing.length === 0) return;
  const where = [...new Set(missing.map(({ topic, partition }) => `${topic}/${partition}`))].join(', ');
  throw notStored(
    `Expected ${partitioned.length} messages stored, ${missing.length} are not: ${where}; send again`,
  );
}
