import type { EventDeclaration } from '@closingwire/contracts/event';
import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import sql, { raw } from 'sql-template-tag';
import { type Bus, shapeOf } from '../kafka/bus.ts';
import { fromWire, headersOf, type Received } from '../kafka/cloud-event.ts';
import { pollLoop } from '../kafka/poll-loop.ts';
import { type Pg, prepared, type Queries, type Tx } from '../postgres/pg.ts';
import type { Log } from '../process/log.ts';
import type { Part } from '../process/part.ts';
import { messagesHandled } from '../process/telemetry.ts';
import { inTraceOf, inTracesOf } from '../process/tracing.ts';
import { countAttempts } from './attempts.ts';
import { BatchRun, type HandleChunk, park } from './batch-run.ts';
import { catchUp } from './catch-up.ts';

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
  await pg.execute(
    sql`delete from inbox where consumer = ${consumer} and handled_at < now() - interval '${raw(KEPT)}'`,
  );
}

export type { Received } from '../kafka/cloud-event.ts';

/** What a service does about one event; made by `on` or `onBatch`. */
export type EventHandler = {
  event: EventDeclaration;
  /** Throws nothing: a failure names the message that is to blame. */
  handle: (work: Work, messages: KafkaMessage[]) => ReturnType<HandleChunk>;
};

type Work = { pg: Pg; group: string; progress: () => void };

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
  function prepare(wire: KafkaMessage): Delivery {
    const message = fromWire(event, wire);
    const { traceparent } = headersOf(wire);
    const span = { name: `handle ${event.topic}`, attributes: { 'messaging.message.id': message.id } };
    return { id: message.id, handle: tx => inTraceOf(traceparent, span, () => handler(message, tx)) };
  }
  return { event, handle: (work, messages) => handleOnce(work, event, { messages, prepare }) };
}

/** Handles deliveries in one transaction. */
async function handleOnce(
  { pg, group, progress }: Work,
  { topic }: EventDeclaration,
  { messages, prepare }: { messages: KafkaMessage[]; prepare: (wire: KafkaMessage) => Delivery },
): ReturnType<HandleChunk> {
  const deliveries: Delivery[] = [];
  let index = 0;
  let repeated = 0;
  try {
    for (const message of messages) index = deliveries.push(prepare(message));
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
      // A statement that was sent and not waited for fails here at the latest: the culprit is this one or one before it.
      index = deliveries.length - 1;
    });
  } catch (error) {
    return { index, error };
  }
  messagesHandled.inc({ group, topic, outcome: 'repeated' }, repeated);
  messagesHandled.inc({ group, topic, outcome: 'handled' }, deliveries.length - repeated);
  return undefined;
}

/**
 * Binds an idempotent handler, as that of a replica is. It is given the events that wait together, in the order of their
 * keys, and no transaction, and no row of the inbox is written. When it throws for several, each is tried alone.
 */
export function onBatch<E extends EventDeclaration>(
  event: E,
  handler: (messages: Received<E>[], pg: Queries) => Promise<void>,
): EventHandler {
  return {
    event,
    async handle({ pg, group, progress }, wires) {
      const received: Received<E>[] = [];
      try {
        for (const wire of wires) received.push(fromWire(event, wire));
      } catch (error) {
        return { index: received.length, error };
      }
      const causes = wires.map(wire => headersOf(wire).traceparent);
      const attempt = (from: number, end: number) =>
        inTracesOf(`handle ${event.topic}`, causes.slice(from, end), async () => {
          progress();
          await handler(received.slice(from, end), pg);
        }).then(
          () => undefined,
          (error: unknown) => ({ index: from, error }),
        );
      let failure = await attempt(0, received.length);
      if (failure && received.length > 1) {
        failure = undefined;
        for (let at = 0; at < received.length && !failure; at++) failure = await attempt(at, at + 1);
      }
      if (!failure) messagesHandled.inc({ group, topic: event.topic, outcome: 'handled' }, received.length);
      return failure;
    },
  };
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
 * `<group>.dead` and the partition goes on. While the database is away it waits and counts nothing. For a handler that
 * reads a value which only a newer publisher knows, it waits up to `newerPatienceMs` (ADR 42).
 */
export function consumer(options: {
  group: string;
  handlers: EventHandler[];
  pg: Pg;
  bus: Bus;
  log: Log;
  newerPatienceMs?: number;
}): Part {
  const { group, handlers, pg, bus, log, newerPatienceMs } = options;
  const byTopic = new Map(handlers.map(handler => [bus.topicName(handler.event.topic), handler]));
  if (byTopic.size < handlers.length) throw new Error(`${group}: an event has two handlers`);
  const attempts = countAttempts({ newerPatienceMs });

  async function handleBatch(payload: EachBatchPayload, progress: () => void): Promise<void> {
    const handler = byTopic.get(payload.batch.topic);
    if (!handler) return;
    const { topic } = handler.event;
    const giveUp = giveUpOn(bus, group, topic);
    const run = new BatchRun({ group, topic, payload, attempts, log, progress, giveUp });
    await run.inChunks(messages => handler.handle({ pg, group, progress }, messages));
  }

  const poll = pollLoop({
    group,
    bus,
    log,
    topics: handlers.map(({ event }) => shapeOf(event)),
    onBatch: handleBatch,
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
 * itself must bear repeats. After a failure the messages of the batch are handled one at a time; one that fails five
 * times alone is parked in `<group>.dead`, or in that of `parksAs`.
 */
export function rawConsumer<E extends EventDeclaration>(options: {
  group: string;
  /** The group whose dead topic takes what is parked; for groups that exist only as long as their process. */
  parksAs?: string;
  event: E;
  onBatch: (messages: Received<E>[]) => Promise<void>;
  /** How much of one partition is read, and given to `onBatch`, at a time; default 1 MiB. */
  bytesAtOnce?: number;
  /** Called once, when everything that was in the topic at the start is handled; for groups that begin at the oldest message. */
  onCaughtUp?: () => void;
  bus: Bus;
  log: Log;
}): Part {
  const { group, parksAs = group, event, bytesAtOnce, bus, log } = options;
  const { topic } = event;
  const attempts = countAttempts();
  const start = options.onCaughtUp && catchUp(bus, shapeOf(event), options.onCaughtUp);

  async function handleBatch(fetched: EachBatchPayload, progress: () => void): Promise<void> {
    const payload = start?.watched(fetched) ?? fetched;
    const giveUp = giveUpOn(bus, parksAs, topic);
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

  const poll = pollLoop({
    group,
    bus,
    log,
    topics: [shapeOf(event)],
    onBatch: handleBatch,
    bytesAtOnce,
  });
  return {
    name: poll.name,
    async start() {
      void start?.start();
      await poll.start();
    },
    async stop() {
      start?.stop();
      await poll.stop();
    },
  };
}
