import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@closingwire/chassis/log';
import type { Part } from '@closingwire/chassis/part';
import { z } from 'zod';
import type { Closing } from './closings.ts';

/** The product will never take these rows as they are sent. */
class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

const TIMEOUT_MS = 30_000;
const reply = z.object({ batchId: z.string(), accepted: z.number(), rejected: z.number() });

type Destination = { address: URL; key: string; signal: AbortSignal };

/** Sends rows as NDJSON. Throws `RefusedError` for a 4xx that another try cannot change. */
export async function deliverRows(
  rows: readonly Closing[],
  { address, key, signal }: Destination,
): Promise<z.output<typeof reply>> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${key}` },
    body: rows.map(row => `${JSON.stringify(row)}\n`).join(''),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (response.ok) return reply.parse(await response.json());
  const text = `The product answered ${response.status}: ${(await response.text()).slice(0, 300)}`;
  throw mayPass(response.status) ? new Error(text) : new RefusedError(text);
}

const mayPass = (status: number) => status >= 500 || status === 408 || status === 429 || status === 404;

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

/** One webhook to answer; `id` is the webhook-id. */
const errand = z.object({ id: z.string(), zip: z.string() });
export type Errand = z.output<typeof errand>;

type Pending = {
  add(errand: Errand): Promise<void>;
  remove(errand: Errand): Promise<void>;
  all(): Promise<Errand[]>;
};

/** One file an errand, there until it is done. Without a folder nothing is kept. */
export function pendingFolder(folder: string | undefined): Pending {
  if (folder === undefined) return { add: async () => {}, remove: async () => {}, all: async () => [] };
  const fileOf = ({ id }: Errand) => join(folder, `${Buffer.from(id).toString('base64url')}.json`);
  return {
    async add(added) {
      await mkdir(folder, { recursive: true });
      // Renamed into place, so that a crash leaves no half-written errand.
      await writeFile(`${fileOf(added)}.new`, JSON.stringify(added));
      await rename(`${fileOf(added)}.new`, fileOf(added));
    },
    remove: done => rm(fileOf(done), { force: true }),
    async all() {
      await mkdir(folder, { recursive: true });
      const names = (await readdir(folder)).filter(name => name.endsWith('.json'));
      const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')));
      return texts.map(text => errand.parse(JSON.parse(text)));
    },
  };
}
