import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '@closingwire/chassis/bus';
import { OperatorError } from '../operator-error.ts';
import { type DumpedMessage, messageSchema } from './kafka-dump.ts';
import { endsOf, type KafkaState, type Offsets } from './kafka-state.ts';

const CHUNK = 1_000;
const PATIENCE_MS = 30_000;
const PAUSE_MS = 200;

/**
 * Creates missing topics, sends the messages in order with their original times, and sets the offsets of each consumer
 * group. Topics must be empty. Offsets are counted from a topic's beginning: 0, or its end before it was emptied.
 * Names are without the bus's prefix. Returns the number of sent messages.
 */
export async function loadMessages(bus: Bus, state: KafkaState, lines: Readable): Promise<number> {
  const begins = await makeTopics(bus, state.topics);
  const counted = countOffsets(state.groups, begins);
  let sent = 0;
  let chunk: DumpedMessage[] = [];
  async function ship(): Promise<void> {
    await bus.sendWire(chunk.map(toWire), []);
    sent += chunk.length;
    chunk = [];
  }
  for await (const line of createInterface({ input: lines })) {
    const message = messageSchema.parse(JSON.parse(line));
    counted.pass(message);
    chunk.push(message);
    if (chunk.length === CHUNK) await ship();
  }
  await ship();
  const groups = Object.entries(counted.offsets);
  await Promise.all(
    groups.map(([groupId, offsets]) => patiently(() => commitOffsets(bus, groupId, offsets))),
  );
  return sent;
}

/**
 * Creates topics and returns the next offset of each partition. A broker reports new topics before it leads them; a
 * record batch that it took in part would be sent again in full. A request for offsets shows whether a partition has a
 * leader, without a write.
 */
async function makeTopics(bus: Bus, topics: KafkaState['topics']): Promise<Offsets> {
  await bus.ensureTopics(Object.entries(topics).map(([topic, shape]) => ({ topic, ...shape })));
  const admin = bus.kafka.admin();
  await admin.connect();
  try {
    const names = Object.keys(topics).map(bus.topicName);
    const ends = await patiently(() => endsOf(admin, names));
    expectPartitions(topics, { ends, nameOf: bus.topicName });
    return Object.fromEntries(Object.keys(topics).map(topic => [topic, ends[bus.topicName(topic)] ?? {}]));
  } finally {
    await admin.disconnect();
  }
}

/** Retries the work for a limited time; the work must be idempotent. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(PAUSE_MS);
    }
  }
}

type Found = { ends: Offsets; nameOf: Bus['topicName']; created?: readonly string[] };

/** Returns the topics with fewer partitions than in the backup, as phrases; new topics have enough. */
export function shortTopics(topics: KafkaState['topics'], { ends, nameOf, created = [] }: Found): string[] {
  return Object.entries(topics).flatMap(([topic, { partitions }]) => {
    const name = nameOf(topic);
    const found = Object.keys(ends[name] ?? {}).length;
    return found < partitions && !created.includes(name) ? [`${name} has ${found} of ${partitions}`] : [];
  });
}

function expectPartitions(topics: KafkaState['topics'], found: Found): void {
  const short = shortTopics(topics, found);
  if (short.length === 0) return;
  throw new OperatorError(
    `Expected the topics to have as many partitions as in the backup: ${short.join(', ')}. Add partitions, or delete these topics.`,
  );
}

const bytes = (base64: string | null) => (base64 === null ? null : Buffer.from(base64, 'base64'));

const toWire = ({ topic, partition, timestamp, key, value, headers }: DumpedMessage) => ({
  ...{ topic, partition, timestamp, headers },
  key: bytes(key),
  value: bytes(value),
});

/** Counts the messages before each group's offset, added to the beginnings of the partitions. */
export function countOffsets(groups: KafkaState['groups'], begins: Offsets = {}) {
  const offsets = structuredClone(groups);
  const marks = Object.entries(groups).flatMap(([groupId, topics]) =>
    Object.entries(topics).flatMap(([topic, partitions]) =>
      Object.entries(partitions).map(([partition, offset]) => ({ groupId, topic, partition, offset })),
    ),
  );
  const byPartition = Map.groupBy(marks, ({ topic, partition }) => `${topic}/${partition}`);
  const move = (mark: (typeof marks)[number], to: (before: number) => number) => {
    const partitions = offsets[mark.groupId]?.[mark.topic];
    if (partitions) partitions[mark.partition] = String(to(Number(partitions[mark.partition])));
  };
  for (const mark of marks) move(mark, () => Number(begins[mark.topic]?.[mark.partition] ?? 0));
  return {
    offsets,
    pass({ topic, partition, offset }: Pick<DumpedMessage, 'topic' | 'partition' | 'offset'>): void {
      for (const mark of byPartition.get(`${topic}/${partition}`) ?? []) {
        if (BigInt(offset) < BigInt(mark.offset)) move(mark, before => before + 1);
      }
    },
  };
}

/** Joins the group once to commit all offsets: kafkajs' `setOffsets` joins once per topic. */
async function commitOffsets(bus: Bus, group: string, offsets: Offsets): Promise<void> {
  const topicPartitions = Object.entries(offsets).flatMap(([topic, partitions]) =>
    Object.entries(partitions).map(([partition, offset]) => ({
      topic: bus.topicName(topic),
      partition: Number(partition),
      offset,
    })),
  );
  if (topicPartitions.length === 0) return;
  const groupId = `${bus.topicPrefix}${group}`;
  const consumer = bus.kafka.consumer({ groupId, allowAutoTopicCreation: false, maxWaitTimeInMs: 100 });
  const joined = Promise.withResolvers<void>();
  consumer.on('consumer.group_join', () => joined.resolve());
  consumer.on('consumer.crash', ({ payload }) => joined.reject(payload.error));
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: Object.keys(offsets).map(bus.topicName) });
    await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: async () => {} });
    await joined.promise;
    await consumer.commitOffsets(topicPartitions);
  } finally {
    await consumer.disconnect();
  }
}
