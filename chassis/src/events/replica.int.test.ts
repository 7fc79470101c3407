import { defineEvent } from '@closingwire/contracts/event';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openTestBus, openTestPg, partsOfTest, silent } from '../../test/bench-parts.ts';
import { sql } from '../postgres/pg.ts';
import { newId } from '../process/ids.ts';
import { messagesDone, until } from '../testing/testing.ts';
import { consumer } from './consume.ts';
import { replayDeadLetters } from './dead-letters.ts';
import { replica } from './replica.ts';

const parts = partsOfTest();
afterEach(() => parts.stop());

const animal = z.object({ id: z.uuid(), version: z.int(), name: z.string(), bornAt: z.iso.datetime() });
type Animal = z.output<typeof animal>;

const named = defineEvent('animal.named', {
  by: 'catalog',
  summary: 'An animal has a name',
  data: animal,
  key: state => state.id,
});
const animals = replica('animals', {
  on: [named],
  row: (state: Animal) => ({ id: state.id, version: state.version, name: state.name, born_at: state.bornAt }),
  insertOnly: ['born_at'],
  forgotten: { name: null },
  isForgotten: 'name is null',
});

const cubs = replica('cubs', {
  row: (cub: { id: string; version: number; parentId: string }) => ({
    id: cub.id,
    version: cub.version,
    parent_id: cub.parentId,
  }),
  ownedBy: { table: 'animals', column: 'parent_id', isForgotten: 'name is null' },
});

async function open() {
  const pg = await openTestPg();
  await parts.start(pg.part);
  await pg.execute(
    sql`create table animals (id uuid primary key, version int not null, name text, born_at timestamptz)`,
  );
  await pg.execute(
    sql`create table cubs (id uuid primary key, version int not null, parent_id uuid not null)`,
  );
  return pg;
}

const leo = (version: number, name: string, bornAt = '2026-03-01T00:00:00.000Z'): Animal => ({
  id: '00000000-0000-4000-8000-000000000001',
  version,
  name,
  bornAt,
});

test('the highest version wins in any order of arrival', async () => {
  const pg = await open();
  expect(await animals.upsertIfNewer(pg, leo(2, 'Leo'))).toBe(true);
  expect(await animals.upsertIfNewer(pg, leo(1, 'Cub'))).toBe(false);
  expect(await animals.upsertIfNewer(pg, leo(2, 'Leo'))).toBe(false);
  expect(await animals.upsertIfNewer(pg, leo(3, 'Leonid', '2026-04-01T00:00:00.000Z'))).toBe(true);
  expect(await pg.query(sql`select version, name, born_at as "bornAt" from animals`)).toEqual([
    { version: 3, name: 'Leonid', bornAt: new Date('2026-03-01T00:00:00Z') },
  ]);
});

test('a deletion is final, even if it arrives first', async () => {
  const pg = await open();
  await animals.forget(pg, { id: leo(1, '').id, version: 2 });
  expect(await animals.upsertIfNewer(pg, leo(1, 'Leo'))).toBe(false);
  expect(await animals.upsertIfNewer(pg, leo(9, 'Leo'))).toBe(false);
  await animals.forget(pg, { id: leo(1, '').id, version: 1 });
  expect(await pg.query(sql`select version, name from animals`)).toEqual([{ version: 2, name: null }]);
});

test('states of a deleted owner are not stored', async () => {
  const pg = await open();
  const { id } = leo(1, 'Leo');
  await animals.upsertIfNewer(pg, leo(1, 'Leo'));
  expect(await cubs.upsertIfNewer(pg, { id: newId(), version: 1, parentId: id })).toBe(true);
  await animals.forget(pg, { id, version: 2 });
  expect(await cubs.upsertIfNewer(pg, { id: newId(), version: 1, parentId: id })).toBe(false);
});

test('a deletion removes a row without `forgotten` values', async () => {
  const pg = await open();
  const cub = { id: newId(), version: 1, parentId: newId() };
  await cubs.upsertIfNewer(pg, cub);
  await cubs.forget(pg, cub);
  expect(await pg.query(sql`select * from cubs`)).toEqual([]);
});

