import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { startLeads } from './start-leads.ts';
import { type Page, subscriberOf } from './subscriber.ts';

let leads: Awaited<ReturnType<typeof startLeads>>;

/** In list order: the newest sale first. */
const prices = [0, 300_000, null, 200_000, 100_000];

beforeAll(async () => {
  leads = await startLeads({ clock: () => new Date('2026-03-18T19:00:00Z') });
  await leads.source.deliver(
    prices.map((price, n) => madeUpLead(n, { price, soldDate: `2026-03-${18 - n}` })),
  );
});
afterAll(() => leads.stop());

const pricesIn = ({ agents }: Page) => agents.map(({ property }) => property.price);

describe('a list filtered by price', () => {
  test.each([
    ['', [null, 300_000, null, 200_000, 100_000]],
    ['minPrice=200000', [300_000, 200_000]],
    ['maxPrice=200000', [200_000, 100_000]],
    ['minPrice=200000&maxPrice=300000', [300_000, 200_000]],
    ['minPrice=200001&maxPrice=299999', []],
    ['minPrice=0', [300_000, 200_000, 100_000]],
    ['maxPrice=10000000000', [300_000, 200_000, 100_000]],
    ['minPrice=&maxPrice=', [null, 300_000, null, 200_000, 100_000]],
  ])('includes both limits and only known prices: %s', async (query, expected) => {
    row('beyond/undisclosed-price');
    const { get } = await subscriberOf(leads, ['98030']);
    const page = await get<Page>(`/api/user/agents?${query}`);
    expect(pricesIn(page)).toEqual(expected);
    expect(page.total).toBe(expected.length);
  });
});

describe('a price that is not disclosed', () => {
  test('is null on the list of its ZIP', async () => {
    const { get } = await subscriberOf(leads, ['98030']);
    expect(pricesIn(await get<Page>('/api/agents/98030?page=1'))).toEqual([
      null,
      300_000,
      null,
      200_000,
      100_000,
    ]);
  });

  test('is an empty cell and outside every limit in exports', async () => {
    const { exportCsv, ask } = await subscriberOf(leads, ['98030']);
    const cells = async (filters: object) => {
      const rows: Record<string, string>[] = parse(await (await exportCsv(filters)).text(), {
        columns: true,
      });
      return rows.map(row => row['Sale Price']);
    };
    expect(await cells({})).toEqual(['', '300000', '', '200000', '100000']);
    expect(await cells({ minPrice: 0 })).toEqual(['300000', '200000', '100000']);
    const json = await ask('/api/user/agents/export', { method: 'POST', body: '{"maxPrice":200000}' });
    expect(pricesIn((await json.json()) as Page)).toEqual([200_000, 100_000]);
  });
});

describe('a delivery', () => {
  test('counts the prices that are not disclosed', async () => {
    const given = [250_000, 0, null, '$0', '', 'N/A', 1_000, 1];
    const rows = [
      ...given.map((price, n) => madeUpLead(n, { price, zip: '98001' })),
      madeUpLead(90, { price: 0, zip: 'none' }),
    ];
    const batch = await leads.source.deliver(rows);
    expect(batch).toMatchObject({ accepted: 8, rejected: 1, undisclosedPrices: 6, droppedCells: 1 });
    const stored = await leads.pg.query<{ price: number | null }>(
      sql`select price from closings where zip = '98001' order by price nulls last`,
    );
    expect(stored.map(({ price }) => price)).toEqual([1_000, 250_000, null, null, null, null, null, null]);
  });

  test('needs no column of prices', async () => {
    const body = 'full_name,address1,city,state,zip,sold_date\nAnn,1 Elm St,Kent,WA,98003,2026-03-09\n';
    const reply = (await (await leads.source.post('text/csv', body)).json()) as { batchId: string };
    expect(reply).toMatchObject({ accepted: 1, rejected: 0, undisclosedPrices: 1 });
    await until(async () => (await leads.source.batch(reply.batchId)).state === 'done');
  });

  test('keeps a price when a later row has none', async () => {
    await leads.source.deliver([madeUpLead(1, { price: 5_000, zip: '98002' })]);
    await leads.source.deliver([madeUpLead(1, { price: 0, beds: 9, zip: '98002' })]);
    const stored = await leads.pg.query(sql`select price, beds from closings where zip = '98002'`);
    expect(stored).toEqual([{ price: 5_000, beds: 9 }]);
  });
});
