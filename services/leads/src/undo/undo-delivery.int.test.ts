import { newId } from '@closingwire/chassis/ids';
import { systemClock } from '@closingwire/chassis/part';
import { openPg, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import type { UndoCounts } from '@closingwire/contracts/ingestion';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FlatLead, readFlat } from '../../test/flat-lead.ts';
import { migrations } from '../config.ts';
import { applyTrust } from '../loading/apply-trust.ts';
import { markReceived, openBatch } from '../loading/batches.ts';
import { allColumns } from '../loading/changes.ts';
import { type LeadPack, loadLeads } from '../loading/load.ts';
import { findUndo, startUndo } from './start.ts';
import { undoDelivery } from './undo-delivery.ts';

let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({ url: await testDatabase('undo'), name: 'undo', migrations, copies: true });
  await pg.part.start();
  await pg.execute(sql`insert into sources (name, kind) values ('MLS', 'key'), ('Portal', 'key')`);
});
afterAll(() => pg.part.stop());
beforeEach(() =>
  pg.query(
    sql`truncate agents, closings, sale_keys, delivered_closings, agent_changes, closing_changes, batches`,
  ),
);

const [mls, portal] = [2, 3];

const leadOf = (changes: FlatLead) =>
  readFlat({
    fullName: 'Ada Example',
    agentRole: 'Listing Agent',
    licenseNumber: 'WA-2041',
    mobile: '206 555 0101',
    address1: '12 Main St',
    city: 'Kent',
    state: 'WA',
    zip: '98030',
    price: 500_000,
    soldDate: '2026-03-05',
    mlsId: 'A-1',
    ...changes,
  });

let second = 0;

async function received(sourceId: number, packs: number): Promise<string> {
  const id = newId();
  const now = systemClock();
  const counts = { accepted: 1, rejected: 0, undisclosedPrices: 0, droppedCells: 0, report: null, packs };
  await openBatch(pg, { id, sender: { keyId: newId(), sourceId }, now });
  await pg.transaction(tx => markReceived(tx, { id, ...counts, now }));
  return id;
}

const packOf = (batchId: string, sourceId: number, rows: FlatLead[]): LeadPack => ({
  batchId,
  part: 0,
  sourceId,
  receivedAt: new Date(Date.UTC(2026, 2, 10) + second++ * 1_000),
  rows: rows.map(leadOf),
});

/** Delivers rows and returns the id of the batch. */
async function deliver(sourceId: number, ...rows: FlatLead[]): Promise<string> {
  const batchId = await received(sourceId, 1);
  await loadLeads(pg, systemClock, [packOf(batchId, sourceId, rows)]);
  return batchId;
}

const adminId = newId();
const start = (batchId: string) =>
  pg.transaction(tx => startUndo(tx, { batchId, adminId, now: systemClock() }));

async function undo(batchId: string) {
  await start(batchId);
  await undoDelivery(pg, systemClock, batchId);
  const done = await findUndo(pg, batchId, systemClock());
  return done.state === 'done' ? done.counts : done;
}

/** Everything that deliveries decide. */
const content = async () => ({
  agents: await pg.query(
    sql`select to_jsonb(a) - 'updated_at' - 'created_at' as row from agents a order by zip, full_name`,
  ),
  closings: await pg.query(
    sql`select to_jsonb(c) - 'updated_at' - 'created_at' as row from closings c order by zip, address1, id`,
  ),
});

const elm = {
  address1: '9 Elm St',
  mlsId: 'A-2',
  fullName: 'Bo Example',
  licenseNumber: 'WA-2042',
  mobile: '206 555 0102',
};

/** The counts of closings and of agents: removed, restored, kept. */
function counted(closings: number[], agents: number[]): UndoCounts {
  const named = ([removed = 0, restored = 0, kept = 0]: number[]) => ({ removed, restored, kept });
  return { ...named(closings), agents: named(agents) };
}

