import type { EventDeclaration } from '@closingwire/contracts/event';
import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import { type Bus, shapeOf } from '../kafka/bus.ts';
import { fromWire, headersOf, type Received } from '../kafka/cloud-event.ts';
import { pollLoop } from '../kafka/poll-loop.ts';
import { type Pg, prepared, raw, sql, type Tx } from '../postgres/pg.ts';
import type { Log } from '../process/log.ts';
import type { Part } from '../process/part.ts';
import { messagesHandled } from '../process/telemetry.ts';
import { inTraceOf, inTracesOf } from '../process/tracing.ts';
import { countAttempts, isServerAway } from './attempts.ts';
import { catchUp } from './catch-up.ts';
import { type Handled, PartitionFetch, park } from './partition-fetch.ts';

const KEPT = '30 days';

/** Inserts the events into the consumer's inbox and returns the IDs that it has not handled before. */
async function firstDeliveries(tx: Tx, consumer: string, eventIds: string[]): Promise<Set<string>> {
  const added = await tx.query<{ event_id: string }>(
    prepared(sql`insert into inbox (consumer, event_id)
      select ${consumer}, id from unnest(${eventIds}::uuid[]) as id
      on conflict do nothing returning event_id`),
  );
  return new Set(added.map(row => row.event_id));
}

/** Deletes deliveries older than every topic's retention: Kafka cannot repeat them. */
async function pruneInbox(pg: Pg, consumer: string): Promise<void> {
  await pg.execute(
    sql`delete from inbox where consumer = ${consumer} and handled_at < now() - interval '${raw(KEPT)}'`,
  );
}

export type { Received } from '../kafka/cloud-event.ts';

/** `Db` is the database that the handler needs from its consumer. */
export type EventHandler<Db = Pg> = {
  event: EventDeclaration;
  /** The most messages passed to `handle` at a time. */
  chunk: number;
  handle: (work: Work<Db>, messages: KafkaMessage[]) => Promise<Handled>;
};

type Work<Db> = { group: string; pg: Db; progress: () => void; isOver: () => boolean };

/** Messages of one transaction: saves most commits, and keeps locks short. */
const CHUNK = 25;

/**
 * Handles each event once, however often it is delivered: the handler's `tx` also inserts the event into the inbox.
 * Up to 25 events share a transaction. If the handler throws, the transaction is rolled back; the kind of an AppError
 * decides between a retry and the dead topic.
 */
export function once<E extends EventDeclaration>(
  event: E,
  handler: (message: Received<E>, tx: Tx) => Promise<void>,
): EventHandler<Pg> {
  function deliveryOf(wire: KafkaMessage): Delivery {
    const message = fromWire(event, wire);
    const { traceparent } = headersOf(wire);
    const span = { name: `handle ${event.topic}`, attributes: { 'messaging.message.id': message.id } };
    return { id: message.id, handle: tx => inTraceOf(traceparent, span, () => handler(message, tx)) };
  }

  return {
    event,
    chunk: CHUNK,
    async handle(work, messages) {
      let done = messages.length;
      let failure: Handled['failure'];
      while (done > 0) {
        const failed = await handleTogether(messages.slice(0, done), deliveryOf, {
          ...work,
          topic: event.topic,
        });
        if (!failed) break;
        ({ index: done, ...failure } = failed);
      }
      return { done, failure };
    },
  };
}

type Delivery = { id: string; handle: (tx: Tx) => Promise<void> };

