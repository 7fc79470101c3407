import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '@closingwire/chassis/bus';
import { type DumpedMessage, messageSchema } from './kafka-dump.ts';
import { endsOf, type Kafka, type Offsets, type Places } from './kafka-places.ts';

const CHUNK = 1_000;
const PATIENCE_MS = 30_000;
const PAUSE_MS = 200;

/**
 * Makes the topics, sends the messages in their order with the times they had, and puts each consumer group where
 * it was. Offsets of an empty broker begin at 0, so places are counted in messages. Returns how many it sent.
 */
export async function loadMessages(bus: Bus, places: Places, lines: Readable): Promise<number> {
  await makeTopics(bus, places.topics);
  const counted = countPlaces(places.groups);
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
  const groups = Object.entries(counted.places);
  await Promise.all(
    groups.map(([groupId, place]) => patiently(() => commitPlace(bus.kafka, groupId, place))),
  );
  return sent;
}

/**
 * A broker that has just made topics leads them a moment later than it reports, and a batch that it took in part would
 * be sent again as a whole. Asked for its offsets, a partition reports whether it is led, and nothing is written.
 */
async function makeTopics(bus: Bus, topics: Places['topics']): Promise<void> {
  await bus.ensureTopics(Object.entries(topics).map(([topic, shape]) => ({ topic, ...shape })));
  const admin = bus.kafka.admin();
  await admin.connect();
  try {
    const names = Object.keys(topics).map(bus.topicName);
    await patiently(async () => void (await endsOf(admin, names)));
  } finally {
    await admin.disconnect();
  }
}

/** For what may be done twice. */
async function patiently(work: () => Promise<void>): Promise<void> {
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

const bytes = (base64: string | null) => (base64 === null ? null : Buffer.from(base64, 'base64'));

const toWire = ({ topic, partition, timestamp, key, value, headers }: DumpedMessage) => ({
  ...{ topic, partition, timestamp, headers },
  key: bytes(key),
  value: bytes(value),
});

/** How many of the messages that pass lie before the place of each group. */
export function countPlaces(groups: Places['groups']) {
  const places = structuredClone(groups);
  const marks = Object.entries(groups).flatMap(([groupId, topics]) =>
    Object.entries(topics).flatMap(([topic, partitions]) =>
      Object.entries(partitions).map(([partition, offset]) => ({ groupId, topic, partition, offset })),
    ),
  );
  const byPartition = Map.groupBy(marks, ({ topic, partition }) => `${topic}/${partition}`);
  const move = (mark: (typeof marks)[number], to: (before: number) => number) => {
    const partitions = places[mark.groupId]?.[mark.topic];
    if (partitions) partitions[mark.partition] = String(to(Number(partitions[mark.partition])));
  };
  for (const mark of marks) move(mark, () => 0);
  return {
    places,
    pass({ topic, partition, offset }: Pick<DumpedMessage, 'topic' | 'partition' | 'offset'>): void {
      for (const mark of byPartition.get(`${topic}/${partition}`) ?? []) {
        if (BigInt(offset) < BigInt(mark.offset)) move(mark, before => before + 1);
      }
    },
  };
}

/** Joins the group for as long as it takes to commit: kafkajs' `setOffsets` does so once for each topic. */
async function commitPlace(kafka: Kafka, groupId: string, place: Offsets): Promise<void> {
  const topicPartitions = Object.entries(place).flatMap(([topic, partitions]) =>
    Object.entries(partitions).map(([partition, offset]) => ({
      topic,
      partition: Number(partition),
      offset,
    })),
  );
  if (topicPartitions.length === 0) return;
  const consumer = kafka.consumer({ groupId, allowAutoTopicCreation: false, maxWaitTimeInMs: 100 });
  const joined = Promise.withResolvers<void>();
  consumer.on('consumer.group_join', () => joined.resolve());
  consumer.on('consumer.crash', ({ payload }) => joined.reject(payload.error));
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: Object.keys(place) });
    await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: async () => {} });
    await joined.promise;
    await consumer.commitOffsets(topicPartitions);
  } finally {
    await consumer.disconnect();
  }
}
