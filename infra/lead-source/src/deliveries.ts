import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@closingwire/chassis/log';
import type { Part } from '@closingwire/chassis/part';
import { z } from 'zod';
import type { Closing } from './closings.ts';

class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

const TIMEOUT_MS = 30_000;
const reply = z.object({ batchId: z.string(), accepted: z.number(), rejected: z.number() });

type Destination = {
  address: URL;
  key: string;
  signal: AbortSignal;
  traceparent?: string | undefined;
};

/** Sends rows as NDJSON. Throws `RefusedError` for a 4xx that a retry cannot change. */
export async function deliverRows(
  rows: readonly Closing[],
  { address, key, signal, traceparent }: Destination,
): Promise<z.output<typeof reply>> {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-ndjson',
      authorization: `Bearer ${key}`,
      ...(traceparent && { traceparent }),
    },
    body: rows.map(row => `${JSON.stringify(row)}\n`).join(''),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (response.ok) return reply.parse(await response.json());
  const text = `The product answered ${response.status}: ${(await response.text()).slice(0, 300)}`;
  throw isTemporary(response.status) ? new Error(text) : new RefusedError(text);
}

const isTemporary = (status: number) => status >= 500 || status === 408 || status === 429 || status === 404;

const AT_ONCE = 4;
const FIRST_WAIT_MS = 250;
const LAST_WAIT_MS = 30_000;
const REMEMBERED = 10_000;

type Options = {
  pending: Pending;
  deliver: (delivery: Delivery, signal: AbortSignal) => Promise<void>;
  log: Log;
};

/** Runs a few deliveries at once and retries each until it succeeds or is refused. Accepts each id once. */
export function deliveryQueue({ pending, deliver, log }: Options): {
  accept(delivery: Delivery): Promise<void>;
  part: Part;
} {
  const stopped = new AbortController();
  const known = new Set<string>();
  const waiting: Delivery[] = [];
  const running = new Set<Promise<void>>();

  function remember(id: string): void {
    known.add(id);
    const [oldest] = known;
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
  }

  function start(): void {
    while (running.size < AT_ONCE && !stopped.signal.aborted) {
      const delivery = waiting.shift();
      if (!delivery) return;
      const run = runUntilDone(delivery).finally(() => {
        running.delete(run);
        start();
      });
      running.add(run);
    }
  }

  async function runUntilDone(delivery: Delivery): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !stopped.signal.aborted; wait = Math.min(wait * 2, LAST_WAIT_MS)) {
      try {
        await deliver(delivery, stopped.signal);
        return await pending.remove(delivery);
      } catch (error) {
        if (stopped.signal.aborted) return;
        if (error instanceof RefusedError) {
          log.error({ err: error, zipCode: delivery.zip }, 'delivery refused, not retried');
          return pending.remove(delivery);
        }
        log.warn({ err: error, zipCode: delivery.zip, wait }, 'delivery failed, will retry');
        await sleep(wait, undefined, { signal: stopped.signal }).catch(() => {});
      }
    }
  }

  return {
    async accept(delivery) {
      if (known.has(delivery.id)) return;
      await pending.add(delivery);
      remember(delivery.id);
      waiting.push(delivery);
      start();
    },
    part: {
      name: 'delivery queue',
      async start() {
        waiting.push(...(await pending.all()));
        for (const delivery of waiting) remember(delivery.id);
        start();
      },
      async stop() {
        stopped.abort();
        await Promise.all(running);
      },
    },
  };
}

/** A received webhook; `id` is its webhook-id. */
const delivery = z.object({ id: z.string(), zip: z.string(), traceparent: z.string().optional() });
export type Delivery = z.output<typeof delivery>;

type Pending = {
  add(delivery: Delivery): Promise<void>;
  remove(delivery: Delivery): Promise<void>;
  all(): Promise<Delivery[]>;
};

/** Stores each open delivery as a file; without a folder it stores nothing. */
export function pendingFolder(folder: string | undefined): Pending {
  if (folder === undefined) return { add: async () => {}, remove: async () => {}, all: async () => [] };
  const fileOf = ({ id }: Delivery) => join(folder, `${Buffer.from(id).toString('base64url')}.json`);
  return {
    async add(added) {
      await mkdir(folder, { recursive: true });
      // Renamed into place, so that a crash leaves no half-written delivery.
      await writeFile(`${fileOf(added)}.new`, JSON.stringify(added));
      await rename(`${fileOf(added)}.new`, fileOf(added));
    },
    remove: done => rm(fileOf(done), { force: true }),
    async all() {
      await mkdir(folder, { recursive: true });
      const names = (await readdir(folder)).filter(name => name.endsWith('.json'));
      const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')));
      return texts.map(text => delivery.parse(JSON.parse(text)));
    },
  };
}