/** Commits the effects of all deliveries, or of none and returns the failure with the index of the message at fault. */
async function handleTogether(
  messages: KafkaMessage[],
  deliveryOf: (message: KafkaMessage) => Delivery,
  { group, topic, pg, progress }: Work<Pg> & { topic: string },
): Promise<{ index: number; error: unknown } | undefined> {
  const deliveries: Delivery[] = [];
  let index = 0;
  let repeated = 0;
  try {
    for (const message of messages) index = deliveries.push(deliveryOf(message));
    index = 0;
    await pg.transaction(async tx => {
      const ids = deliveries.map(({ id }) => id);
      const fresh = await firstDeliveries(tx, group, ids);
      repeated = deliveries.length - fresh.size;
      for (const [position, { id, handle }] of deliveries.entries()) {
        index = position;
        progress();
        if (fresh.delete(id)) await handle(tx);
      }
      // A pipelined statement can fail as late as the commit. Then the last message counts as failed; the earlier ones
      // run again.
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
 * Passes all fetched events of a partition to an idempotent handler, in order, without a transaction or inbox rows.
 * If the handler throws, it gets each event again, alone.
 */
export function idempotent<E extends EventDeclaration, Db = unknown>(
  event: E,
  handler: (messages: Received<E>[], pg: Db) => Promise<void>,
): EventHandler<Db> {
  const parsed = (wires: KafkaMessage[]) => wires.map(wire => fromWire(event, wire));

  return {
    event,
    chunk: Number.POSITIVE_INFINITY,
    async handle({ group, pg, progress, isOver }, wires) {
      async function attempt(some: KafkaMessage[]): Promise<Handled['failure']> {
        progress();
        const causes = some.map(wire => headersOf(wire).traceparent);
        try {
          await inTracesOf(`handle ${event.topic}`, causes, () => handler(parsed(some), pg));
        } catch (error) {
          return { error };
        }
        messagesHandled.inc({ group, topic: event.topic, outcome: 'handled' }, some.length);
        return undefined;
      }

      let failure = await attempt(wires);
      if (!failure) return { done: wires.length };
      if (wires.length === 1 || isServerAway(failure.error)) return { done: 0, failure };
      let done = 0;
      for (; done < wires.length && !isOver(); done++) {
        failure = await attempt(wires.slice(done, done + 1));
        if (failure) return { done, failure };
      }
      return { done };
    },
  };
}

const PRUNE_MS = 6 * 3_600_000;

type ConsumerOptions<Db> = {
  group: string;
  /** One for each event. */
  handlers: EventHandler<Db>[];
  bus: Bus;
  log: Log;
  /** The group whose dead topic gets parked messages, if not `group`: for groups that live as long as their process. */
  parksAs?: string;
  /** The most bytes fetched of a partition at a time; default 1 MiB. */
  bytesAtOnce?: number;
  /** How long a value that only a newer publisher knows is retried (ADR 42). */
  newerPatienceMs?: number;
  /** Called once, after the consumer has handled all messages that were in its topics at the start. */
  onCaughtUp?: () => void;
};

/**
 * Handles events; those of one key in their order. A message that fails is retried four times with back-off; then it
 * goes to `<group>.dead` and the partition continues. While the database or the bus is away, tries do not count.
 */
export function consumer(options: ConsumerOptions<undefined> & { pg?: undefined }): Part;
export function consumer(options: ConsumerOptions<Pg> & { pg: Pg }): Part;
export function consumer(options: ConsumerOptions<never> & { pg?: Pg | undefined }): Part {
  const { group, handlers, pg, bus, log, parksAs = group, bytesAtOnce, onCaughtUp } = options;
  const byTopic = new Map(handlers.map(handler => [bus.topicName(handler.event.topic), handler]));
  const handled = handlers.map(({ event }) => event.topic);
  const twice = handled.find((topic, at) => handled.indexOf(topic) !== at);
  if (twice) throw new Error(`${group}: the event '${twice}' has two handlers`);
  const attempts = countAttempts({ newerPatienceMs: options.newerPatienceMs });
  const topics = handlers.map(({ event }) => shapeOf(event));
  const caughtUp = onCaughtUp && catchUp(bus, topics, onCaughtUp);
  const pruning = pg && inboxPruning(pg, group, log);

  async function handleFetch(fetched: EachBatchPayload, progress: () => void): Promise<void> {
    const handler = byTopic.get(fetched.batch.topic);
    if (!handler) return;
    const { topic } = handler.event;
    const partitionFetch = new PartitionFetch({
      group,
      topic,
      payload: caughtUp?.watched(fetched) ?? fetched,
      attempts,
      log,
      progress,
      async giveUp(message, error, tries) {
        await park(bus, { group: parksAs, topic, message, error, tries });
        messagesHandled.inc({ group: parksAs, topic, outcome: 'parked' });
      },
    });
    // The overloads of `consumer` require `pg` if a handler uses it.
    const work = { group, pg: pg as never, progress, isOver: () => partitionFetch.isOver() };
    await partitionFetch.inChunks(messages => handler.handle(work, messages), handler.chunk);
  }

  const poll = pollLoop({ group, bus, log, topics, onFetch: handleFetch, bytesAtOnce });
  return {
    name: poll.name,
    async start() {
      pruning?.start();
      void caughtUp?.start();
      await poll.start();
    },
    async stop() {
      pruning?.stop();
      caughtUp?.stop();
      await poll.stop();
    },
  };
}

function inboxPruning(pg: Pg, group: string, log: Log) {
  let timer: NodeJS.Timeout | undefined;
  const prune = () => void pruneInbox(pg, group).catch(error => log.warn({ err: error }, 'inbox not pruned'));
  return {
    start() {
      prune();
      timer = setInterval(prune, PRUNE_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
