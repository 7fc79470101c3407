import { newId } from '@closingwire/chassis/ids';
import { systemClock } from '@closingwire/chassis/part';
import { openPg, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readFlat } from '../../test/flat-lead.ts';
import { migrations } from '../config.ts';
import { markReceived, openBatch } from './batches.ts';
import { loadLeads } from './load.ts';

let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({ url: await testDatabase('older_pack'), name: 'older-pack', migrations, copies: true });
  await pg.part.start();
});
afterAll(() => pg.part.stop());
beforeEach(() => pg.query(sql`truncate agents, closings`));

const packAt = (second: number, changes: object) => ({
  batchId: newId(),
  part: 0,
  receivedAt: new Date(Date.UTC(2026, 2, 10, 12, 0, second)),
  rows: [
    readFlat({
      fullName: 'Ada Example',
      licenseNumber: 'WA-1',
      address1: '1 Elm St',
      city: 'Kent',
      state: 'WA',
      zip: '98030',
      soldDate: '2026-03-09',
      mlsId: '77',
      ...changes,
    }),
  ],
});
const load = (...packs: ReturnType<typeof packAt>[]) => loadLeads(pg, systemClock, packs);
const stored = () =>
  pg.one(
    sql`select a.mobile, a.email, c.price, c.beds from agents a join closings c on c.zip = a.zip and c.agent_id = a.id`,
  );

/** Inserts a batch that was received five minutes ago and lacks one of its two packs. */
async function aBatchWithAParkedPack(): Promise<void> {
  const id = newId();
  const now = new Date(Date.now() - 5 * 60_000);
  const counts = { accepted: 2, rejected: 0, undisclosedPrices: 0, droppedCells: 0, report: null, packs: 2 };
  await openBatch(pg, { id, sender: { keyId: newId(), sourceId: 1 }, now });
  await pg.transaction(tx => markReceived(tx, { id, ...counts, now }));
  await pg.execute(sql`update batches set loaded_parts = 1 where id = ${id}`);
}

const first = () => packAt(1, { mobile: '206 555 0101', email: 'ada@example.com', price: 80_000 });
const second = () => packAt(2, { mobile: '206 555 0102', price: 90_000, beds: 3 });
const both = { mobile: '(206) 555-0102', email: 'ada@example.com', price: 90_000, beds: 3 };

describe('a pack that arrives after a newer one', () => {
  test('only fills blanks of the newer one', async () => {
    await load(second());
    await load(first());
    expect(await stored()).toEqual(both);
  });

  test('gives the same result in any order', async () => {
    await load(second(), first());
    expect(await stored()).toEqual(both);
    await pg.execute(sql`truncate agents, closings`);
    await load(first());
    await load(second());
    expect(await stored()).toEqual(both);
  });

  test('loses to facts that a newer one repeated', async () => {
    await load(packAt(0, { price: 70_000 }));
    await aBatchWithAParkedPack();
    await load(packAt(5, { price: 70_000 }));
    await load(packAt(3, { price: 100_000 }));
    expect(await stored()).toMatchObject({ price: 70_000 });
  });

  test('wins over rows without a time', async () => {
    await load(packAt(9, { price: 70_000 }));
    await pg.execute(sql`update agents set received_at = null`);
    await pg.execute(sql`update closings set received_at = null`);
    await load(packAt(3, { price: 100_000 }));
    expect(await stored()).toMatchObject({ price: 100_000 });
  });

  test('changes nothing when it is delivered twice', async () => {
    const pack = packAt(4, { price: 60_000 });
    await load(pack);
    await load(packAt(5, { price: 70_000 }));
    await load(pack);
    expect(await stored()).toMatchObject({ price: 70_000 });
  });
});
