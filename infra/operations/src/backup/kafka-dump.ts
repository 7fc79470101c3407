import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { z } from 'zod';
import type { Admin, Kafka, Offsets } from './kafka-state.ts';

/** One message as a JSON line: key and value in base64 or null. */
export const messageSchema = z.object({
  topic: z.string(),
  partition: z.number(),
  offset: z.string(),
  timestamp: z.string(),
  key: z.base64().nullable(),
  value: z.base64().nullable(),
  headers: z.record(z.string(), z.string()),
});
export type DumpedMessage = z.output<typeof messageSchema>;

const SILENCE_MS = 30_000;

type Dump = {
  kafka: Kafka;
  admin: Admin;
  /** Ends by topic as named on the broker. Each line contains the topic as `rename` returns it. */
  ends: Offsets;
  rename: (topic: string) => string;
  /** The broker may permit only groups with this prefix. */
  groupPrefix: string;
  onMessage: (topic: string) => void;
};

/** Streams every message before these ends as one line; each partition's messages are in order. */
export function dumpMessages(dump: Dump): Readable {
  const lines = new PassThrough();
  copyTo(lines, dump).then(
    () => lines.end(),
    error => lines.destroy(error),
  );
  return lines;
}

async function copyTo(lines: PassThrough, dump: Dump): Promise<void> {
  const { kafka, admin, ends, rename, groupPrefix, onMessage } = dump;
  const waiting = await unreadPartitions(admin, ends);
  if (waiting.size === 0) return;
  const groupId = `${groupPrefix}backup-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId, allowAutoTopicCreation: false, maxWaitTimeInMs: 100 });
  const next = new Map<string, bigint>();
  const read = Promise.withResolvers<void>();
  let isStoring = false;
  const silence = setTimeout(() => {
    // A slow backup location does not mean that the broker is silent.
    if (isStoring) silence.refresh();
    else read.reject(new Error(`expected to read to the end of ${[...waiting.keys()].join(', ')}`));
  }, SILENCE_MS);
  consumer.on('consumer.crash', ({ payload: { error, restart } }) => {
    // A just started broker refuses groups for a moment; kafkajs then joins again.
    if (!restart) read.reject(error);
  });
  try {
    await consumer.connect();
    const topics = [...new Set([...waiting.keys()].map(name => name.slice(0, name.lastIndexOf('/'))))];
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatch: async ({ batch: { topic, partition, messages } }) => {
        silence.refresh();
        const name = `${topic}/${partition}`;
        const end = BigInt(ends[topic]?.[partition] ?? 0);
        // Nothing is committed, so a group that rejoins starts from the beginning.
        const from = next.get(name) ?? 0n;
        const fresh = messages.filter(({ offset }) => BigInt(offset) >= from && BigInt(offset) < end);
        for (const message of fresh) {
          next.set(name, BigInt(message.offset) + 1n);
          const line = `${JSON.stringify(lineOf(rename(topic), partition, message))}\n`;
          onMessage(rename(topic));
          isStoring = !lines.write(line);
          if (isStoring) await once(lines, 'drain');
          isStoring = false;
        }
        if (BigInt(messages.at(-1)?.offset ?? -1) >= end - 1n) waiting.delete(name);
        if (waiting.size === 0) read.resolve();
      },
    });
    await read.promise;
  } finally {
    clearTimeout(silence);
    await consumer.disconnect();
    await admin.deleteGroups([groupId]).catch(() => {});
  }
}

/** Returns the partitions with messages before their end, as `topic/partition`. */
async function unreadPartitions(admin: Admin, ends: Offsets): Promise<Set<string>> {
  const found = Object.keys(ends).map(async topic =>
    (await admin.fetchTopicOffsets(topic))
      .filter(({ partition, low }) => BigInt(low) < BigInt(ends[topic]?.[partition] ?? 0))
      .map(({ partition }) => `${topic}/${partition}`),
  );
  return new Set((await Promise.all(found)).flat());
}

type Message = {
  offset: string;
  timestamp: string;
  key: Buffer | null;
  value: Buffer | null;
  headers?: Record<string, Buffer | string | (Buffer | string)[] | undefined>;
};

function lineOf(topic: string, partition: number, message: Message): DumpedMessage {
  const { offset, timestamp, key, value, headers = {} } = message;
  const text = (bytes: Buffer | null) => bytes?.toString('base64') ?? null;
  return {
    ...{ topic, partition, offset, timestamp, key: text(key), value: text(value) },
    headers: Object.fromEntries(Object.entries(headers).map(([name, each]) => [name, String(each ?? '')])),
  };
}
