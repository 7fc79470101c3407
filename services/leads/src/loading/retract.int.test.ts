import { newId } from '@closingwire/chassis/ids';
import { systemClock } from '@closingwire/chassis/part';
import { openPg, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readFlat } from '../../test/flat-lead.ts';
import { migrations } from '../config.ts';
import { loadLeads } from './load.ts';
import { retract } from './retract.ts';

let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({ url: await testDatabase('retract'), name: 'retract', migrations, copies: true });
  await pg.part.start();
});
afterAll(() => pg.part.stop());
beforeEach(() => pg.query(sql`truncate agents, closings, retractions`));

const at = (second: number) => new Date(Date.UTC(2026, 2, 10, 12, 0, second));

const packAt = (second: number, { sourceId = 1, listingKey = 'K1' as string | undefined } = {}) => {
  const row = readFlat({
    fullName: 'Ada Example',
    licenseNumber: 'WA-1',
    address1: '1 Elm St',
    zip: '98030',
    soldDate: '2026-03-09',
    mlsId: '77',
  });
  const rows = [{ ...row, ...(listingKey !== undefined && { listingKey }) }];
  return { batchId: newId(), part: 0, receivedAt: at(second), sourceId, rows };
};
const load = (...packs: ReturnType<typeof packAt>[]) => loadLeads(pg, systemClock, packs);
const retracted = (second: number, { sourceId = 1, listingKeys = ['K1'] } = {}) =>
  pg.transaction(tx => retract(tx, { sourceId, listingKeys, now: at(second) }));
const sources = async () =>
  (await pg.one<{ source_ids: number[] }>(sql`select source_ids from closings`)).source_ids;

describe('a retraction', () => {
  test('takes the source from a closing, once', async () => {
    await load(packAt(1));
    await retracted(2);
    await retracted(2);
    expect(await sources()).toEqual([]);
  });

  test('also reaches rows that are loaded after it', async () => {
    await retracted(2);
    await load(packAt(1));
    expect(await sources()).toEqual([]);
    await load(packAt(2));
    expect(await sources()).toEqual([]);
  });

  test('ends with a later report of the listing', async () => {
    await load(packAt(1));
    await retracted(2);
    await load(packAt(3));
    expect(await sources()).toEqual([1]);
  });

  test('ends with a later report that is loaded with an earlier one', async () => {
    await retracted(2);
    await load(packAt(3), packAt(1));
    expect(await sources()).toEqual([1]);
  });

  test('leaves other sources and their listings', async () => {
    await load(packAt(1), packAt(1, { sourceId: 2 }), packAt(1, { sourceId: 3, listingKey: undefined }));
    await retracted(2);
    expect(await sources()).toEqual([2, 3]);
    await retracted(2, { sourceId: 11 });
    expect(await sources()).toEqual([2, 3]);
  });

  test('leaves a source that has another listing of the closing', async () => {
    await load(packAt(1), packAt(1, { listingKey: 'K2' }));
    await retracted(2);
    expect(await sources()).toEqual([1]);
    await retracted(2, { listingKeys: ['K2', 'unknown'] });
    expect(await sources()).toEqual([]);
  });

  test('waits for a load that has begun', async () => {
    const begun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const loading = pg.transaction(async tx => {
      await tx.query(sql`select pg_advisory_xact_lock_shared(7224327)`);
      begun.resolve();
      await mayEnd.promise;
    });
    await begun.promise;
    let isDone = false;
    const retracting = retracted(2).then(() => {
      isDone = true;
    });
    await pg.query(sql`select pg_sleep(0.1)`);
    expect(isDone).toBe(false);
    mayEnd.resolve();
    await Promise.all([loading, retracting]);
    expect(isDone).toBe(true);
  });
});
