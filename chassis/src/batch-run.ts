import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { countAttempts } from './attempts.ts';
import type { Log } from './log.ts';
import { consumerLag, messagesHandled } from './telemetry.ts';

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

/** Handles some messages in one go. A failure means that none is handled, because of the message at `index`. */
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
   * Handles chunk after chunk, each all or nothing. When one fails, what stood before the failing message is
   * handled again without it; the message itself is given up, or tried again after a pause.
   */
  async inChunks(handle: HandleChunk, { size = CHUNK, lastTry = false } = {}): Promise<void> {
    const { payload, attempts, progress } = this.#options;
    await this.#alive(async () => {
      for (let rest = payload.batch.messages; rest.length > 0; ) {
        if (this.#lost || !payload.isRunning() || payload.isStale()) return;
        progress();
        const chunk = rest.slice(0, size);
        if (lastTry) for (const message of chunk) attempts.exhaust(this.#nameOf(message));
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

  /** Handles the whole batch at once; after the last try, message by message. */
  async together(handle: (messages: KafkaMessage[]) => Promise<void>): Promise<void> {
    const { payload, attempts, progress } = this.#options;
    const { messages } = payload.batch;
    const [first] = messages;
    if (!first) return;
    const name = this.#nameOf(first);
    let failure: { error: unknown } | undefined;
    await this.#alive(async () => {
      progress();
      failure = await handle(messages).then(
        () => undefined,
        error => ({ error }),
      );
      if (!failure) payload.resolveOffset(payload.batch.lastOffset());
    });
    if (!failure) return attempts.done(name);
    const { error } = failure as { error: unknown };
    const verdict = attempts.failed(name, error);
    if (verdict.kind === 'wait') return this.#pause(verdict.ms, error, first);
    const alone: HandleChunk = one =>
      handle(one).then(
        () => undefined,
        cause => ({ index: 0, error: cause }),
      );
    await this.inChunks(alone, { size: 1, lastTry: true });
  }

  #resolve(done: KafkaMessage[]): void {
    for (const message of done) this.#options.attempts.done(this.#nameOf(message));
    const last = done.at(-1);
    if (last) this.#options.payload.resolveOffset(last.offset);
  }

  /** True when the message is behind us: given up. False when the partition now waits for another try. */
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
  async #alive(work: () => Promise<void>): Promise<void> {
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
