import { newId } from '@closingwire/chassis/ids';
import { openPg, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../config.ts';
import {
  countLoaded,
  insertRejects,
  markReceived,
  openBatch,
  totalsOfBatches,
  touchBatch,
} from './batches.ts';
import { closeBatches, tidyBatches } from './close-batches.ts';

let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({ url: await testDatabase('tidy'), name: 'tidy', migrations });
  await pg.part.start();
});
afterAll(() => pg.part.stop());

const at = (time: string) => new Date(time);
const keyId = newId();

async function batch(time: string): Promise<string> {
  const id = newId();
  await openBatch(pg, { id, sender: { keyId, sourceId: 1 }, now: at(time) });
  return id;
}
const stateOf = async (id: string) =>
  (await pg.maybe<{ state: string }>(sql`select state from batches where id = ${id}`))?.state;

test('fails batches whose receiving process stopped', async () => {
  const abandoned = await batch('2026-03-18T09:00:00Z');
  const slow = await batch('2026-03-18T09:00:00Z');
  await touchBatch(pg, slow, at('2026-03-18T09:20:00Z'));
  const loading = await batch('2026-03-18T09:00:00Z');
  await pg.transaction(tx =>
    markReceived(tx, {
      id: loading,
      accepted: 1,
      rejected: 0,
      undisclosedPrices: 0,
      droppedCells: 0,
      report: null,
      packs: 1,
      now: at('2026-03-18T09:00:00Z'),
    }),
  );
  await tidyBatches(pg, () => at('2026-03-18T09:30:00Z'));
  await tidyBatches(pg, () => at('2026-03-18T09:30:00Z'));
  expect(await Promise.all([abandoned, slow, loading].map(stateOf))).toEqual([
    'failed',
    'receiving',
    'loading',
  ]);
});

test('fails batches that were not stored for a day', async () => {
  const stuck = await batch('2026-03-18T09:00:00Z');
  const sent = {
    id: stuck,
    accepted: 1,
    rejected: 0,
    undisclosedPrices: 0,
    droppedCells: 0,
    report: null,
    packs: 1,
    now: at('2026-03-18T09:00:00Z'),
  };
  await pg.transaction(tx => markReceived(tx, sent));
  await tidyBatches(pg, () => at('2026-03-19T09:00:01Z'));
  expect(await stateOf(stuck)).toBe('failed');
  await pg.transaction(async tx => {
    await countLoaded(
      tx,
      [{ batchId: stuck, part: 0, rowCount: 1, optedOut: 0 }],
      [{ batchId: stuck, zipCode: '98030' }],
    );
    await closeBatches(tx, [stuck], at('2026-03-19T10:00:00Z'));
  });
  expect(await stateOf(stuck)).toBe('done');
});

test('totals include ended batches and ones an hour late', async () => {
  const [receiving, late, recent] = [
    await batch('2026-03-20T09:00:00Z'),
    await batch('2026-03-20T09:00:00Z'),
    await batch('2026-03-20T10:30:00Z'),
  ];
  const counts = { accepted: 4, rejected: 1, undisclosedPrices: 0, droppedCells: 0, report: null, packs: 1 };
  await pg.transaction(async tx => {
    await markReceived(tx, { id: late, ...counts, now: at('2026-03-20T09:00:00Z') });
    await markReceived(tx, { id: recent, ...counts, now: at('2026-03-20T10:30:00Z') });
  });
  const startedAfter = at('2026-03-20T00:00:00Z');
  const page = (after?: string) =>
    totalsOfBatches(pg, { startedAfter, after, limit: 10 }, at('2026-03-20T11:00:00Z'));
  const rows = { accepted: 4, rejected: 1, stored: 0, optedOut: 0 };
  expect(await page()).toEqual([{ batchId: late, state: 'loading', ...rows }]);
  expect(await page(late)).toEqual([]);
  expect(await stateOf(receiving)).toBe('receiving');
});

test('deletes old batches with their rejects', async () => {
  const old = await batch('2026-01-01T00:00:00Z');
  const recent = await batch('2026-03-01T00:00:00Z');
  for (const id of [old, recent])
    await insertRejects(pg, id, [{ line: 1, field: 'zip', message: 'no', sheetRow: 1, cells: ['9803'] }]);
  await tidyBatches(pg, () => at('2026-04-02T00:00:00Z'));
  expect(await stateOf(old)).toBeUndefined();
  expect(await pg.query(sql`select batch_id from rejects where batch_id = any(${[old, recent]})`)).toEqual([
    { batch_id: recent },
  ]);
});

test('deletes the content of rejected rows before their faults', async () => {
  const ids = [await batch('2026-03-01T00:00:00Z'), await batch('2026-03-20T00:00:00Z')];
  for (const id of ids)
    await insertRejects(pg, id, [{ line: 1, field: 'zip', message: 'no', sheetRow: 1, cells: ['9803'] }]);
  await tidyBatches(pg, () => at('2026-04-02T00:00:00Z'));
  const kept = await pg.query(
    sql`select message, cells from rejects where batch_id = any(${ids}::uuid[]) order by cells nulls first`,
  );
  expect(kept).toEqual([
    { message: 'no', cells: null },
    { message: 'no', cells: '["9803"]' },
  ]);
});
