import { setTimeout as sleep } from 'node:timers/promises';
import type { EventData, EventDeclaration } from '@closingwire/contracts/event';
import type pg from 'pg';
import type { Bus } from '../kafka/bus.ts';
import { toEnvelope } from '../kafka/cloud-event.ts';
import { afterCommit, keepSession, type Pg, type PgSession, prepared, sql, type Tx } from '../postgres/pg.ts';
import { AppError } from '../process/app-error.ts';
import type { Log } from '../process/log.ts';
import type { Part } from '../process/part.ts';
import { backoffMs } from '../process/retry.ts';
import { outboxOldest, outboxPending } from '../process/telemetry.ts';
import { inTransit } from '../process/tracing.ts';

/** Below the broker's limit: a refused row would block all later ones. */
const MAX_BYTES = 900_000;

/** Wakes the sending relay of this process, by pool. */
const relays = new WeakMap<pg.Pool, () => void>();
const notices = new WeakMap<pg.Pool, 'under way' | 'wanted again'>();

/**
 * Wakes the relay, here or in another process. It notifies after the commit, because PostgreSQL commits transactions
 * with NOTIFY one after the other. While a notice is being sent, all further ones become one. A lost notice delays
 * events by up to a second.
 */
function wakeRelay(pool: pg.Pool): void {
  const wakeHere = relays.get(pool);
  if (wakeHere) wakeHere();
  else if (notices.has(pool)) notices.set(pool, 'wanted again');
  else void notifyRelay(pool);
}

async function notifyRelay(pool: pg.Pool): Promise<void> {
  do {
    notices.set(pool, 'under way');
    await pool.query(sql`select pg_notify('outbox', '')`).catch(() => {});
  } while (notices.get(pool) === 'wanted again');
  notices.delete(pool);
}

/** Returns the columns of an event's row. Throws `broken` if `data` does not match the contract. */
function toRow<E extends EventDeclaration>(event: E, data: EventData<E>) {
  const { id, topic, key, headers, data: checked } = toEnvelope(event, data);
  const value = JSON.stringify(checked);
  if (Buffer.byteLength(value) > MAX_BYTES) {
    throw new AppError('broken', 'event_too_large', `${topic}: expected at most ${MAX_BYTES} bytes`);
  }
  return { id, topic, key, headers: JSON.stringify(headers), value };
}

/**
 * Publishes an event if and only if the transaction commits. The relay then sends it at least once; events of one key keep
 * the order of their transactions. Throws `broken` if `data` does not match the contract.
 */
export async function publish<E extends EventDeclaration>(
  tx: Tx,
  event: E,
  data: EventData<E>,
): Promise<void> {
  const { id, topic, key, headers, value } = toRow(event, data);
  await tx.execute(
    prepared(sql`
      insert into outbox (event_id, topic, key, headers, data, partitions, retention_hours)
      values (${id}, ${topic}, ${key}, ${headers}, ${value}, ${event.partitions}, ${event.retentionHours})`),
  );
  afterCommit(tx, wakeRelay);
}

/** Publishes events of one kind, in this order, with one statement. Promises the same as `publish`. */
export async function publishAll<E extends EventDeclaration>(
  tx: Tx,
  event: E,
  all: readonly EventData<E>[],
): Promise<void> {
  if (all.length === 0) return;
  const rows = all.map(data => toRow(event, data));
  await tx.execute(
    prepared(sql`
      insert into outbox (event_id, topic, key, headers, data, partitions, retention_hours)
      select e.id, ${event.topic}, e.key, e.headers, e.data, ${event.partitions}, ${event.retentionHours}
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ key }) => key)}::text[],
        ${rows.map(({ headers }) => headers)}::jsonb[], ${rows.map(({ value }) => value)}::jsonb[])
        with ordinality as e (id, key, headers, data, place) order by e.place`),
  );
  afterCommit(tx, wakeRelay);
}

type Row = {
  id: number;
  topic: string;
  key: string;
  headers: Record<string, string>;
  data: unknown;
  partitions: number;
  retention_hours: number;
};

const EVENTS_AT_ONCE = 500;
const SWEEP_MS = 1_000;
/** Events committed within this time are sent together: that saves broker and consumers most of their work. */
const GATHER_MS = 10;
const LEADER_LOCK = sql`select pg_try_advisory_lock(7224201, 2) as leading`;

