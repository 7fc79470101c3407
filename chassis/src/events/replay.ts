import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { Bus } from '../kafka/bus.ts';
import { headersOf } from '../kafka/cloud-event.ts';
import type { WireMessage } from '../kafka/wire-chunks.ts';
import { deadTopicOf } from './batch-run.ts';

/** The message as it first came, without the headers that parking added; undefined when they do not name its topic. */
function revive(message: KafkaMessage): WireMessage | undefined {
  const { dead_topic: topic, ...rest } = headersOf(message);
  if (!topic) return undefined;
  const headers = Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('dead_')));
  return { topic, key: message.key, value: message.value, headers };
}

/** Where the last replay ended and where the dead topic ends now. */
async function span(bus: Bus, groupId: string, topic: string): Promise<{ from: bigint; to: bigint }> {
  const admin = bus.kafka.admin();
  await admin.connect();
  try {
    const [partition] = await admin.fetchTopicOffsets(topic);
    const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
    const from = BigInt(committed?.partitions[0]?.offset ?? -1);
    const low = BigInt(partition?.low ?? 0);
    return { from: from < low ? low : from, to: BigInt(partition?.high ?? 0) };
  } finally {
    await admin.disconnect();
  }
}

/**
 * Sends what a consumer group has parked back to the topics it came from, each message once, and returns how
 * many. Ids are kept, so groups that had handled an event pass over it.
 */
export async function replay(bus: Bus, group: string): Promise<number> {
  const dead = deadTopicOf(group);
  const topic = bus.topicName(dead.topic);
  const groupId = `${bus.topicPrefix}${group}.replay`;
  await bus.ensureTopics([dead]);
  const { from, to } = await span(bus, groupId, topic);
  if (from >= to) return 0;

  let count = 0;
  const finished = Promise.withResolvers<void>();
  const consumer = bus.kafka.consumer({ groupId, allowAutoTopicCreation: false, maxWaitTimeInMs: 500 });
  const onBatch = async ({ batch, resolveOffset, commitOffsetsIfNecessary }: EachBatchPayload) => {
    const waiting = batch.messages.filter(message => BigInt(message.offset) < to);
    const revived = waiting.map(revive).filter(message => message !== undefined);
    if (revived.length > 0) await bus.sendWire(revived, []);
    count += revived.length;
    const last = waiting.at(-1);
    if (last) resolveOffset(last.offset);
    await commitOffsetsIfNecessary();
    if (BigInt(batch.lastOffset()) >= to - 1n) finished.resolve();
  };
  consumer.on('consumer.crash', ({ payload }) => finished.reject(payload.error));
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({ eachBatchAutoResolve: false, eachBatch: onBatch });
    await finished.promise;
  } finally {
    await consumer.stop();
    await consumer.disconnect();
  }
  return count;
}
