import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { Bus } from '../kafka/bus.ts';
import { headersOf } from '../kafka/cloud-event.ts';
import type { TopicShape } from '../kafka/topics.ts';
import type { Log } from '../process/log.ts';
import { consumerLag, messagesHandled } from '../process/telemetry.ts';
import { type countAttempts, isServerAway, SERVER_AWAY_MS } from './attempts.ts';

type BatchOptions = {
  group: string;
  /** Without the prefix. */
  topic: string;
  payload: EachBatchPayload;
  attempts: ReturnType<typeof countAttempts>;
  log: Log;
  progress: () => void;
  giveUp: (message: KafkaMessage, error: unknown, tries: number) => Promise<void>;
};

/**
 * Handles some messages in one go. A failure means that the one at `index`, or one before it, is to blame: of what stands
 * before it all is to be handled again, and none after it was handled.
 */
export type HandleChunk = (
  messages: KafkaMessage[],
) => Promise<{ index: number; error: unknown } | undefined>;

const BEAT_MS = 1_000;

/** Messages that share a transaction: enough to spare most commits, few enough to hold no lock for long. */
const CHUNK = 25;

/** How many of the first messages could be handled, and why the next one could not. */
async function longestPrefix(
  messages: KafkaMessage[],
  handle: HandleChunk,
): Promise<{ done: number; error?: unknown }> {
  let done = messages.length;
  let error: unknown;
  while (done > 0) {
    const failure = await handle(messages.slice(0, done));
    if (!failure) break;
    ({ index: done, error } = failure);
  }
  return { done, error };
}

/**
 * Goes through one fetched batch: resolves offsets as messages are done, keeps the group membership alive
 * while handlers work, and on a failure pauses the partition instead of waiting inside it.
 */
export class BatchRun {
  readonly #options: BatchOptions;
  #lost: { error: unknown } | undefined;

  constructor(options: BatchOptions) {
    this.#options = options;
  }

  /**
   * Handles chunk after chunk. When one fails, what stood before the failing message is handled again without it; the
   * message itself is given up, or tried again after a pause.
   */
  async inChunks(handle: HandleChunk, { size = CHUNK } = {}): Promise<void> {
    const { payload, progress } = this.#options;
    await this.#withHeartbeats(async () => {
      for (let rest = payload.batch.messages; rest.length > 0; ) {
        if (this.#lost || !payload.isRunning() || payload.isStale()) return;
        progress();
        const chunk = rest.slice(0, size);
        const { done, error } = await longestPrefix(chunk, handle);
        this.#resolve(chunk.slice(0, done));
        const failed = chunk[done];
        if (failed) {
          if (!(await this.#giveUpOrPause(failed, error))) return;
          this.#resolve([failed]);
        }
        rest = rest.slice(failed ? done + 1 : done);
      }
    });
  }

  /**
   * Handles the whole batch at once. When that fails, it handles message by message, so that each has its own tries and
   * only the one at fault waits or is parked.
   */
  async together(handle: (messages: KafkaMessage[]) => Promise<void>): Promise<void> {
    const { payload, attempts, progress } = this.#options;
    const { messages } = payload.batch;
    const [first] = messages;
    if (!first) return;
    const attempt = (some: KafkaMessage[]) =>
      handle(some).then(
        () => undefined,
        (error: unknown) => ({ index: 0, error }),
      );
    let failure: { error: unknown } | undefined;
    await this.#withHeartbeats(async () => {
      progress();
      failure = await attempt(messages);
      if (!failure) payload.resolveOffset(payload.batch.lastOffset());
    });
    if (!failure) return messages.forEach(message => void attempts.done(this.#nameOf(message)));
    const { error } = failure as { error: unknown };
    if (isServerAway(error)) return this.#pause(SERVER_AWAY_MS, error, first);
    await this.inChunks(attempt, { size: 1 });
  }

  #resolve(done: KafkaMessage[]): void {
    for (const message of done) this.#options.attempts.done(this.#nameOf(message));
    const last = done.at(-1);
    if (last) this.#options.payload.resolveOffset(last.offset);
  }

  /** Returns true if the message was parked, false if the partition now waits for another try. */
  async #giveUpOrPause(message: KafkaMessage, error: unknown): Promise<boolean> {
    const { attempts, log, giveUp } = this.#options;
    const verdict = attempts.failed(this.#nameOf(message), error);
    if (verdict.kind === 'wait') {
      this.#pause(verdict.ms, error, message);
      return false;
    }
    try {
      await giveUp(message, error, verdict.tries);
    } catch (parkError) {
      this.#pause(BEAT_MS, parkError, message);
      return false;
    }
    log.error({ ...this.#facts(message), err: error, tries: verdict.tries }, 'message parked');
    return true;
  }

  #pause(ms: number, error: unknown, message: KafkaMessage): void {
    const { payload, group, topic, log } = this.#options;
    log.warn({ ...this.#facts(message), err: error, waitMs: ms }, 'message not handled, trying again');
    messagesHandled.inc({ group, topic, outcome: 'retried' });
    const resume = payload.pause();
    setTimeout(resume, ms);
  }

  /** Heartbeats while `work` runs. A lost membership is thrown afterwards: kafkajs joins anew on it. */
  async #withHeartbeats(work: () => Promise<void>): Promise<void> {
    const { payload, group, topic } = this.#options;
    const { batch } = payload;
    const lag = consumerLag.labels(group, topic, String(batch.partition));
    lag.set(Number(batch.offsetLagLow()));
    const beat = setInterval(() => {
      payload.heartbeat().catch(error => {
        this.#lost ??= { error };
      });
    }, BEAT_MS);
    try {
      await work();
    } finally {
      clearInterval(beat);
    }
    if (this.#lost) throw this.#lost.error;
    lag.set(Number(batch.offsetLag()));
  }

  #nameOf(message: KafkaMessage): string {
    return `${this.#options.topic}/${this.#options.payload.batch.partition}/${message.offset}`;
  }

  #facts(message: KafkaMessage) {
    const { group, topic, payload } = this.#options;
    return { group, topic, partition: payload.batch.partition, offset: message.offset };
  }
}

const THIRTY_DAYS = 30 * 24;

/** The topic that holds what a consumer group gave up on. */
export const deadTopicOf = (group: string): TopicShape => ({
  topic: `${group}.dead`,
  partitions: 1,
  retentionHours: THIRTY_DAYS,
});

/** Puts a message into the group's dead topic, as it came, with the reason in its headers. */
export async function park(
  bus: Bus,
  failure: { group: string; topic: string; message: KafkaMessage; error: unknown; tries: number },
): Promise<void> {
  const { group, topic, message, error, tries } = failure;
  const shape = deadTopicOf(group);
  const headers = {
    ...headersOf(message),
    dead_topic: topic,
    dead_error: (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 1_000),
    dead_tries: String(tries),
    dead_at: new Date().toISOString(),
  };
  await bus.sendWire([{ topic: shape.topic, key: message.key, value: message.value, headers }], [shape]);
}
