import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@closingwire/chassis/log';
import type { Part } from '@closingwire/chassis/part';
import { RefusedError } from './deliver-rows.ts';
import type { Errand, Pending } from './pending-folder.ts';

const AT_ONCE = 4;
const FIRST_WAIT_MS = 250;
const LAST_WAIT_MS = 30_000;
const REMEMBERED = 10_000;

type Options = {
  pending: Pending;
  deliver: (errand: Errand, signal: AbortSignal) => Promise<void>;
  log: Log;
};

/**
 * Runs errands, a few at once, each until it is delivered or refused for good. An errand that is known by its
 * id is taken once. What was not done when the process ended is done after the next start.
 */
export function courier({ pending, deliver, log }: Options): {
  accept(errand: Errand): Promise<void>;
  part: Part;
} {
  const stopped = new AbortController();
  const known = new Set<string>();
  const waiting: Errand[] = [];
  const running = new Set<Promise<void>>();

  function remember(id: string): void {
    known.add(id);
    const [oldest] = known;
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
  }

  function start(): void {
    while (running.size < AT_ONCE && !stopped.signal.aborted) {
      const errand = waiting.shift();
      if (!errand) return;
      const run = runUntilDone(errand).finally(() => {
        running.delete(run);
        start();
      });
      running.add(run);
    }
  }

  async function runUntilDone(errand: Errand): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !stopped.signal.aborted; wait = Math.min(wait * 2, LAST_WAIT_MS)) {
      try {
        await deliver(errand, stopped.signal);
        return await pending.remove(errand);
      } catch (error) {
        if (stopped.signal.aborted) return;
        if (error instanceof RefusedError) {
          log.error({ err: error, zip: errand.zip }, 'refused for good');
          return pending.remove(errand);
        }
        log.warn({ err: error, zip: errand.zip, wait }, 'not delivered yet');
        await sleep(wait, undefined, { signal: stopped.signal }).catch(() => {});
      }
    }
  }

  return {
    async accept(errand) {
      if (known.has(errand.id)) return;
      await pending.add(errand);
      remember(errand.id);
      waiting.push(errand);
      start();
    },
    part: {
      name: 'courier',
      async start() {
        waiting.push(...(await pending.all()));
        for (const errand of waiting) remember(errand.id);
        start();
      },
      async stop() {
        stopped.abort();
        await Promise.all(running);
      },
    },
  };
}