test('states are stored only while an owner with `mustExist` exists', async () => {
  const pg = await open();
  const ofKnown = replica('cubs', {
    row: (cub: { id: string; version: number; parentId: string }) => ({
      id: cub.id,
      version: cub.version,
      parent_id: cub.parentId,
    }),
    ownedBy: { table: 'animals', column: 'parent_id', mustExist: true },
  });
  const cub = { id: newId(), version: 1, parentId: leo(1, '').id };
  expect(await ofKnown.upsertIfNewer(pg, cub)).toBe(false);
  await animals.upsertIfNewer(pg, leo(1, 'Leo'));
  let stored: Promise<boolean> | undefined;
  await pg.transaction(async tx => {
    await tx.execute(sql`delete from animals`);
    stored = ofKnown.upsertIfNewer(pg, cub);
    await until(() =>
      pg.maybe(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    );
  });
  expect(await stored).toBe(false);
});

/** A replica of animals that is fed from a topic. */
async function fed() {
  const pg = await open();
  const bus = openTestBus();
  await parts.start(bus.part);
  const start = () =>
    parts.start(consumer({ group: 'animals', handlers: animals.handlers, pg, bus, log: silent }));
  const names = () =>
    pg
      .query<{ name: string | null }>(sql`select name from animals`)
      .then(rows => rows.map(({ name }) => name));
  return { pg, bus, start, names };
}

test('events delivered twice and out of order leave the newest state', async () => {
  const { bus, start, names } = await fed();
  await start();
  const before = await messagesDone(named);
  const [older, newer] = [leo(1, 'Cub'), leo(2, 'Leo')];
  await bus.send(named, [{ data: newer }, { data: older }, { data: newer }]);
  await until(async () => (await messagesDone(named)) === before + 3);
  expect(await names()).toEqual(['Leo']);
});

test("waiting states are stored by few statements, and each key's in order", async () => {
  const { pg, bus, start, names } = await fed();
  const before = await messagesDone(named);
  const first = leo(1, 'Leo', '2026-03-01T00:00:00.000Z');
  const moved = leo(2, 'Leonid', '2026-05-01T00:00:00.000Z');
  const others = Array.from({ length: 60 }, (_, n) => ({ ...leo(1, `Cub ${n}`), id: newId() }));
  await bus.send(
    named,
    [first, moved, ...others].map(data => ({ data })),
  );
  await pg.execute(sql`create table statements (rows int not null)`);
  await pg.execute(sql`create function note() returns trigger language plpgsql as $$
    begin insert into statements select count(*) from arrived; return null; end $$`);
  await pg.execute(sql`create trigger note after insert on animals referencing new table as arrived
    for each statement execute function note()`);
  await start();
  await until(async () => (await messagesDone(named)) === before + 62);
  expect((await names()).toSorted()).toEqual(['Leonid', ...others.map(({ name }) => name)].toSorted());
  const { born_at } = await pg.one(sql`select born_at from animals where version = 2`);
  expect(born_at).toEqual(new Date(first.bornAt));
  const { statements, inserted } = await pg.one<{ statements: number; inserted: number }>(
    sql`select count(*) as statements, sum(rows)::int as inserted from statements where rows > 0`,
  );
  expect(inserted).toBe(61);
  expect(statements).toBeLessThan(15);
});

test('a state that the table refuses is parked, others are stored', async () => {
  const { pg, bus, start, names } = await fed();
  await pg.execute(sql`alter table animals add check (name <> 'Unnamed')`);
  const all = ['Leo', 'Unnamed', 'Mia'].map(name => ({ data: { ...leo(1, name), id: leo(1, '').id } }));
  const beside = all.map(({ data }, version) => ({ data: { ...data, version: version + 1 } }));
  await bus.send(named, beside);
  await start();
  await until(async () => (await names())[0] === 'Mia', { timeoutMs: 25_000 });
  expect(await replayDeadLetters(bus, 'animals')).toBe(1);
}, 40_000);
