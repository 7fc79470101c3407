import { newId } from '@closingwire/chassis/ids';
import { systemClock } from '@closingwire/chassis/part';
import { openPg, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FlatLead, readFlat } from '../../test/flat-lead.ts';
import { migrations } from '../config.ts';
import { keyEarlierSales } from './key-earlier-sales.ts';
import { loadLeads } from './load.ts';
import { retract, retractNumbers } from './retract.ts';

let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({ url: await testDatabase('sales'), name: 'sales', migrations, copies: true });
  await pg.part.start();
  await pg.execute(sql`insert into sources (name, kind, trust) values ('MLS', 'key', 50), ('Portal', 'key', 50),
    ('County', 'key', 90)`);
});
afterAll(() => pg.part.stop());
beforeEach(() => pg.query(sql`truncate agents, closings, sale_keys, delivered_closings`));

const [mls, portal, county] = [2, 3, 4];

const ada = { fullName: 'Ada Example', licenseNumber: 'WA-2041', mobile: '206 555 0101' };
const bo = { fullName: 'Bo Example', licenseNumber: 'WA-2042', mobile: '206 555 0102' };

const leadOf = (changes: FlatLead): ReturnType<typeof readFlat> =>
  readFlat({
    ...ada,
    agentRole: 'Listing Agent',
    address1: '12 Main Street',
    city: 'Kent',
    state: 'WA',
    zip: '98030',
    price: 500_000,
    soldDate: '2026-03-05',
    ...changes,
  });

let second = 0;

/** Loads a delivery of rows, after those before. */
async function deliver(sourceId: number, ...rows: FlatLead[]): Promise<void> {
  const receivedAt = new Date(Date.UTC(2026, 2, 10) + second++ * 1_000);
  const pack = { batchId: newId(), part: 0, receivedAt, sourceId, rows: rows.map(leadOf) };
  await loadLeads(pg, systemClock, [pack]);
}

/** The listed closings, each as its agent, day, price and ZIP. */
const listed = () =>
  pg.query<{ name: string; day: string; price: number | null; zip: string }>(
    sql`select a.full_name as name, c.sold_date::text as day, c.price, c.zip
     from closings c join agents a on a.zip = c.zip and a.id = c.agent_id
     where c.source_ids is distinct from '{}' order by 2, 1, 3`,
  );

const sale = { name: 'Ada Example', day: '2026-03-05', price: 500_000, zip: '98030' };

describe('a listing number', () => {
  const listing = { mlsId: 'A-77' };

  test.each([
    ['day', { soldDate: '2026-02-20' }, { ...sale, day: '2026-02-20' }],
    ['price', { price: 510_000 }, { ...sale, price: 510_000 }],
    ['address', { address1: '14 Main Street' }, sale],
    ['ZIP', { zip: '98031' }, { ...sale, zip: '98031' }],
    ['agent', bo, { ...sale, name: 'Bo Example' }],
    ['day and address', { soldDate: '2026-03-08', address1: '9 Elm St' }, { ...sale, day: '2026-03-08' }],
  ])('is one closing whose %s is corrected', async (_what, changes, corrected) => {
    await deliver(mls, listing);
    await deliver(mls, { ...listing, ...changes });
    expect(await listed()).toEqual([corrected]);
    await deliver(mls, { ...listing, ...changes });
    expect(await listed()).toEqual([corrected]);
  });

  test('keeps the agents of both parts', async () => {
    await deliver(mls, listing, { ...listing, ...bo, agentRole: 'Buyer Agent' });
    await deliver(mls, { ...listing, soldDate: '2026-03-06' });
    expect(await listed()).toEqual([
      { ...sale, day: '2026-03-06' },
      { ...sale, name: 'Bo Example', day: '2026-03-06' },
    ]);
  });

  test('keeps two agents of one part that one delivery names', async () => {
    for (let times = 0; times < 2; times++) await deliver(mls, listing, { ...listing, ...bo });
    expect((await listed()).length).toBe(2);
  });

  test('is sold again after two months', async () => {
    await deliver(mls, { ...listing, soldDate: '2025-12-01' });
    await deliver(mls, listing);
    expect((await listed()).length).toBe(2);
  });

  test('of one delivery is two sales on two days', async () => {
    await deliver(mls, { ...listing, soldDate: '2026-02-20' }, listing);
    expect((await listed()).length).toBe(2);
  });

  test('of another source is another listing', async () => {
    await deliver(mls, listing);
    await deliver(portal, { ...listing, address1: '9 Elm St', soldDate: '2026-03-06' });
    expect((await listed()).length).toBe(2);
  });

  test('is corrected by a delivery that is loaded with the earlier one', async () => {
    const packOf = (n: number, changes: FlatLead) => ({
      batchId: newId(),
      part: 0,
      sourceId: mls,
      receivedAt: new Date(Date.UTC(2026, 2, 11, 12, 0, n)),
      rows: [leadOf({ ...listing, ...changes })],
    });
    const packs = [packOf(1, {}), packOf(2, { soldDate: '2026-03-07', ...bo })];
    await loadLeads(pg, systemClock, packs.toReversed());
    expect(await listed()).toEqual([{ ...sale, name: 'Bo Example', day: '2026-03-07' }]);
  });
});

