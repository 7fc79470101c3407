import { setTimeout as sleep } from 'node:timers/promises';
import type { EventData, EventDeclaration } from '@closingwire/contracts/event';
import type { AnyContractRouter } from '@orpc/contract';
import pg from 'pg';
import { consumer, idempotent, type Received } from '../events/consume.ts';
import { callInternal } from '../http/http-client.ts';
import { openIdentity } from '../http/identity.ts';
import { type Bus, openBus } from '../kafka/bus.ts';
import { AppError } from '../process/app-error.ts';
import { newId } from '../process/ids.ts';
import { createLog } from '../process/log.ts';
import type { Part } from '../process/part.ts';
import { backoffMs } from '../process/retry.ts';
import { testBusOptions, testDatabase, testIdentity, testMongoUrl, until } from './testing.ts';

// Starts services for their tests as in production, on the servers of the test platform.

/** How long the clients of tests wait for a reply: services of a busy machine are late. */
export const testPatience = { timeoutMs: 30_000 };

type Topics = { brokers: string[]; topicPrefix: string };
type TestIdentity = Awaited<ReturnType<typeof testIdentity>>;

/** Starts parts in order; the returned function stops them in reverse. */
export async function startParts(parts: readonly Part[]): Promise<() => Promise<void>> {
  const started: Part[] = [];
  const stop = async () => {
    for (const part of started.splice(0).toReversed()) await part.stop();
  };
  try {
    for (const part of parts) {
      started.push(part);
      await part.start();
    }
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
  return stop;
}

/**
 * Returns an issuer of tokens, topics and a store for one service, and its environment with a free port.
 */
export async function testSettings(
  service: string,
  { store = 'postgres' as 'postgres' | 'mongo' | 'none' } = {},
) {
  const identity = await testIdentity();
  const topics = testBusOptions();
  const stores = {
    postgres: async () => ({ DATABASE_URL: await testDatabase(service) }),
    mongo: async () => ({ MONGODB_URL: testMongoUrl() }),
    none: async () => ({}),
  };
  const settings: Record<string, string> = {
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://product.example',
    KAFKA_BROKERS: topics.brokers.join(','),
    KAFKA_TOPIC_PREFIX: topics.topicPrefix,
    JWKS_URL: identity.jwksUrl,
    TOKEN_ISSUER: identity.issuer,
    SERVICE_SECRET: identity.serviceSecret,
    ...(await stores[store]()),
  };
  return { identity, topics, settings };
}

/** Returns a pool on the service's database for checks; a lost server fails the query, not the process. */
export function testPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => {});
  return pool;
}

/** Sends as publishers do: again, with the same ids, while the broker does not answer. */
function sendAgain(bus: Bus): Bus['send'] {
  return async (event, messages) => {
    const named = messages.map(message => ({ ...message, id: message.id ?? newId() }));
    const giveUpAt = Date.now() + testPatience.timeoutMs;
    for (let attempt = 0; ; attempt++) {
      try {
        return await bus.send(event, named);
      } catch (error) {
        const isAway = error instanceof AppError && error.code === 'bus_unavailable';
        if (!isAway || Date.now() > giveUpAt) throw error;
      }
      await sleep(backoffMs(attempt));
    }
  };
}

/**
 * Acts as the other services: publishes events, and receives the given ones from the oldest on, in one consumer group.
 */
export async function startTestBus(topics: Topics, events: readonly EventDeclaration[] = []) {
  const log = createLog('test', 'silent');
  const opened = openBus({ ...topics, clientId: 'test', log });
  const bus: Bus = { ...opened, send: sendAgain(opened) };
  const received = new Map<string, Received<EventDeclaration>[]>(events.map(({ topic }) => [topic, []]));
  const listener = consumer({
    group: `test-${newId()}`,
    handlers: events.map(event =>
      idempotent(event, async messages => void received.get(event.topic)?.push(...messages)),
    ),
    bus,
    log,
  });
  const stop = await startParts([bus.part, ...(events.length > 0 ? [listener] : [])]);

  /** Returns the received messages of an event in order; the array grows. */
  function arrivals<E extends EventDeclaration>(event: E): Received<E>[] {
    const ofEvent = received.get(event.topic);
    if (ofEvent) return ofEvent as Received<E>[];
    throw new Error(`Expected a bus started with ${event.topic}`);
  }

  /** Returns the messages of an event received so far, optionally of one key. */
  const receivedOf = <E extends EventDeclaration>(event: E, key?: string): Received<E>[] =>
    arrivals(event).filter(message => key === undefined || message.key === key);

  return {
    bus,
    /** The same `id` twice is one event delivered twice. */
    publish: <E extends EventDeclaration>(event: E, data: EventData<E>, id?: string) =>
      bus.send(event, [{ data, ...(id !== undefined && { id }) }]),
    arrivals,
    receivedOf,
    /** Waits for `count` messages of an event, optionally of one key. */
    receive: <E extends EventDeclaration>(event: E, key?: string, count = 1): Promise<Received<E>[]> =>
      until(() => {
        const found = receivedOf(event, key);
        return found.length >= count ? found : undefined;
      }),
    stop,
  };
}

/** Returns typed clients of a started service, by caller. */
export function testClients<C extends AnyContractRouter>(
  api: C,
  { service, url, identity }: { service: string; url: string; identity: TestIdentity },
) {
  const withToken = (token: () => Promise<string>) => callInternal(api, { url, token, ...testPatience });
  const adminToken = () => identity.tokenFor({ id: newId(), isAdmin: true });
  return {
    visitor: withToken(async () => ''),
    as: (user: Parameters<TestIdentity['tokenFor']>[0] = {}) => withToken(() => identity.tokenFor(user)),
    adminToken,
    admin: withToken(adminToken),
    asService: (name: string) => {
      const caller = openIdentity({ ...identity, name });
      return withToken(() => caller.serviceToken(service));
    },
  };
}

/** A running clock that a test can advance. */
export function testClock() {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance(ms: number) {
      aheadMs += ms;
    },
    advanceDays(days: number) {
      aheadMs += days * 86_400_000;
    },
  };
}
