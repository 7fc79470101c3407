import { expect, type TestContext, test, vi } from 'vitest';
import { openTestBus, openTestPg, partsOfTest, silent } from '../../test/bench-parts.ts';
import { thingChanged } from '../../test/thing-event.ts';
import { type Bus, shapeOf } from '../kafka/bus.ts';
import { sql } from '../postgres/pg.ts';
import { AppError } from '../process/app-error.ts';
import { newId } from '../process/ids.ts';
import { until } from '../testing/testing.ts';
import { consumer, idempotent, once } from './consume.ts';
import { listDeadLetters, replayDeadLetters } from './dead-letters.ts';

// Most of each test is a wait for a consumer group or a retry, so some tests run concurrently.
vi.setConfig({ testTimeout: 120_000 });

const countThings = once(thingChanged, async ({ data }, tx) => {
  await tx.execute(
    sql`insert into thing (id, version) values (${data.id}, ${data.version})
     on conflict (id) do update set seen = thing.seen + 1, version = excluded.version`,
  );
});

async function open({ onTestFinished }: TestContext) {
  const parts = partsOfTest();
  onTestFinished(() => parts.stop());
  const pg = await openTestPg();
  const bus = openTestBus();
  await parts.start(pg.part);
  await parts.start(bus.part);
  return { pg, bus, start: parts.start };
}

/** A key that lives in the same partition as `id`. */
async function samePartitionAs(bus: Bus, id: string): Promise<string> {
  const partitionOf = await bus.partitionerOf(thingChanged);
  for (;;) {
    const other = newId();
    if (partitionOf(other) === partitionOf(id)) return other;
  }
}

test.concurrent('an event delivered twice has its effect once', async context => {
  const { pg, bus, start } = await open(context);
  await start(consumer({ group: 'twice', handlers: [countThings], pg, bus, log: silent }));
  const event = { id: newId(), data: { id: newId(), version: 1 } };
  const after = { id: newId(), data: { id: await samePartitionAs(bus, event.data.id), version: 1 } };
  await bus.send(thingChanged, [event, event]);
  await bus.send(thingChanged, [event, after]);
  await until(() => pg.maybe(sql`select 1 from thing where id = ${after.data.id}`));
  expect(await pg.query(sql`select id, seen from thing order by id`)).toEqual(
    [event, after].map(({ data }) => ({ id: data.id, seen: 1 })).sort((a, b) => a.id.localeCompare(b.id)),
  );
});

test.concurrent('two handlers of one event are refused', async context => {
  const { pg, bus } = await open(context);
  const handlers = [countThings, countThings];
  expect(() => consumer({ group: 'double', handlers, pg, bus, log: silent })).toThrow(
    `the event '${countThings.event.topic}' has two handlers`,
  );
});

test.concurrent('a poison message parks after five tries and replays', async context => {
  const { pg, bus, start } = await open(context);
  const poison = newId();
  let tries = 0;
  let healed = false;
  const handler = once(thingChanged, async (message, tx) => {
    if (message.data.id === poison && !healed) {
      tries += 1;
      throw new Error('not today');
    }
    await tx.execute(
      sql`insert into thing (id, version) values (${message.data.id}, ${message.data.version})`,
    );
  });
  await start(consumer({ group: 'poison', handlers: [handler], pg, bus, log: silent }));
  const behind = await samePartitionAs(bus, poison);
  await bus.send(thingChanged, [{ data: { id: poison, version: 1 } }]);
  await bus.send(thingChanged, [{ data: { id: behind, version: 1 } }]);

  await until(() => pg.maybe(sql`select 1 from thing where id = ${behind}`), { timeoutMs: 60_000 });
  expect(tries).toBe(5);

  healed = true;
  expect(await replayDeadLetters(bus, 'poison')).toBe(1);
  await until(() => pg.maybe(sql`select 1 from thing where id = ${poison}`));
  expect(await replayDeadLetters(bus, 'poison')).toBe(0);
});

