import type { EventDeclaration } from '@closingwire/contracts/event';
import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import { type Bus, shapeOf } from '../kafka/bus.ts';
import { fromWire, headersOf, type Received } from '../kafka/cloud-event.ts';
import { pollLoop } from '../kafka/poll-loop.ts';
import { type Pg, prepared, type Tx } from '../postgres/pg.ts';
import type { Log } from '../process/log.ts';
import type { Part } from '../process/part.ts';
import { messagesHandled } from '../process/telemetry.ts';
import { inTraceOf, inTracesOf } from '../process/tracing.ts';
import { BatchRun, countAttempts, park } from './batch-run.ts';

const KEPT = '30 days';

/** Records that a consumer handles these events, and returns those that it has not handled before. */
async function firstDeliveries(tx: Tx, consumer: string, eventIds: string[]): Promise<Set<string>> {
  const text = `insert into inbox (consumer, event_id)
     select $1, id from unnest($2::uuid[]) as id
     on conflict do nothing returning event_id`;
  const added = await tx.query<{ event_id: string }>(prepared({ text, values: [consumer, eventIds] }));
  return new Set(added.map(row => row.event_id));
}

/** Forgets deliveries that no topic can repeat any more. */
async function pruneInbox(pg: Pg, consumer: string): Promise<void> {
  await pg.query(`delete from inbox where consumer = $1 and handled_at < now() - interval '${KEPT}'`, [
    consumer,
  ]);
}

export type { Received } from '../kafka/cloud-event.ts';

/** What a service does about one event; made by `on`. */
export type EventHandler = {
  event: EventDeclaration;
  /** Reads a message; throws `invalid` when it is not the event. */
  prepare: (wire: KafkaMessage) => Delivery;
};

type Delivery = { id: string; handle: (tx: Tx) => Promise<void> };

/**
 * Binds a handler to an event. The handler's `tx` commits together with the note that the event was handled,
 * so its effect happens once however often the event is delivered. Throwing rolls both back; the kind of an
 * AppError decides whether another try is worth while. Events that wait together share a transaction. A consumer has one
 * handler for each event.
 */
export function on<E extends EventDeclaration>(
  event: E,
  handler: (message: Received<E>, tx: Tx) => Promise<void>,
): EventHandler {
  return {
    event,
    prepare(wire) {
      const message = fromWire(event, wire);
      const { traceparent } = headersOf(wire);
      const span = { name: `handle ${event.topic}`, attributes: { 'messaging.message.id': message.id } };
      return { id: message.id, handle: tx => inTraceOf(traceparent, span, () => handler(message, tx)) };
    },
  };
}

/** Handles messages in one transaction. */
async function handleChunk(
  work: { pg: Pg; group: string; handler: EventHandler; progress: () => void },
  messages: KafkaMessage[],
): Promise<{ index: number; error: unknown } | undefined> {
  const { pg, group, handler, progress } = work;
  const { topic } = handler.event;
  let index = 0;
  let repeated = 0;
  try {
    const deliveries: Delivery[] = [];
    for (const message of messages) {
      index = deliveries.length;
      deliveries.push(handler.prepare(message));
    }
    index = 0;
    await pg.transaction(async tx => {
      const fresh = await firstDeliveries(
        tx,
        group,
        deliveries.map(({ id }) => id),
      );
      repeated = deliveries.length - fresh.size;
      for (const [position, { id, handle }] of deliveries.entries()) {
        index = position;
        progress();
        if (fresh.delete(id)) await handle(tx);
      }
      index = 0;
    });
  } catch (error) {
    return { index, error };
  }
  messagesHandled.inc({ group, topic, outcome: 'repeated' }, repeated);
  messagesHandled.inc({ group, topic, outcome: 'handled' }, messages.length - repeated);
  return undefined;
}

/** Parks a message that no further try would help. */
const giveUpOn =
  (bus: Bus, group: string, topic: string) =>
  async (message: KafkaMessage, error: unknown, tries: number): Promise<void> => {
    await park(bus, { group, topic, message, error, tries });
    messagesHandled.inc({ group, topic, outcome: 'parked' });
  };

const PRUNE_MS = 6 * 3_600_000;

/**
 * Handles events in the order of their keys: five tries with back-off, then the message goes to
 * `<group>.dead` and the partition goes on. While the database is away it waits and counts nothing.
 */
export function consumer(options: {
  group: string;
  handlers: EventHandler[];
  pg: Pg;
  bus: Bus;
  log: Log;
}): Part {
  const { group, handlers, pg, bus, log } = options;
  const byTopic = new Map(handlers.map(handler => [bus.topicName(handler.event.topic), handler]));
  if (byTopic.size < handlers.length) throw new Error(`${group}: an event has two handlers`);
  const attempts = countAttempts();

  async function onBatch(payload: EachBatchPayload, progress: () => void): Promise<void> {
    const handler = byTopic.get(payload.batch.topic);
    if (!handler) return;
    const { topic } = handler.event;
    const giveUp = giveUpOn(bus, group, topic);
    const run = new BatchRun({ group, topic, payload, attempts, log, progress, giveUp });
    await run.inChunks(messages => handleChunk({ pg, group, handler, progress }, messages));
  }

  const poll = pollLoop({
    group,
    bus,
    log,
    topics: handlers.map(({ event }) => shapeOf(event)),
    onBatch,
  });
  let pruning: NodeJS.Timeout | undefined;
  const prune = () => pruneInbox(pg, group).catch(error => log.warn({ err: error }, 'inbox not pruned'));
  return {
    name: poll.name,
    async start() {
      void prune();
      pruning = setInterval(prune, PRUNE_MS).unref();
      await poll.start();
    },
    async stop() {
      clearInterval(pruning);
      await poll.stop();
    },
  };
}

/**
 * Passes on checked messages in whole batches of one partition, without an inbox or a transaction: `onBatch`
 * itself must bear repeats. After five failures of a batch its messages are tried one at a time, and those
 * that fail are parked in `<group>.dead`.
 */
export function rawConsumer<E extends EventDeclaration>(options: {
  group: string;
  event: E;
  onBatch: (messages: Received<E>[]) => Promise<void>;
  /** How much of one partition is read, and given to `onBatch`, at a time; default 1 MiB. */
  bytesAtOnce?: number;
  bus: Bus;
  log: Log;
}): Part {
  const { group, event, bytesAtOnce, bus, log } = options;
  const { topic } = event;
  const attempts = countAttempts();

  async function onBatch(payload: EachBatchPayload, progress: () => void): Promise<void> {
    const giveUp = giveUpOn(bus, group, topic);
    await new BatchRun({ group, topic, payload, attempts, log, progress, giveUp }).together(
      async messages => {
        const causes = messages.map(message => headersOf(message).traceparent);
        await inTracesOf(`handle ${topic}`, causes, () =>
          options.onBatch(messages.map(message => fromWire(event, message))),
        );
        messagesHandled.inc({ group, topic, outcome: 'handled' }, messages.length);
      },
    );
  }

  return pollLoop({
    group,
    bus,
    log,
    topics: [shapeOf(event)],
    onBatch,
    bytesAtOnce,
  });
}
