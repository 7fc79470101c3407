import { defineEvent } from '@closingwire/contracts/event';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openTestBus, openTestPg, partsOfTest, silent } from '../../test/bench-parts.ts';
import { newId } from '../process/ids.ts';
import { until } from '../testing/testing.ts';
import { consumer } from './consume.ts';
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
const gone = defineEvent('animal.gone', {
  by: 'catalog',
  summary: 'An animal is to be forgotten',
  data: z.object({ id: z.uuid(), version: z.int() }),
  key: state => state.id,
});

const animals = replica('animals', {
  on: [named],
  forget: gone,
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
  ownedBy: { table: 'animals', isForgotten: 'name is null', id: cub => cub.parentId },
});

async function open() {
  const pg = await openTestPg();
  await parts.start(pg.part);
  await pg.query(
    'create table animals (id uuid primary key, version int not null, name text, born_at timestamptz)',
  );
  await pg.query('create table cubs (id uuid primary key, version int not null, parent_id uuid not null)');
  return pg;
}

const leo = (version: number, name: string, bornAt = '2026-03-01T00:00:00.000Z'): Animal => ({
  id: '00000000-0000-4000-8000-000000000001',
  version,
  name,
  bornAt,
});

test('the highest version stays in whatever order states arrive', async () => {
  const pg = await open();
  expect(await animals.upsertIfNewer(pg, leo(2, 'Leo'))).toBe(true);
  expect(await animals.upsertIfNewer(pg, leo(1, 'Cub'))).toBe(false);
  expect(await animals.upsertIfNewer(pg, leo(2, 'Leo'))).toBe(false);
  expect(await animals.upsertIfNewer(pg, leo(3, 'Leonid', '2026-04-01T00:00:00.000Z'))).toBe(true);
  expect(await pg.query('select version, name, born_at as "bornAt" from animals')).toEqual([
    { version: 3, name: 'Leonid', bornAt: new Date('2026-03-01T00:00:00Z') },
  ]);
});

test('a deletion is final, also when it arrives first', async () => {
  const pg = await open();
  await animals.forget(pg, { id: leo(1, '').id, version: 2 });
  expect(await animals.upsertIfNewer(pg, leo(1, 'Leo'))).toBe(false);
  expect(await animals.upsertIfNewer(pg, leo(9, 'Leo'))).toBe(false);
  await animals.forget(pg, { id: leo(1, '').id, version: 1 });
  expect(await pg.query('select version, name from animals')).toEqual([{ version: 2, name: null }]);
});

test('of a deleted owner nothing is stored', async () => {
  const pg = await open();
  const { id } = leo(1, 'Leo');
  await animals.upsertIfNewer(pg, leo(1, 'Leo'));
  expect(await cubs.upsertIfNewer(pg, { id: newId(), version: 1, parentId: id })).toBe(true);
  await animals.forget(pg, { id, version: 2 });
  expect(await cubs.upsertIfNewer(pg, { id: newId(), version: 1, parentId: id })).toBe(false);
});

test('a row without anything to remember goes with its deletion', async () => {
  const pg = await open();
  const cub = { id: newId(), version: 1, parentId: newId() };
  await cubs.upsertIfNewer(pg, cub);
  await cubs.forget(pg, cub);
  expect(await pg.query('select * from cubs')).toEqual([]);
});

test('events delivered twice and out of order leave the newest state', async () => {
  const pg = await open();
  const bus = openTestBus();
  await parts.start(bus.part);
  await parts.start(consumer({ group: 'animals', handlers: animals.handlers, pg, bus, log: silent }));
  const [older, newer] = [leo(1, 'Cub'), leo(2, 'Leo')];
  await bus.send(named, [{ data: newer }, { data: older }, { data: newer }]);
  const last = { ...leo(1, 'Mia'), id: newId() };
  await bus.send(named, [{ data: last }]);
  await bus.send(gone, [{ data: { id: last.id, version: 2 } }]);
  const stored = () => pg.query<{ name: string | null }>('select name from animals order by id');
  await until(async () => {
    const rows = await stored();
    return rows.length === 2 && rows[1]?.name === null;
  });
  expect(await stored()).toEqual([{ name: 'Leo' }, { name: null }]);
});
