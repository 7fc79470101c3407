import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from '@closingwire/chassis/bus';
import type { Log } from '@closingwire/chassis/log';
import type { Part } from '@closingwire/chassis/part';
import { type Model, trusted } from 'mongoose';
import { declarationOf, type Models, type Pending } from './models.ts';

type Carrier = Pending & { _id: string };
type CarrierModel = Models['messages'] | Models['settings'];

const SWEEP_MS = 1_000;
const DOCUMENTS_AT_ONCE = 100;

/**
 * Publishes the pending events of documents, then removes them from the documents. After a crash in between, or beside
 * another process, it publishes an event twice under one id. Consumers drop the second one.
 */
export function pendingEventsRelay(options: { models: CarrierModel[]; bus: Bus; log: Log }): {
  part: Part;
  wake: () => void;
} {
  const stopped = new AbortController();
  let woken = Promise.withResolvers<void>();
  let loop: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      woken = Promise.withResolvers();
      const relayed = await relayAll(options.models, options.bus).catch(error => {
        options.log.warn({ err: error }, 'pending events not published yet');
        return 0;
      });
      if (relayed > 0) continue;
      await Promise.race([
        woken.promise,
        sleep(SWEEP_MS, undefined, { signal: stopped.signal }).catch(() => {}),
      ]);
    }
  }

  return {
    wake: () => woken.resolve(),
    part: {
      name: 'pending events',
      async start() {
        loop = run();
      },
      async stop() {
        stopped.abort();
        await loop;
      },
    },
  };
}

/** Publishes the events of up to 100 documents per collection. Returns the number of these documents. */
export async function relayAll(models: readonly CarrierModel[], bus: Bus): Promise<number> {
  let relayed = 0;
  // The relay uses only the fields that all models have.
  for (const carrier of models as unknown as readonly Model<Carrier>[]) {
    const documents = await carrier
      .find({ pendingSince: trusted({ $gt: new Date(0) }) })
      .sort({ pendingSince: 1 })
      .limit(DOCUMENTS_AT_ONCE)
      .lean<Carrier[]>();
    for (const document of documents) await relayOne(carrier, document, bus);
    relayed += documents.length;
  }
  return relayed;
}

async function relayOne(carrier: Model<Carrier>, { _id, pendingEvents }: Carrier, bus: Bus): Promise<void> {
  for (const pending of pendingEvents) {
    const event = declarationOf(pending);
    await bus.send(event, [{ data: event.data.parse(pending.data), id: pending.id }]);
  }
  const ids = pendingEvents.map(event => event.id);
  await carrier.updateOne({ _id }, { $pull: { pendingEvents: { id: { $in: ids } } } });
  // An event that was added meanwhile stays pending, so `pendingSince` stays.
  await carrier.updateOne({ _id, pendingEvents: trusted({ $size: 0 }) }, { $unset: { pendingSince: 1 } });
}