describe('an address', () => {
  test.each([
    ['another spelling', { address1: '12 MAIN ST.' }],
    ['another source', { soldDate: '2026-03-09' }],
    ['a unit in one line', { address1: '12 Main St Apt 4' }],
  ])('is one sale in %s', async (_what, changes) => {
    const unit = 'address1' in changes && changes.address1.endsWith('4') ? { address2: '#4' } : {};
    await deliver(mls, unit);
    await deliver(portal, changes);
    expect((await listed()).length).toBe(1);
  });

  test.each([
    ['after the window', { soldDate: '2026-01-20' }],
    ['on another day at another price', { soldDate: '2026-03-01', price: 450_000 }],
    ['in another unit', { address2: '5' }],
    ['without a house number', { address1: 'Main Street', soldDate: '2026-03-04' }],
  ])('is another sale %s', async (_what, changes) => {
    await deliver(mls, 'address1' in changes ? { address1: 'Main Street' } : { address2: '4' });
    await deliver(mls, { address2: '4', ...changes });
    expect((await listed()).length).toBe(2);
  });

  test('without number finds the listing', async () => {
    await deliver(mls, { mlsId: '77' });
    await deliver(portal, { mlsId: 'P-1', soldDate: '2026-03-06' });
    await deliver(county, { soldDate: '2026-03-07' });
    expect((await listed()).length).toBe(1);
  });
});

describe('two sources', () => {
  const both = () =>
    pg.one(sql`select c.price, c.beds, c.sold_date::text as day, c.source_ids as sources, a.mobile, a.email,
       a.email_source_id as "emailSource" from closings c join agents a on a.zip = c.zip and a.id = c.agent_id`);

  test('agree field by field on the trusted one', async () => {
    await deliver(county, { price: 505_000, email: 'ada@county.example.com' });
    await deliver(mls, { price: 500_000, soldDate: '2026-03-05', beds: 3, email: 'ada@mls.example.com' });
    const agreed = {
      price: 505_000,
      beds: 3,
      day: '2026-03-05',
      sources: [county, mls],
      mobile: '(206) 555-0101',
      email: 'ada@county.example.com',
      emailSource: county,
    };
    expect(await both()).toEqual(agreed);
    await deliver(mls, { price: 499_000, beds: 3 });
    expect(await both()).toEqual(agreed);
  });

  test('of equal trust do not change it back and forth', async () => {
    await deliver(mls, { mlsId: '7', price: 500_000 });
    await deliver(portal, { mlsId: 'P7', price: 500_000, soldDate: '2026-03-06', beds: 4 });
    const first = await both();
    for (let times = 0; times < 2; times++) {
      await deliver(mls, { mlsId: '7', price: 500_000 });
      expect(await both()).toEqual(first);
      await deliver(portal, { mlsId: 'P7', price: 500_000, soldDate: '2026-03-06', beds: 4 });
      expect(await both()).toEqual(first);
    }
    await deliver(mls, { mlsId: '7', price: 500_000, soldDate: '2026-03-02' });
    expect(await both()).toMatchObject({ day: '2026-03-02' });
  });

  test('leave the facts of the other when one retracts its listing', async () => {
    const listing = (listingKey: string, changes: FlatLead) => ({ ...leadOf(changes), listingKey });
    const load = (sourceId: number, row: ReturnType<typeof listing>) =>
      loadLeads(pg, systemClock, [
        {
          batchId: newId(),
          part: 0,
          sourceId,
          receivedAt: new Date(Date.UTC(2026, 2, 11) + second++),
          rows: [row],
        },
      ]);
    await load(mls, listing('k1', { price: 500_000 }));
    await load(county, listing('c1', { price: 505_000, beds: 3 }));
    expect(await both()).toMatchObject({ price: 505_000, beds: 3 });
    const now = new Date(Date.UTC(2026, 2, 12));
    await pg.transaction(tx => retract(tx, { sourceId: county, listingKeys: ['c1'], now }));
    expect(await both()).toMatchObject({ price: 500_000, beds: null, sources: [mls] });
  });

  test('keep what each said', async () => {
    await deliver(mls, { price: 500_000 });
    await deliver(portal, { price: 510_000 });
    const { reports } = await pg.one<{ reports: Record<string, { facts: { price: number } }> }>(
      sql`select reports from closings`,
    );
    expect([reports[mls]?.facts.price, reports[portal]?.facts.price]).toEqual([500_000, 510_000]);
  });
});