describe('the undo of a delivery', () => {
  test('removes what it added and restores what it changed', async () => {
    await deliver(mls, {});
    const before = await content();
    const bad = await deliver(mls, { price: 999_000, mobile: '206 555 0199', soldDate: '2026-03-02' }, elm);
    const counts = counted([1, 1, 0], [1, 1, 0]);
    expect(await undo(bad)).toEqual(counts);
    expect(await content()).toEqual(before);
    expect(await undo(bad)).toEqual(counts);
    expect(await content()).toEqual(before);
  });

  test('restores day and price of each of many closings', async () => {
    const sales = (price: number, day: number) =>
      Array.from({ length: 40 }, (_, n) => ({
        address1: `${n + 1} Oak St`,
        mlsId: `M-${n}`,
        price,
        soldDate: `2026-03-0${day}`,
      }));
    await deliver(mls, ...sales(500_000, 5));
    const before = await content();
    const bad = await deliver(mls, ...sales(900_000, 7));
    expect(await undo(bad)).toEqual(counted([0, 40, 0], [0, 0, 0]));
    expect(await content()).toEqual(before);
  });

  test('brings an agent back whom it replaced', async () => {
    await deliver(mls, {});
    const before = await content();
    const bad = await deliver(mls, {
      fullName: 'Bo Example',
      licenseNumber: 'WA-2042',
      mobile: '206 555 0102',
    });
    expect(await undo(bad)).toEqual(counted([0, 1, 0], [1, 0, 0]));
    expect(await content()).toEqual(before);
  });

  test('keeps what a later delivery of the source reported', async () => {
    await deliver(mls, {});
    const bad = await deliver(mls, { price: 999_000 }, elm);
    await deliver(mls, { price: 510_000 }, elm);
    const after = await content();
    expect(await undo(bad)).toEqual(counted([0, 0, 2], [0, 0, 1]));
    expect(await content()).toEqual(after);
  });

  test('takes back its report where other sources report too', async () => {
    await deliver(mls, { price: 500_000 });
    const bad = await deliver(portal, { price: 999_000, mlsId: 'P-1', beds: 9, email: 'wrong@example.com' });
    await deliver(mls, { price: 501_000 });
    expect(await undo(bad)).toEqual(counted([0, 1, 0], [0, 1, 0]));
    expect(await pg.one(sql`select price, beds, source_ids as sources from closings`)).toEqual({
      price: 501_000,
      beds: null,
      sources: [mls],
    });
    expect(await pg.one(sql`select email, source_ids as sources from agents`)).toEqual({
      email: null,
      sources: [mls],
    });
  });
});

describe('the counts of an undo', () => {
  test('have a sale of two agents and an agent of two ZIPs once', async () => {
    await deliver(mls, {});
    const buyer = { ...elm, agentRole: 'Buyer Agent' };
    const bad = await deliver(
      mls,
      { price: 999_000 },
      { ...buyer, address1: '12 Main St', mlsId: 'A-1' },
      elm,
      {
        ...elm,
        zip: '98031',
        address1: '1 Oak St',
        mlsId: 'A-3',
      },
    );
    expect(await undo(bad)).toEqual(counted([2, 1, 0], [1, 0, 0]));
  });

  test('have an agent brought to another ZIP as restored', async () => {
    await deliver(mls, {});
    const bad = await deliver(mls, { zip: '98031', address1: '1 Oak St', mlsId: 'A-3' });
    expect(await undo(bad)).toMatchObject({ removed: 1, agents: { removed: 0, restored: 1, kept: 0 } });
  });

  test('have nothing of a repeated file', async () => {
    await deliver(mls, {});
    second += 86_400;
    const again = await deliver(mls, {});
    expect(await undo(again)).toEqual(counted([0, 0, 0], [0, 0, 0]));
  });
});

