import { setTimeout as pause } from 'node:timers/promises';
import { openBus } from '@closingwire/chassis/bus';
import { consumer, type EventHandler, once } from '@closingwire/chassis/consume';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { openMongo } from '@closingwire/chassis/mongo';
import { outboxRelay, publish } from '@closingwire/chassis/outbox';
import type { Part } from '@closingwire/chassis/part';
import { openPg, sql } from '@closingwire/chassis/pg';
import { defineEvent } from '@closingwire/contracts/event';
import { withDatabase } from '@closingwire/topology/addresses';
import { z } from 'zod';
import { freeServerPorts } from '../../src/ports/server-ports.ts';
import { createDatabases } from '../../src/servers/databases.ts';
import { servers } from '../../src/servers/server.ts';
import { startNatively } from '../../src/servers/start-servers.ts';
import { openSupervisor } from '../../src/supervisor/supervisor.ts';

const log = createLog('test', process.env.TEST_LOG ?? 'silent');
const data = z.object({ id: z.uuid(), n: z.int() });
const keyed = { data, key: ({ n }: { n: number }) => String(n % 7), partitions: 3 };

/** Published through PostgreSQL's outbox. */
export const thingMade = defineEvent('thing.made', { by: 'catalog', summary: 'A thing', ...keyed });

/** Published from a pending document, as content does. */
export const writtenNote = defineEvent('note.written', { by: 'content', summary: 'A note', ...keyed });

/** Starts the three stores of a platform folder, as `make start` does. */
export async function startStores(dir: string) {
  const ports = await freeServerPorts();
  const supervisor = await openSupervisor(dir);
  const stores = servers.filter(({ name }) => name !== 'mail');
  await startNatively(supervisor, stores, { ports, durable: true });
  const [postgresUrl = '', kafkaBrokers = '', mongo = ''] = stores.map(({ address }) => address(ports));
  return { supervisor, postgresUrl, kafkaBrokers, mongoUrl: withDatabase(mongo, 'notes') };
}
type Stores = Awaited<ReturnType<typeof startStores>>;

/** The highest number of each kind. */
export type Done = { thing: number; note: number; pair: number };

type Note = { _id: number; pending?: { id: string; data: z.output<typeof data> } };

function openStoresOf({ postgresUrl, kafkaBrokers, mongoUrl }: Stores) {
  const open = (name: 'producer' | 'consumer') =>
    openPg({
      url: withDatabase(postgresUrl, name),
      name,
      migrations: new URL(`./${name}/`, import.meta.url),
      log,
    });
  const bus = openBus({ brokers: [kafkaBrokers], topicPrefix: '', clientId: 'test', log });
  const mongo = openMongo({ url: mongoUrl, name: 'notes', log, prepare: async () => {} });
  const notes = () => {
    if (mongo.connection.db === undefined) throw new Error('expected the document store to be open');
    return mongo.connection.db.collection<Note>('notes');
  };
  return { producer: open('producer'), consuming: open('consumer'), bus, mongo, notes };
}
type Open = ReturnType<typeof openStoresOf>;

/** Inserts a row per event that the group handled. */
const effectOf = (group: string, event: typeof thingMade | typeof writtenNote): EventHandler =>
  once(event, async ({ data: { n } }, tx) => {
    await tx.execute(
      sql`insert into effect (kind, n) values (${`${group} ${event.topic}`}, ${n})
       on conflict (kind, n) do update set seen = effect.seen + 1`,
    );
  });

async function relayNotes({ notes, bus }: Open): Promise<void> {
  for (const { _id, pending } of await notes()
    .find({ pending: { $exists: true } })
    .toArray()) {
    if (pending === undefined) continue;
    await bus.send(writtenNote, [{ data: pending.data, id: pending.id }]);
    await notes().updateOne({ _id }, { $unset: { pending: 1 } });
  }
}

/** Repeats `turn` until stopped; the current turn completes. */
function repeating(name: string, everyMs: number, turn: () => Promise<void>): Part {
  let running = true;
  let loop: Promise<void> | undefined;
  return {
    name,
    async start() {
      loop = (async () => {
        for (; running; await pause(everyMs)) await turn();
      })();
    },
    async stop() {
      running = false;
      await loop;
    },
  };
}

/** Returns a producer, a consumer and a document service built on the chassis; `load` makes them work. */
export async function openServices(stores: Stores) {
  await createDatabases(stores.postgresUrl, ['producer', 'consumer']);
  const open = openStoresOf(stores);
  const { producer, consuming, bus, mongo } = open;
  const started: Part[] = [];
  const start = async (...parts: Part[]) => {
    for (const part of parts) {
      started.push(part);
      await part.start();
    }
  };
  await start(producer.part, consuming.part, bus.part, mongo.part);
  const consumerOf = (group: string) => {
    const handlers = [effectOf(group, thingMade), effectOf(group, writtenNote)];
    return consumer({ group, handlers, pg: consuming, bus, log });
  };
  return {
    ...open,
    /** Publishes pending events and handles the received ones. */
    drain: (...groups: string[]) =>
      start(
        outboxRelay({ pg: producer, bus, log }),
        ...groups.map(consumerOf),
        repeating('notes relay', 20, () => relayNotes(open)),
      ),
    /** Writes on from these numbers until stopped; `done` is what the writers know to be committed. */
    async load(from: Done = { thing: 0, note: 0, pair: 0 }) {
      const done = { ...from };
      const writers = [
        repeating('things', 2, async () => {
          const n = done.thing + 1;
          await producer.transaction(async tx => {
            await tx.execute(sql`insert into thing (n) values (${n})`);
            await publish(tx, thingMade, { id: newId(), n });
          });
          done.thing = n;
        }),
        repeating('pairs', 0, async () => {
          const seq = done.pair + 1;
          await producer.execute(sql`insert into pair (seq) values (${seq})`);
          await consuming.execute(sql`insert into pair (seq) values (${seq})`);
          done.pair = seq;
        }),
        repeating('notes', 60, async () => {
          const n = done.note + 1;
          const id = newId();
          await open.notes().insertOne({ _id: n, pending: { id, data: { id, n } } });
          done.note = n;
        }),
      ];
      await start(...writers);
      return { done, stop: () => Promise.all(writers.map(writer => writer.stop())) };
    },
    async stop() {
      for (const part of started.splice(0).reverse()) await part.stop();
    },
  };
}