/** `wait` resolves on the next notification or `wake`, after `ms`, or when the signal aborts. */
function wake(client: pg.Client, ms: number, signal: AbortSignal) {
  let notified = false;
  let resume = () => {};
  const onNotification = () => {
    notified = true;
    resume();
  };
  client.on('notification', onNotification);
  const onAbort = () => resume();
  signal.addEventListener('abort', onAbort);
  return {
    wake: onNotification,
    async wait() {
      if (!notified && !signal.aborted) {
        await new Promise<void>(resolve => {
          const timer = setTimeout(resolve, ms);
          resume = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      notified = false;
    },
    off() {
      client.off('notification', onNotification);
      signal.removeEventListener('abort', onAbort);
    },
  };
}

/** Sends the oldest events, then deletes them. Killed in between, it sends them again with the same IDs. */
async function relaySome(client: pg.Client, bus: Bus): Promise<number> {
  const { rows } = await client.query<Row>(
    prepared(sql`select id, topic, key, headers, data, partitions, retention_hours from outbox
      order by id limit ${EVENTS_AT_ONCE}`),
  );
  if (rows.length === 0) return 0;
  const transits = rows.map(({ topic, headers }) => inTransit(topic, headers));
  const messages = rows.map(({ topic, key, headers, data }, at) => ({
    topic,
    key,
    headers: transits[at]?.headers ?? headers,
    value: JSON.stringify(data),
  }));
  const shapes = rows.map(row => ({
    topic: row.topic,
    partitions: row.partitions,
    retentionHours: row.retention_hours,
    isDeclared: true,
  }));
  await bus.sendWire(messages, shapes);
  for (const transit of transits) transit.end();
  const ids = rows.map(row => row.id);
  await client.query(prepared(sql`delete from outbox where id = any(${ids})`));
  return rows.length;
}

/**
 * Sends a database's outbox. The process that holds an advisory lock relays; others wait to take over. Commits wake it, and
 * it polls once a second for missed notices (ADR 36). While the broker is away it retries with back-off.
 */
export function outboxRelay({ pg, bus, log }: { pg: Pg; bus: Bus; log: Log }): Part {
  const pending = outboxPending.labels(pg.name);
  const oldest = outboxOldest.labels(pg.name);
  let countedAt = 0;
  let session: PgSession | undefined;

  async function relay(client: pg.Client, signal: AbortSignal): Promise<void> {
    const waker = wake(client, SWEEP_MS, signal);
    try {
      while (!signal.aborted) {
        const { rows } = await client.query<{ leading: boolean }>(LEADER_LOCK);
        if (rows[0]?.leading) break;
        await waker.wait();
      }
      await client.query(sql`listen outbox`);
      relays.set(pg.pool, waker.wake);
      for (let failures = 0; !signal.aborted; ) {
        const sent = await relaySome(client, bus).catch(error => {
          if (signal.aborted) return 0;
          log.warn({ err: error, failures }, 'outbox relay cannot send');
          return error;
        });
        failures = typeof sent === 'number' ? 0 : failures + 1;
        if (failures > 0 || Date.now() - countedAt > SWEEP_MS) await countWaiting(client);
        if (failures > 0) await sleep(backoffMs(failures), undefined, { signal }).catch(() => {});
        else if (sent < EVENTS_AT_ONCE) {
          await waker.wait();
          await sleep(GATHER_MS, undefined, { signal }).catch(() => {});
        }
      }
    } finally {
      relays.delete(pg.pool);
      waker.off();
    }
  }

  /** Reads the whole table, so it runs once a second at most. */
  async function countWaiting(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ waiting: number; seconds: number | null }>(
      sql`select count(*) as waiting, extract(epoch from now() - min(created_at))::float8 as seconds from outbox`,
    );
    pending.set(rows[0]?.waiting ?? 0);
    oldest.set(rows[0]?.seconds ?? 0);
    countedAt = Date.now();
  }

  return {
    name: 'outbox relay',
    async start() {
      session = keepSession({ url: pg.url, name: `${pg.name} outbox`, log }, relay);
    },
    stop: async () => session?.stop(),
  };
}
