import { afterEach, expect, test } from 'vitest';
import { openTestBus, openTestPg, partsOfTest, silent } from '../../test/bench-parts.ts';
import { runProgram } from '../../test/child.ts';
import { thingChanged } from '../../test/thing-event.ts';
import { type Bus, openBus } from '../kafka/bus.ts';
import { type Pg, sql } from '../postgres/pg.ts';
import { newId } from '../process/ids.ts';
import { testBusOptions, until } from '../testing/testing.ts';
import { consumer, idempotent, once, type Received } from './consume.ts';
import { outboxRelay, publish, publishAll } from './outbox.ts';

const parts = partsOfTest();
afterEach(() => parts.stop());

async function open(options = testBusOptions()) {
  const pg = await openTestPg();
  const bus = openTestBus(options);
  await parts.start(pg.part);
  await parts.start(bus.part);
  return { pg, bus, options };
}

async function listen(bus: Bus) {
  const seen: Received<typeof thingChanged>[] = [];
  const handlers = [idempotent(thingChanged, async messages => void seen.push(...messages))];
  await parts.start(consumer({ group: `test-${newId()}`, handlers, bus, log: silent }));
  return seen;
}

const publishThings = (pg: Pg, id: string, versions: number[]) =>
  pg.transaction(async tx => {
    for (const version of versions) await publish(tx, thingChanged, { id, version });
  });

const waiting = async (pg: Pg) => (await pg.one<{ n: number }>(sql`select count(*) as n from outbox`)).n;

test('committed events arrive in order, rolled-back ones never', async () => {
  const { pg, bus } = await open();
  const seen = await listen(bus);
  await parts.start(outboxRelay({ pg, bus, log: silent }));
  const id = newId();
  await pg
    .transaction(async tx => {
      await publish(tx, thingChanged, { id, version: 0 });
      throw new Error('changed my mind');
    })
    .catch(() => {});
  const versions = Array.from({ length: 1_200 }, (_, i) => i + 1);
  await publishThings(pg, id, versions);
  await until(() => seen.length >= versions.length);
  expect(seen.map(message => message.data.version)).toEqual(versions);
  await until(async () => (await waiting(pg)) === 0);
});

test('events published with one statement arrive in order, beside single ones', async () => {
  const { pg, bus } = await open();
  const seen = await listen(bus);
  await parts.start(outboxRelay({ pg, bus, log: silent }));
  const id = newId();
  const versions = Array.from({ length: 300 }, (_, i) => i + 2);
  await pg
    .transaction(async tx => {
      await publishAll(tx, thingChanged, [{ id, version: 0 }]);
      throw new Error('changed my mind');
    })
    .catch(() => {});
  await pg.transaction(async tx => {
    await publish(tx, thingChanged, { id, version: 1 });
    await publishAll(
      tx,
      thingChanged,
      versions.map(version => ({ id, version })),
    );
    await publishAll(tx, thingChanged, []);
    await publish(tx, thingChanged, { id, version: 302 });
  });
  const wanted = [1, ...versions, 302];
  await until(() => seen.length >= wanted.length);
  expect(seen.map(message => message.data.version)).toEqual(wanted);
  expect(new Set(seen.map(message => message.id)).size).toBe(wanted.length);
});

/** The median time from the beginning of a transaction until what it publishes has arrived, in milliseconds. */
async function medianWay(from: Pg, seen: unknown[]): Promise<number> {
  // The first event may wait until the relay holds the advisory lock.
  await publishThings(from, newId(), [1]);
  await until(() => seen.length === 1);
  const took: number[] = [];
  for (let version = 2; version < 22; version++) {
    const startedAt = performance.now();
    await publishThings(from, newId(), [version]);
    await until(() => seen.length === version, { everyMs: 1 });
    took.push(performance.now() - startedAt);
  }
  return took.toSorted((a, b) => a - b)[10] ?? Number.POSITIVE_INFINITY;
}

// Far below the second after which the relay polls.
const AT_ONCE_MS = 500;

test('an event of the relaying process is published at once', async () => {
  const { pg, bus } = await open();
  const seen = await listen(bus);
  await parts.start(outboxRelay({ pg, bus, log: silent }));
  expect(await medianWay(pg, seen)).toBeLessThan(AT_ONCE_MS);
});

