import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { openPg, sql, type Tx } from '@closingwire/chassis/pg';
import { foldTotals } from '@closingwire/chassis/stored-totals';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { countFlags, insertFlag, setFlagStatus } from './store.ts';

let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({
    url: await testDatabase('count_flags'),
    name: 'count flags',
    migrations: new URL('../../migrations/', import.meta.url),
    log: createLog('count flags', 'silent'),
  });
  await pg.part.start();
});
afterAll(() => pg.part.stop());

const add = async (tx: Tx) => {
  const [id, createdAt] = [newId(), new Date()];
  const agent = { agentId: newId(), agentName: 'A', agentEmail: null, agentPhone: null };
  const flag = { id, version: 1, zipCode: '98101', closingId: newId(), ...agent, userId: newId(), note: 'n' };
  await insertFlag(tx, { ...flag, status: 'pending', createdAt, sale: null });
  return id;
};
const added = () => pg.transaction(add);

const counted = () =>
  pg.one(
    sql`select count(*) as total, count(*) filter (where status = 'pending') as pending from lead_flags`,
  );

/** After each test, compares the stored count with the rows, before and after `foldTotals` sums the stored counts. */
afterEach(async () => {
  expect(await countFlags(pg)).toEqual(await counted());
  await foldTotals(pg);
  expect(await countFlags(pg)).toEqual(await counted());
});

test('new, changed and deleted flags are counted', async () => {
  expect(await countFlags(pg)).toEqual({ total: 0, pending: 0 });
  const [first, second, third] = [await added(), await added(), await added()];
  await pg.transaction(tx => setFlagStatus(tx, first, 'reviewed'));
  await pg.transaction(tx => setFlagStatus(tx, first, 'reviewed'));
  await pg.transaction(tx => setFlagStatus(tx, second, 'resolved'));
  expect(await countFlags(pg)).toEqual({ total: 3, pending: 1 });
  await pg.transaction(tx => setFlagStatus(tx, first, 'pending'));
  await pg.execute(sql`update lead_flags set agent_email = null`);
  await pg.execute(sql`delete from lead_flags where id = ${third}`);
  expect(await countFlags(pg)).toEqual({ total: 2, pending: 1 });
});

test('concurrent flags do not wait for each other', async () => {
  const [first, second] = [await added(), await added()];
  await pg.transaction(async one => {
    await setFlagStatus(one, first, 'resolved');
    await pg.transaction(async other => {
      await setFlagStatus(other, second, 'resolved');
      await add(other);
    });
    await setFlagStatus(one, second, 'pending');
  });
});

test('a rollback is not counted', async () => {
  const id = await added();
  const undone = pg.transaction(async tx => {
    await add(tx);
    await setFlagStatus(tx, id, 'resolved');
    throw new Error('rolled back');
  });
  await expect(undone).rejects.toThrow('rolled back');
});

test('bulk inserts and a truncate are counted', async () => {
  const [id] = [await added()];
  await pg.execute(
    sql`insert into lead_flags select (f).* from (
       select jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid())) as f
       from lead_flags f, generate_series(1, 500) where f.id = ${id}) many`,
  );
  expect(await countFlags(pg)).toEqual(await counted());
  await pg.execute(sql`update lead_flags set status = 'resolved' where status = 'pending'`);
  expect(await countFlags(pg)).toEqual(await counted());
  await pg.execute(sql`truncate lead_flags`);
  expect(await countFlags(pg)).toEqual({ total: 0, pending: 0 });
});