test.concurrent('events beside a failing one are handled once', async context => {
  const { pg, bus, start } = await open(context);
  const first = newId();
  const ids = [first, ...(await Promise.all(Array.from({ length: 9 }, () => samePartitionAs(bus, first))))];
  const [, , , , , bad = ''] = ids;
  const runs: string[] = [];
  const handler = once(thingChanged, async ({ data }, tx) => {
    runs.push(data.id);
    if (data.id === bad) throw new AppError('invalid', 'bad', 'never');
    await tx.execute(
      sql`insert into thing (id, version) values (${data.id}, 1) on conflict (id) do update set seen = thing.seen + 1`,
    );
  });
  await bus.send(
    thingChanged,
    ids.map(id => ({ data: { id, version: 1 } })),
  );
  await start(consumer({ group: 'beside', handlers: [handler], pg, bus, log: silent }));
  await until(async () => (await pg.query(sql`select id from thing`)).length === 9);
  expect(await pg.query(sql`select id from thing where seen > 1`)).toEqual([]);
  expect(runs.filter(id => id === bad)).toHaveLength(1);
  expect(await replayDeadLetters(bus, 'beside')).toBe(1);
});

test.concurrent('a failed pipelined statement parks its own event', async context => {
  const { pg, bus, start } = await open(context);
  await pg.execute(sql`alter table thing add check (version <> 13)`);
  const first = newId();
  const ids = [first, ...(await Promise.all(Array.from({ length: 7 }, () => samePartitionAs(bus, first))))];
  const handler = once(thingChanged, async ({ data }, tx) => {
    await tx.execute(sql`insert into thing (id, version) values (${data.id}, ${data.version})`);
  });
  await bus.send(
    thingChanged,
    ids.map((id, at) => ({ data: { id, version: at === 3 ? 13 : 1 } })),
  );
  await start(consumer({ group: 'sent', handlers: [handler], pg, bus, log: silent }));
  await until(async () => (await pg.query(sql`select id from thing`)).length === 7, { timeoutMs: 60_000 });
  expect(await pg.query(sql`select id from thing where id = ${ids[3]}`)).toEqual([]);
  expect(await replayDeadLetters(bus, 'sent')).toBe(1);
});

test.concurrent('a message that does not match the contract is parked at once', async context => {
  const { pg, bus, start } = await open(context);
  await start(consumer({ group: 'wrong', handlers: [countThings], pg, bus, log: silent }));
  const id = newId();
  const headers = { ce_id: newId(), ce_time: new Date().toISOString() };
  const partition = (await bus.partitionerOf(thingChanged))(id);
  const wrong = { topic: thingChanged.topic, key: id, value: '{"id":7}', headers, partition };
  await bus.sendWire(
    [wrong, { ...wrong, value: 'not json' }, { ...wrong, headers: {} }],
    [shapeOf(thingChanged)],
  );
  await bus.send(thingChanged, [{ data: { id, version: 1 } }]);
  await until(() => pg.maybe(sql`select 1 from thing where id = ${id}`), { timeoutMs: 5_000 });
});

test.concurrent('tries do not count while the database is away', async context => {
  const { pg, bus, start } = await open(context);
  let tries = 0;
  const handler = once(thingChanged, async ({ data }, tx) => {
    tries += 1;
    if (tries <= 7) throw new AppError('unavailable', 'database_unavailable', 'gone for a while');
    await tx.execute(sql`insert into thing (id, version) values (${data.id}, 1)`);
  });
  await start(consumer({ group: 'away', handlers: [handler], pg, bus, log: silent }));
  await bus.send(thingChanged, [{ data: { id: newId(), version: 1 } }]);
  await until(() => pg.maybe(sql`select 1 from thing`), { timeoutMs: 60_000 });
});

