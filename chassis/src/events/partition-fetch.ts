import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { Bus } from '../kafka/bus.ts';
import { headersOf } from '../kafka/cloud-event.ts';
import type { TopicShape } from '../kafka/topics.ts';
import type { Log } from '../process/log.ts';
import { consumerLag, messagesHandled } from '../process/telemetry.ts';
import type { countAttempts } from './attempts.ts';

type FetchOptions = {
  group: string;
  /** The name without the prefix. */
  topic: string;
  payload: EachBatchPayload;
  attempts: ReturnType<typeof countAttempts>;
  log: Log;
  progress: () => void;
  giveUp: (message: KafkaMessage, error: unknown, tries: number) => Promise<void>;
};

/** The first `done` messages are handled; `failure` is about the one after them. */
export type Handled = { done: number; failure?: { error: unknown } | undefined };

const BEAT_MS = 1_000;

/**
 * Handles the messages of one fetch of a partition: resolves offsets, sends heartbeats while handlers work, and after a failure pauses the partition
 * instead of waiting.
 */
export class PartitionFetch {
  readonly #options: FetchOptions;
  #lost: { error: unknown } | undefined;

  constructor(options: FetchOptions) {
    this.#options = options;
  }

  /** True if no further message of the fetch may be handled. */
  isOver(): boolean {
    const { payload } = this.#options;
    return this.#lost !== undefined || !payload.isRunning() || payload.isStale();
  }

  /** Handles the messages in chunks. A failed message is parked, or pauses the partition until its next try. */
  async inChunks(handle: (messages: KafkaMessage[]) => Promise<Handled>, size: number): Promise<void> {
    const { payload, progress } = this.#options;
    const { messages } = payload.batch;
    await this.#withHeartbeats(async () => {
      for (let at = 0; at < messages.length && !this.isOver(); ) {
        progress();
        const chunk = messages.slice(at, at + size);
        const { done, failure } = await handle(chunk);
        this.#resolve(chunk.slice(0, done));
        at += done;
        const failed = chunk[done];
        if (!failure || !failed) continue;
        if (!(await this.#giveUpOrPause(failed, failure.error))) return;
        this.#resolve([failed]);
        at += 1;
      }
    });
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

  /** Sends heartbeats while `work` runs. Throws a lost membership afterwards, so that kafkajs rejoins. */
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

/** The topic of a group's parked messages. */
export const deadTopicOf = (group: string): TopicShape => ({
  topic: `${group}.dead`,
  partitions: 1,
  retentionHours: THIRTY_DAYS,
});

/** Sends an unchanged message to the group's dead topic, with the reason in its headers. */
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
