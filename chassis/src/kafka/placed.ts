import { createRequire } from 'node:module';
import type { Producer } from 'kafkajs';
import { AppError } from '../process/app-error.ts';
import type { WireMessage } from './wire-chunks.ts';

const murmur2 = createRequire(import.meta.url)('kafkajs/src/producer/partitioners/default/murmur2') as (
  key: string | Buffer,
) => number;

/** A message with the broker's name of its topic and the partition that it goes to. */
export type PlacedMessage = WireMessage & { partition: number };

const notStored = (message: string) => new AppError('unavailable', 'bus_unavailable', message);

/** The partition of a key, as Kafka's own clients choose it. */
export const partitionOf = (key: string | Buffer, count: number): number =>
  (murmur2(key) & 0x7f_ff_ff_ff) % count;

/**
 * The partition of a message in a topic of `count` partitions: its own, that of its key, or any. Throws `unavailable` for
 * one that the topic does not have: kafkajs would skip the message without an error.
 */
export function placeOf({ partition, key }: WireMessage, topic: string, count: number): number {
  if (partition === undefined) {
    return key === null ? Math.floor(Math.random() * count) : partitionOf(key, count);
  }
  if (partition < count) return partition;
  throw notStored(`${topic}: expected a partition below ${count}, got ${partition}; send again`);
}

/**
 * Sends messages and compares the result with them. kafkajs resolves although it left partitions out: those that its
 * metadata lacks, and those whose leader moves during a retry to a broker that has replied already. A broker stores all
 * messages of one request and partition or none.
 */
export async function sendPlaced(
  producer: Pick<Producer, 'sendBatch'>,
  placed: PlacedMessage[],
): Promise<void> {
  const topicMessages = [...Map.groupBy(placed, message => message.topic)].map(([topic, group]) => ({
    topic,
    messages: group.map(({ topic: _topic, ...message }) => message),
  }));
  const results = await producer.sendBatch({ acks: -1, topicMessages });
  const stored = results.filter(({ errorCode, baseOffset }) => errorCode === 0 && Number(baseOffset) >= 0);
  const places = new Set(stored.map(({ topicName, partition }) => `${topicName}/${partition}`));
  const missing = placed.filter(({ topic, partition }) => !places.has(`${topic}/${partition}`));
  if (missing.length === 0) return;
  const where = [...new Set(missing.map(({ topic, partition }) => `${topic}/${partition}`))].join(', ');
  throw notStored(
    `Expected ${placed.length} messages stored, ${missing.length} are not: ${where}; send again`,
  );
}
