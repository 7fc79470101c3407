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

const BEAT_MS = 1_000;

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

  /** Handles message after message; what cannot be handled is given up, or tried again after a pause. */
  async oneByOne(handle: (message: KafkaMessage) => Promise<void>, { lastTry = false } = {}): Promise<void> {
    const { payload, attempts, progress } = this.#options;
    await this.#alive(async () => {
      for (const message of payload.batch.messages) {
        if (this.#lost || !payload.isRunning() || payload.isStale()) return;
        progress();
        const name = this.#nameOf(message);
        if (lastTry) attempts.exhaust(name);
        try {
          await handle(message);
        } catch (error) {
          if (!(await this.#giveUpOrPause(message, error))) return;
        }
        attempts.done(name);
        payload.resolveOffset(message.offset);
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
    await this.oneByOne(message => handle([message]), { lastTry: true });
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