describe('a listing number that its source retracts', () => {
  const retracted = (seconds: number, ...mlsIds: string[]) =>
    pg.transaction(tx =>
      retractNumbers(tx, { sourceId: mls, mlsIds, now: new Date(Date.UTC(2026, 2, 10) + seconds * 1_000) }),
    );

  test('leaves the lists until it is reported again', async () => {
    await deliver(
      mls,
      { mlsId: 'A-1' },
      { ...bo, mlsId: 'A-1', agentRole: 'Buyer Agent' },
      { mlsId: 'A-2', address1: '9 Elm St' },
    );
    expect(await retracted(second++, 'a-1', 'unknown')).toBe(2);
    expect(await retracted(second++, 'a-1')).toBe(0);
    expect((await listed()).length).toBe(1);
    await deliver(mls, { mlsId: 'A-1' });
    expect((await listed()).length).toBe(2);
  });

  test('stays with the facts of another source', async () => {
    await deliver(mls, { mlsId: 'A-1', price: 500_000 });
    await deliver(portal, { mlsId: 'P-1', price: 510_000 });
    await retracted(second++, 'A-1');
    expect(await listed()).toEqual([{ ...sale, price: 510_000 }]);
  });

  test('stays away with rows that were received before', async () => {
    await retracted(second + 10, 'A-1');
    await deliver(mls, { mlsId: 'A-1' });
    expect(await listed()).toEqual([]);
    second += 20;
    await deliver(mls, { mlsId: 'A-1' });
    expect((await listed()).length).toBe(1);
  });
});

test('sales from before get their keys, once', async () => {
  await deliver(mls, { mlsId: 'A-1' });
  await deliver(mls, { mlsId: 'A-2', zip: '98031' });
  const keys = () => pg.query(sql`select key, sale_id, zip, sold_date from sale_keys order by key`);
  const before = await keys();
  await pg.execute(sql`truncate sale_keys`);
  await pg.execute(sql`update sale_key_progress set zip = ''`);
  for (let times = 0; times < 2; times++) await keyEarlierSales(pg);
  expect(await keys()).toEqual(before);
  await deliver(mls, { mlsId: 'A-1', soldDate: '2026-03-01' });
  expect((await listed()).length).toBe(2);
});

test('a contact keeps its source and its times', async () => {
  const seen = () =>
    pg.one(
      sql`select mobile_source_id as source, mobile_first_seen_at as first, mobile_last_seen_at as last from agents`,
    );
  const at = (hours: number) => new Date(Date.UTC(2026, 2, 12) + hours * 3_600_000);
  const load = (hours: number, sourceId: number, changes: FlatLead = {}) =>
    loadLeads(pg, systemClock, [
      { batchId: newId(), part: 0, sourceId, receivedAt: at(hours), rows: [leadOf(changes)] },
    ]);
  await load(0, mls);
  await load(30, mls);
  expect(await seen()).toEqual({ source: mls, first: at(0), last: at(30) });
  await load(60, mls, { mobile: '' });
  expect(await seen()).toEqual({ source: mls, first: at(0), last: at(30) });
  await load(90, mls, { mobile: '206 555 0199' });
  expect(await seen()).toEqual({ source: mls, first: at(90), last: at(90) });
  await load(120, county, { mobile: '206 555 0198' });
  expect(await seen()).toEqual({ source: county, first: at(120), last: at(120) });
});