test.concurrent('tries do not count while the database is full', async context => {
  const { pg, bus, start } = await open(context);
  let tries = 0;
  const handler = once(thingChanged, async ({ data }, tx) => {
    tries += 1;
    // The error of PostgreSQL for a full disk.
    if (tries <= 7) await tx.execute(sql`do $$ begin raise sqlstate '53100'; end $$`);
    await tx.execute(sql`insert into thing (id, version) values (${data.id}, 1)`);
  });
  await start(consumer({ group: 'full', handlers: [handler], pg, bus, log: silent }));
  await bus.send(thingChanged, [{ data: { id: newId(), version: 1 } }]);
  await until(() => pg.maybe(sql`select 1 from thing`), { timeoutMs: 60_000 });
});

test.concurrent('a slow handler keeps its group membership', async context => {
  const { pg, bus, start } = await open(context);
  let runs = 0;
  const handler = once(thingChanged, async ({ data }, tx) => {
    runs += 1;
    await tx.execute(sql`select pg_sleep(8)`);
    await tx.execute(sql`insert into thing (id, version) values (${data.id}, 1)`);
  });
  await start(consumer({ group: 'slow', handlers: [handler], pg, bus, log: silent }));
  await bus.send(thingChanged, [{ data: { id: newId(), version: 1 } }]);
  await until(() => pg.maybe(sql`select 1 from thing`), { timeoutMs: 60_000 });
  expect(runs).toBe(1);
});

test.concurrent('an idempotent handler gets each message alone, and parks it in the topic of `parksAs`', async context => {
  const { bus, start } = await open(context);
  const poison = newId();
  const handled: string[] = [];
  const handler = idempotent(thingChanged, async messages => {
    if (messages.some(message => message.data.id === poison)) {
      throw new AppError('invalid', 'poison', 'never');
    }
    handled.push(...messages.map(message => message.data.id));
  });
  const group = `alone-${newId()}`;
  await start(consumer({ group, parksAs: 'alone', handlers: [handler], bus, log: silent }));
  const [before, after] = [await samePartitionAs(bus, poison), await samePartitionAs(bus, poison)];
  await bus.send(
    thingChanged,
    [before, poison, after].map(id => ({ data: { id, version: 1 } })),
  );
  await until(() => handled.includes(after));
  expect(handled).toEqual([before, after]);
  expect(await replayDeadLetters(bus, 'alone')).toBe(1);
});

test.concurrent('a message that fails once beside a poison one is not parked', async context => {
  const { bus, start } = await open(context);
  const poison = newId();
  const unlucky = await samePartitionAs(bus, poison);
  const handled: string[] = [];
  let failures = 0;
  const handler = idempotent(thingChanged, async messages => {
    const ids = messages.map(message => message.data.id);
    if (ids.includes(poison)) throw new AppError('invalid', 'poison', 'never');
    if (ids.includes(unlucky) && failures++ === 0) throw new Error('not now');
    handled.push(...ids);
  });
  await bus.send(
    thingChanged,
    [poison, unlucky].map(id => ({ data: { id, version: 1 } })),
  );
  await start(consumer({ group: 'unlucky', handlers: [handler], bus, log: silent }));
  await until(() => handled.includes(unlucky));
  expect((await listDeadLetters(bus, 'unlucky', 10)).letters.map(({ key }) => key)).toEqual([poison]);
});

test.concurrent('more than a broker accepts at once is sent in chunks', async context => {
  const { bus, start } = await open(context);
  const key = newId();
  const headers = { ce_id: key, ce_time: new Date().toISOString() };
  const value = JSON.stringify({ id: key, version: 1, padding: 'x'.repeat(200_000) });
  const message = { topic: thingChanged.topic, key, value, headers };
  let count = 0;
  const handler = idempotent(thingChanged, async messages => {
    count += messages.length;
  });
  await bus.sendWire(Array(20).fill(message), [shapeOf(thingChanged)]);
  await start(consumer({ group: 'large', handlers: [handler], bus, log: silent }));
  await until(() => count === 20);
});
