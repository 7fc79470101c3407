import type { Consumer, EachBatchPayload } from 'kafkajs';
import type { Log } from '../process/log.ts';
import type { Part } from '../process/part.ts';
import { backoffMs } from '../process/retry.ts';
import { type Bus, busRefusal } from './bus.ts';
import type { TopicShape } from './topics.ts';

export type PollOptions = {
  group: string;
  topics: TopicShape[];
  bus: Bus;
  log: Log;
  /** Must not throw because of a message's content. Call `progress` to show that the consumer is not stalled. */
  onFetch: (payload: EachBatchPayload, progress: () => void) => Promise<void>;
  /** The most bytes fetched of a partition at a time; default 1 MiB. */
  bytesAtOnce?: number | undefined;
};

const PARTITIONS_AT_ONCE = 4;
const START_PATIENCE_MS = 10_000;
const DISCONNECT_MS = 5_000;
const brokerTroubles =
  /^KafkaJS(NumberOfRetriesExceeded|Connection|NoBroker|RequestTimeout|Broker|GroupCoordinator|SASLAuthentication)/;

type KafkaTrouble = Error & { cause?: unknown; retriable?: boolean; type?: string; code?: string };

/**
 * Returns true if a new consumer may succeed: the broker failed, or refused a user whose password or rights an operator
 * can fix. False for our own faults.
 */
export function isBrokerTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { cause, retriable, name, type, code } = error as KafkaTrouble;
  if (code === 'topics_missing' || code === 'topics_not_created') return true;
  if (cause instanceof Error) return isBrokerTrouble(cause);
  const isRefused = type?.endsWith('AUTHORIZATION_FAILED') === true;
  return retriable === true || isRefused || brokerTroubles.test(name) || name === 'AppError';
}

/**
 * Keeps one member of a consumer group polling. kafkajs can stop silently or crash without a restart (its issues 1443,
 * 1299, 885). After a broker failure this connects a new consumer; after any other crash, or a stall, it ends the process.
 */
export function pollLoop(options: PollOptions): Part {
  const { group, bus, log } = options;
  const stopped = new AbortController();
  const joined = Promise.withResolvers<void>();
  const watch = exitOnStall({ group, bus, log });
  let loop: Promise<void> | undefined;

  async function pollForever(): Promise<void> {
    for (let attempt = 0; !stopped.signal.aborted; attempt++) {
      const startedAt = Date.now();
      const error = await pollOnce().catch(cause => cause);
      if (stopped.signal.aborted) return;
      if (!isBrokerTrouble(error)) {
        log.fatal({ err: error, group }, 'consumer crashed');
        process.exit(1);
      }
      // The broker is starting or stopping: no stack trace.
      log.warn(
        { group, reason: busRefusal(error) ?? String(error) },
        'consumer lost the event bus, reconnecting',
      );
      if (Date.now() - startedAt > 30_000) attempt = 0;
      await new Promise(resolve => setTimeout(resolve, backoffMs(attempt, 200)));
    }
  }

  /** Resolves only when stopped. */
  async function pollOnce(): Promise<void> {
    await bus.ensureTopics(options.topics);
    const consumer = bus.kafka.consumer({
      groupId: `${bus.topicPrefix}${group}`,
      allowAutoTopicCreation: false,
      // A killed member is replaced after this time.
      sessionTimeout: 6_000,
      rebalanceTimeout: 10_000,
      heartbeatInterval: 1_000,
      maxWaitTimeInMs: 500,
      ...(options.bytesAtOnce && { maxBytesPerPartition: options.bytesAtOnce }),
      metadataMaxAge: 30_000,
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5, restartOnFailure: async () => false },
    });
    const ended = endOf(consumer, stopped.signal);
    consumer.on('consumer.fetch_start', watch.progress);
    consumer.on('consumer.group_join', () => joined.resolve());
    try {
      await consumer.connect();
      await consumer.subscribe({
        topics: options.topics.map(({ topic }) => bus.topicName(topic)),
        fromBeginning: true,
      });
      await consumer.run({
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
        eachBatch: payload => options.onFetch(payload, watch.progress),
      });
      await ended;
    } finally {
      await Promise.race([consumer.disconnect().catch(() => {}), patience(DISCONNECT_MS)]);
    }
  }

  return {
    name: `consumer ${group}`,
    async start() {
      watch.start();
      loop = pollForever();
      await Promise.race([joined.promise, patience(START_PATIENCE_MS)]);
    },
    async stop() {
      watch.stop();
      stopped.abort();
      await loop;
    },
  };
}

function endOf(consumer: Consumer, stopped: AbortSignal): Promise<void> {
  const ended = Promise.withResolvers<void>();
  ended.promise.catch(() => {});
  consumer.on('consumer.crash', ({ payload }) => ended.reject(payload.error));
  stopped.addEventListener('abort', () => ended.resolve());
  return ended.promise;
}

function patience(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms).unref());
}

const STALL_MS = 60_000;
const LOOKS = 12;
const PROBE_MS = 5_000;

/**
 * Ends the process if a consumer has not polled for a minute although the broker replies; the supervisor restarts it.
 * While the broker is away, the process keeps running. A timer counts the minute: a machine that sleeps, or whose clock
 * jumps, is no stall.
 */
export function exitOnStall({
  group,
  bus,
  log,
  stallMs = STALL_MS,
}: {
  group: string;
  bus: Bus;
  log: Log;
  stallMs?: number;
}) {
  let looksWithoutProgress = 0;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    looksWithoutProgress += 1;
    if (looksWithoutProgress < LOOKS) return;
    if (!(await isReachable(bus))) {
      looksWithoutProgress = 0;
      return;
    }
    if (looksWithoutProgress < LOOKS || !timer) return;
    log.fatal({ group, stalledMs: looksWithoutProgress * (stallMs / LOOKS) }, 'consumer stopped polling');
    process.exit(1);
  }

  return {
    progress: () => {
      looksWithoutProgress = 0;
    },
    start() {
      looksWithoutProgress = 0;
      timer = setInterval(() => void look(), stallMs / LOOKS);
      timer.unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

async function isReachable(bus: Bus): Promise<boolean> {
  const admin = bus.kafka.admin();
  const probe = admin
    .connect()
    .then(() => admin.describeCluster())
    .then(() => true)
    .catch(() => false);
  const late = new Promise<boolean>(resolve => setTimeout(() => resolve(false), PROBE_MS).unref());
  try {
    return await Promise.race([probe, late]);
  } finally {
    void admin.disconnect().catch(() => {});
  }
}
