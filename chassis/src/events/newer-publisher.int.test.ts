import { defineEvent } from '@closingwire/contracts/event';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openTestBus, openTestPg, partsOfTest, silent } from '../../test/bench-parts.ts';
import type { Bus } from '../kafka/bus.ts';
import { type Pg, sql } from '../postgres/pg.ts';
import { newId } from '../process/ids.ts';
import { messagesHandled } from '../process/telemetry.ts';
import { until } from '../testing/testing.ts';
import { consumer, once } from './consume.ts';
import { listDeadLetters, replayDeadLetters } from './dead-letters.ts';

const parts = partsOfTest();
afterEach(() => parts.stop());

const paintedIn = <C extends [string, ...string[]]>(colors: C) =>
  defineEvent('thing.painted', {
    by: 'catalog',
    summary: 'A thing was painted',
    data: z.object({ id: z.uuid(), version: z.int(), color: z.enum(colors) }),
    key: thing => thing.id,
    partitions: 1,
  });
const older = paintedIn(['red']);
const newer = paintedIn(['red', 'green']);

type Painted = typeof older | typeof newer;

/** A consumer that knows the event as declared; `isReading` is whether it uses the color. */
type PainterOptions = { isReading?: boolean; newerPatienceMs?: number };
const painter = (
  { pg, bus }: { pg: Pg; bus: Bus },
  event: Painted,
  { isReading = true, ...options }: PainterOptions = {},
) =>
  consumer({
    group: 'painters',
    handlers: [
      once(event, async ({ data }, tx) => {
        const version = isReading && data.color === 'green' ? 2 : 1;
        await tx.execute(sql`insert into thing (id, version) values (${data.id}, ${version})`);
      }),
    ],
    pg,
    bus,
    log: silent,
    ...options,
  });

async function open() {
  const [pg, bus] = [await openTestPg(), openTestBus()];
  await parts.start(pg.part);
  await parts.start(bus.part);
  const ids = [newId(), newId()];
  const send = () =>
    bus.send(
      newer,
      ids.map((id, at) => ({ data: { id, version: 1, color: at === 0 ? 'green' : 'red' } })),
    );
  const versions = async () =>
    Object.fromEntries(
      (await pg.query<{ id: string; version: number }>(sql`select id, version from thing`)).map(row => [
        row.id,
        row.version,
      ]),
    );
  const deadOf = async () => (await listDeadLetters(bus, 'painters', 10)).letters;
  return { pg, bus, ids, send, versions, deadOf };
}

test('a consumer that does not read a new value handles its event', async () => {
  const { ids, send, versions, deadOf, ...servers } = await open();
  await parts.start(painter(servers, older, { isReading: false }));
  await send();
  await until(async () => Object.keys(await versions()).length === 2);
  expect(await versions()).toEqual({ [String(ids[0])]: 1, [String(ids[1])]: 1 });
  expect(await deadOf()).toEqual([]);
});

test('an event with a new value waits for the updated consumer', async () => {
  const { ids, send, versions, deadOf, ...servers } = await open();
  const before = painter(servers, older);
  await before.start();
  await send();
  await until(async () => {
    const { values } = await messagesHandled.get();
    return values.some(({ labels }) => labels.group === 'painters' && labels.outcome === 'retried');
  });
  await before.stop();
  expect(await versions()).toEqual({});
  await parts.start(painter(servers, newer));
  await until(async () => Object.keys(await versions()).length === 2);
  expect(await versions()).toEqual({ [String(ids[0])]: 2, [String(ids[1])]: 1 });
  expect(await deadOf()).toEqual([]);
});

test('an event with a new value is parked with its reason, and replayed', async () => {
  const { ids, send, versions, deadOf, ...servers } = await open();
  const before = painter(servers, older, { newerPatienceMs: 1_000 });
  await before.start();
  await send();
  await until(async () => Object.keys(await versions()).length === 1);
  expect(await deadOf()).toMatchObject([
    { key: ids[0], error: expect.stringContaining("color: expected red; got 'green' of a newer publisher") },
  ]);
  await before.stop();
  await parts.start(painter(servers, newer));
  expect(await replayDeadLetters(servers.bus, 'painters')).toBe(1);
  await until(async () => Object.keys(await versions()).length === 2);
  expect(await versions()).toEqual({ [String(ids[0])]: 2, [String(ids[1])]: 1 });
});