test('an event of another process is published at once', async () => {
  const { pg, bus } = await open();
  const seen = await listen(bus);
  await parts.start(outboxRelay({ pg, bus, log: silent }));
  const other = await openTestPg({ url: pg.url });
  await parts.start(other.part);
  expect(await medianWay(other, seen)).toBeLessThan(AT_ONCE_MS);
});

test('a relay killed between send and delete repeats the event', async () => {
  const { pg, bus, options } = await open();
  const seen = await listen(bus);
  const effects = once(thingChanged, async ({ data }, tx) => {
    await tx.execute(
      sql`insert into thing (id, version) values (${data.id}, 1) on conflict (id) do update set seen = thing.seen + 1`,
    );
  });
  await parts.start(consumer({ group: 'effects', handlers: [effects], pg, bus, log: silent }));
  await pg.execute(sql`create function stand_still() returns trigger language plpgsql as
    $$ begin perform pg_sleep(60); return old; end $$`);
  await pg.execute(
    sql`create trigger stuck before delete on outbox for each row execute function stand_still()`,
  );

  const child = runProgram('relay-process.ts', [pg.url, options.brokers.join(), options.topicPrefix]);
  const id = newId();
  await child.waitFor('"msg":"ready"');
  await publishThings(pg, id, [1]);
  await until(() => seen.length === 1, { timeoutMs: 20_000 });
  expect(await child.kill('SIGKILL')).toBe('SIGKILL');
  expect(await waiting(pg)).toBe(1);

  await pg.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${'relay outbox'}`,
  );
  await pg.execute(sql`drop trigger stuck on outbox`);
  await parts.start(outboxRelay({ pg, bus, log: silent }));
  await until(() => seen.length === 2, { timeoutMs: 20_000 });
  await until(async () => (await waiting(pg)) === 0);
  expect(seen[1]?.id).toBe(seen[0]?.id);
  await until(async () => (await pg.maybe(sql`select 1 from thing where id = ${id}`)) !== undefined);
  expect(await pg.one(sql`select seen from thing where id = ${id}`)).toEqual({ seen: 1 });
}, 60_000);

test('one of two relays sends, and the other takes over', async () => {
  const { pg, bus } = await open();
  const seen = await listen(bus);
  const first = outboxRelay({ pg, bus, log: silent });
  await first.start();
  await publishThings(pg, newId(), [1]);
  await until(() => seen.length === 1);
  await parts.start(outboxRelay({ pg, bus, log: silent }));
  await first.stop();
  await publishThings(pg, newId(), [2]);
  await until(() => seen.length === 2);
});

test('a relay resumes after its session is cut', async () => {
  const { pg, bus } = await open();
  const seen = await listen(bus);
  await parts.start(outboxRelay({ pg, bus, log: silent }));
  await publishThings(pg, newId(), [1]);
  await until(() => seen.length === 1);
  await pg.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'outbox outbox' and datname = current_database()`,
  );
  await publishThings(pg, newId(), [2]);
  await until(() => seen.length === 2);
});

test('events wait while the broker is away', async () => {
  const { pg } = await open();
  const away = openBus({ brokers: ['127.0.0.1:9'], topicPrefix: 'x', clientId: 'away', log: silent });
  const relay = await parts.start(outboxRelay({ pg, bus: away, log: silent }));
  const id = newId();
  const startedAt = performance.now();
  await publishThings(pg, id, [1, 2]);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  await expect(away.send(thingChanged, [{ data: { id, version: 1 } }])).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'bus_unavailable',
  });
  expect(await waiting(pg)).toBe(2);
  await relay.stop();

  const bus = openTestBus();
  await parts.start(bus.part);
  const seen = await listen(bus);
  await parts.start(outboxRelay({ pg, bus, log: silent }));
  await until(() => seen.length === 2);
});

test('data that does not match the contract rolls back', async () => {
  const { pg } = await open();
  await expect(publishThings(pg, 'not-a-uuid', [1])).rejects.toMatchObject({ code: 'event_invalid' });
  expect(await waiting(pg)).toBe(0);
});