describe('undos', () => {
  test('can follow each other in any order', async () => {
    await deliver(mls, {});
    const before = await content();
    const [one, other] = [
      await deliver(mls, { price: 1_000_000 }),
      await deliver(mls, { price: 2_000_000 }, elm),
    ];
    await undo(one);
    await undo(other);
    expect(await content()).toEqual(before);
  });

  test('leave nothing that only these deliveries reported', async () => {
    const [one, other] = [await deliver(mls, elm), await deliver(mls, elm)];
    await undo(one);
    expect((await content()).closings.length).toBe(1);
    await undo(other);
    expect(await content()).toEqual({ agents: [], closings: [] });
  });

  test('leave opt-outs as they are', async () => {
    await deliver(mls, {});
    const bad = await deliver(mls, { price: 999_000 });
    await pg.execute(sql`update agents set is_suppressed = true`);
    await pg.execute(sql`update closings set is_suppressed = true`);
    await undo(bad);
    expect(await pg.one(sql`select is_suppressed as hidden, price from closings`)).toEqual({
      hidden: true,
      price: 500_000,
    });
  });

  test('keep late packs of the delivery out', async () => {
    const batchId = await received(mls, 2);
    await loadLeads(pg, systemClock, [packOf(batchId, mls, [{}])]);
    await pg.execute(sql`update batches set state = 'failed' where id = ${batchId}`);
    await undo(batchId);
    await loadLeads(pg, systemClock, [{ ...packOf(batchId, mls, [elm]), part: 1 }]);
    expect(await content()).toEqual({ agents: [], closings: [] });
  });

  test('start over when they are killed halfway', async () => {
    await deliver(mls, {});
    const before = await content();
    const bad = await deliver(mls, { price: 999_000 }, elm);
    await start(bad);
    const failing = {
      ...pg,
      transaction: work =>
        pg.transaction(async tx => {
          await work(tx);
          throw new Error('killed');
        }),
    } as typeof pg;
    await expect(undoDelivery(failing, systemClock, bad)).rejects.toThrow('killed');
    await undoDelivery(pg, systemClock, bad);
    expect(await content()).toEqual(before);
  });
});

test.each([
  ['a feed', sql`update batches set key_id = null`, 'A feed sends its closings again'],
  ['rows under way', sql`update batches set state = 'loading'`, 'still being stored'],
  ['a month ago', sql`update batches set started_at = now() - interval '31 days'`, 'older than 30 days'],
  ['no closings', sql`truncate delivered_closings`, 'stored no closing'],
])('a delivery of %s is not undone', async (_what, change, reason) => {
  const batchId = await deliver(mls, {});
  await pg.execute(change);
  await expect(start(batchId)).rejects.toThrow(reason);
});

test.each(['agents', 'closings'] as const)('changes of %s keep every column of deliveries', async table => {
  const columnsOf = async (name: string) =>
    (
      await pg.query<{ name: string }>(
        sql`select column_name as name from information_schema.columns where table_name = ${name} order by 1`,
      )
    ).map(({ name }) => name);
  const kept = (await columnsOf(table === 'agents' ? 'agent_changes' : 'closing_changes')).filter(
    name => !['by_batch', 'changed_at', 'change_number'].includes(name),
  );
  const ofDeliveries = (await columnsOf(table)).filter(
    name => !['hidden_at', 'hidden_by', 'corrections'].includes(name),
  );
  expect(kept).toEqual(ofDeliveries);
  expect(allColumns[table].toSorted()).toEqual(kept);
});

test('a changed trust decides again, once', async () => {
  await deliver(mls, { price: 500_000, beds: 2 });
  await deliver(portal, { price: 510_000, mlsId: 'P-1' });
  const price = () => pg.one(sql`select price, beds from closings`);
  expect(await price()).toEqual({ price: 510_000, beds: 2 });
  await pg.execute(sql`update sources set trust = 60 where id = ${mls}`);
  for (let times = 0; times < 2; times++) await applyTrust(pg, mls);
  expect(await price()).toEqual({ price: 500_000, beds: 2 });
});
