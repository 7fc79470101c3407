import type { DeadLetter as ShownLetter } from '@closingwire/contracts/system';
import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { Bus } from '../kafka/bus.ts';
import { headersOf } from '../kafka/cloud-event.ts';
import { committedOffsets } from '../kafka/group-offsets.ts';
import { type Admin, withAdmin } from '../kafka/topics.ts';
import type { WireMessage } from '../kafka/wire-chunks.ts';
import { deadTopicOf } from './partition-fetch.ts';

/** A message that a consumer group has parked. */
export type DeadLetter = Omit<ShownLetter, 'offset' | 'parkedAt'> & { offset: bigint; parkedAt: Date };

/** Returns the message without the headers of parking; undefined if they lack its topic. */
function revive(message: KafkaMessage): WireMessage | undefined {
  const { dead_topic: topic, ...rest } = headersOf(message);
  if (!topic) return undefined;
  const headers = Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('dead_')));
  return { topic, key: message.key, value: message.value, headers };
}

function toLetter(message: KafkaMessage): DeadLetter {
  const headers = headersOf(message);
  return {
    offset: BigInt(message.offset),
    topic: headers.dead_topic ?? '',
    key: message.key?.toString() ?? null,
    eventId: headers.ce_id ?? null,
    error: headers.dead_error ?? '',
    tries: Number(headers.dead_tries ?? 0),
    parkedAt: new Date(headers.dead_at ?? Number(message.timestamp)),
  };
}

/** The Kafka group whose committed offset is the first undecided letter. */
const decisionsOf = (bus: Bus, group: string) => `${bus.topicPrefix}${group}.replay`;

/** Letters of a dead topic that are neither replayed nor discarded: from the first to before `to`. */
type Span = { topic: string; from: bigint; to: bigint };

async function spanBy(admin: Admin, bus: Bus, group: string): Promise<Span> {
  const topic = bus.topicName(deadTopicOf(group).topic);
  const [partition] = await admin.fetchTopicOffsets(topic);
  const [committed] = await committedOffsets(admin, { groupId: decisionsOf(bus, group), topics: [topic] });
  const from = BigInt(committed?.partitions[0]?.offset ?? -1);
  const low = BigInt(partition?.low ?? 0);
  return { topic, from: from < low ? low : from, to: BigInt(partition?.high ?? 0) };
}

/** Returns the undecided letters of a group up to an offset; default: all. */
async function spanOf(bus: Bus, group: string, through?: bigint): Promise<Span> {
  await bus.ensureTopics([deadTopicOf(group)]);
  const span = await withAdmin(bus, admin => spanBy(admin, bus, group));
  return through === undefined || through >= span.to ? span : { ...span, to: through + 1n };
}

const SILENCE_MS = 10_000;

type Reading = Span & {
  groupId: string;
  /** If true, commits the offsets, so that these letters count as decided. */
  decides: boolean;
  onMessages: (messages: KafkaMessage[]) => Promise<void>;
};

/** Reads a span of the dead topic; throws if the broker sends nothing for ten seconds. */
async function readSpan(bus: Bus, { groupId, topic, from, to, decides, onMessages }: Reading): Promise<void> {
  const finished = Promise.withResolvers<void>();
  const late = () =>
    finished.reject(new Error(`Expected messages of ${topic} up to ${to} within ${SILENCE_MS} ms, got none`));
  const silence = setTimeout(late, SILENCE_MS);
  const consumer = bus.kafka.consumer({ groupId, allowAutoTopicCreation: false, maxWaitTimeInMs: 500 });
  const eachBatch = async ({ batch, resolveOffset, commitOffsetsIfNecessary }: EachBatchPayload) => {
    silence.refresh();
    const waiting = batch.messages.filter(({ offset }) => BigInt(offset) >= from && BigInt(offset) < to);
    await onMessages(waiting);
    const last = waiting.at(-1);
    if (last && decides) resolveOffset(last.offset);
    await commitOffsetsIfNecessary();
    if (BigInt(batch.lastOffset()) >= to - 1n) finished.resolve();
  };
  consumer.on('consumer.crash', ({ payload }) => finished.reject(payload.error));
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({ autoCommit: decides, eachBatchAutoResolve: false, eachBatch });
    consumer.seek({ topic, partition: 0, offset: String(from) });
    await finished.promise;
  } finally {
    clearTimeout(silence);
    await consumer.stop();
    await consumer.disconnect();
  }
}

/** Returns how many letters of a group are undecided; its dead topic must exist. */
export async function countDeadLetters(admin: Admin, bus: Bus, group: string): Promise<number> {
  const { from, to } = await spanBy(admin, bus, group);
  return Number(to - from);
}

/** Returns the oldest undecided letters of a group, and their total. */
export async function listDeadLetters(
  bus: Bus,
  group: string,
  limit: number,
): Promise<{ letters: DeadLetter[]; total: number }> {
  const { topic, from, to } = await spanOf(bus, group);
  const total = Number(to - from);
  if (total === 0) return { letters: [], total };
  const letters: DeadLetter[] = [];
  const end = total > limit ? from + BigInt(limit) : to;
  const groupId = `${bus.topicPrefix}${group}.dead-letters-${process.pid}-${Date.now()}`;
  const onMessages = async (messages: KafkaMessage[]) => void letters.push(...messages.map(toLetter));
  await readSpan(bus, { groupId, topic, from, to: end, decides: false, onMessages });
  await withAdmin(bus, admin => admin.deleteGroups([groupId]).catch(() => []));
  return { letters, total };
}

/**
 * Sends parked messages up to an offset back to their topics, and returns how many. They keep their IDs, so groups that have
 * handled an event skip it. Killed halfway, it leaves the rest undecided.
 */
export async function replayDeadLetters(bus: Bus, group: string, through?: bigint): Promise<number> {
  const { topic, from, to } = await spanOf(bus, group, through);
  if (from >= to) return 0;
  let count = 0;
  const onMessages = async (messages: KafkaMessage[]) => {
    const revived = messages.map(revive).filter(message => message !== undefined);
    if (revived.length > 0) await bus.sendWire(revived, []);
    count += revived.length;
  };
  await readSpan(bus, { groupId: decisionsOf(bus, group), topic, from, to, decides: true, onMessages });
  return count;
}

/** Discards parked messages up to an offset, and returns how many. */
export async function discardDeadLetters(bus: Bus, group: string, through: bigint): Promise<number> {
  const { topic, from, to } = await spanOf(bus, group, through);
  if (from >= to) return 0;
  const partitions = [{ partition: 0, offset: String(to) }];
  await withAdmin(bus, admin => admin.setOffsets({ groupId: decisionsOf(bus, group), topic, partitions }));
  return Number(to - from);
}
