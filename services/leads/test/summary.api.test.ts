import type { AgentSummary } from '@closingwire/contracts/leads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { startLeads } from './start-leads.ts';
import { subscriberOf } from './subscriber.ts';

const now = new Date('2026-03-18T19:00:00Z');
const zipCodes = ['98030', '98055', '97201'];
const types = ['home', 'condo', 'multi', 'commercial'];
let leads: Awaited<ReturnType<typeof startLeads>>;
let subscriber: Awaited<ReturnType<typeof subscriberOf>>;

const dayBefore = (days: number) => new Date(Date.UTC(2026, 2, 18 - days)).toISOString().slice(0, 10);

const lastWeek = [6, 5, 4, 3, 2, 1, 0].map(dayBefore);

/** Returns a function that returns random numbers from 0 to below 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const random = seeded(7);
const upTo = (count: number) => Math.floor(random() * count);
const oneOf = <T>(items: readonly T[]): T => items[upTo(items.length)] as T;

const rows = Array.from({ length: 400 }, (_, n) => {
  const zipCode = oneOf(zipCodes);
  return madeUpLead(n, {
    zip: zipCode,
    city: zipCode === '98055' ? 'Renton' : 'Kent',
    state: zipCode === '97201' ? 'OR' : 'WA',
    soldDate: dayBefore(upTo(60)),
    // Every tenth price is not disclosed.
    price: n % 10 === 7 ? 0 : 20_000 + Math.floor(random() ** 4 * 9_000_000),
    type: oneOf([...types, null]),
  });
});

beforeAll(async () => {
  leads = await startLeads({ clock: () => now });
  await leads.source.deliver(rows);
  subscriber = await subscriberOf(leads, zipCodes);
});
afterAll(() => leads.stop());

const get = <T>(path: string) => subscriber.get<T>(path);
const summary = (query = '') => get<AgentSummary>(`/api/user/agents/summary?${query}`);

type Row = { property: { price: number | null; soldDate: string; zip: string; type: string | null } };

async function listOf(query: string): Promise<Row[]> {
  const found: Row[] = [];
  for (let page = 1; ; page++) {
    const { agents, totalPages } = await get<{ agents: Row[]; totalPages: number }>(
      `/api/user/agents?${query}&limit=200&page=${page}`,
    );
    found.push(...agents);
    if (page >= totalPages) return found;
  }
}

function randomFilter(): string {
  const filter = new URLSearchParams();
  const maybe = () => random() < 0.35;
  if (maybe()) filter.set('zipCode', oneOf(zipCodes));
  if (maybe()) filter.set('city', oneOf(['kent', 'ren', 'e', 'nowhere']));
  if (maybe()) filter.set('state', oneOf(['WA', 'OR']));
  if (maybe()) filter.set('minPrice', String(upTo(400_000)));
  if (maybe()) filter.set('maxPrice', String(100_000 + upTo(3_000_000)));
  if (maybe()) filter.set('propertyType', oneOf(types));
  if (random() < 0.7) filter.set('fromDate', dayBefore(upTo(80)));
  if (maybe()) filter.set('toDate', dayBefore(upTo(40)));
  return filter.toString();
}

const sum = (counts: readonly { count: number }[]) => counts.reduce((total, { count }) => total + count, 0);

const counted = <K>(list: readonly Row[], by: (row: Row) => K) =>
  new Map([...Map.groupBy(list, by)].map(([key, all]) => [key, all.length]));

function middleOf(sorted: readonly number[]): number | null {
  const half = (sorted.length - 1) / 2;
  const [below, above] = [sorted[Math.floor(half)], sorted[Math.ceil(half)]];
  return below === undefined || above === undefined ? null : (below + above) / 2;
}

describe('the summary of closings', () => {
  test('is the list of 80 random filters, counted', async () => {
    let closings = 0;
    for (let round = 0; round < 80; round++) {
      const query = randomFilter();
      const [summed, list] = await Promise.all([summary(query), listOf(query)]);
      closings += list.length;
      expect(summed.total, query).toBe(list.length);
      expect(new Map(summed.days.map(({ day, count }) => [day, count])), query).toEqual(
        counted(list, ({ property }) => property.soldDate),
      );
      expect(new Map(summed.types.map(({ type, count }) => [type, count])), query).toEqual(
        counted(list, ({ property }) => property.type),
      );
      expect(new Map(summed.zips.map(({ zipCode, count }) => [zipCode, count])), query).toEqual(
        counted(list, ({ property }) => property.zip),
      );
      const prices = list.flatMap(({ property: { price } }) => (price ? [price] : [])).sort((a, b) => a - b);
      expect(summed.prices.undisclosed, query).toBe(list.length - prices.length);
      expect(summed.prices.median, query).toBe(middleOf(prices));
      expect(sum(summed.prices.bins), query).toBe(prices.length);
      for (const { from, to, count } of summed.prices.bins) {
        expect(prices.filter(price => price >= from && (to === null || price < to)).length, query).toBe(
          count,
        );
      }
    }
    expect(closings).toBeGreaterThan(2_000);
  });

  test('names the requested days', async () => {
    expect(await summary()).toMatchObject({ from: '2026-03-12', to: '2026-03-18' });
    expect(await summary('fromDate=2026-02-01&toDate=2026-02-28')).toMatchObject({
      from: '2026-02-01',
      to: '2026-02-28',
    });
    expect(await summary('toDate=2026-02-28')).toMatchObject({ from: null, to: '2026-02-28' });
  });

  test('has each of the seven days of a list without dates', async () => {
    const { total, listDays, days } = await summary();
    expect(listDays?.map(({ to }) => to)).toEqual(lastWeek);
    expect(sum(listDays ?? [])).toBe(total);
    for (const { day, count } of days) expect(listDays).toContainEqual({ from: day, to: day, count });
    expect((await summary('fromDate=2026-03-12')).listDays).toBeNull();
  });

  test('without closings is empty', async () => {
    expect(await summary('city=nowhere')).toEqual({
      total: 0,
      listDays: lastWeek.map(day => ({ from: day, to: day, count: 0 })),
      from: '2026-03-12',
      to: '2026-03-18',
      days: [],
      types: [],
      zips: [],
      prices: { undisclosed: 0, lowerQuartile: null, median: null, upperQuartile: null, bins: [] },
    });
  });

  test("never counts other users' ZIPs", async () => {
    expect((await summary('zipCode=10001&fromDate=2020-01-01')).total).toBe(0);
  });

  test('refuses filters that are wrong', async () => {
    expect((await subscriber.ask('/api/user/agents/summary?minPrice=many')).status).toBe(400);
  });
});

describe('the statistics of leads', () => {
  const statistics = async (query = '') => {
    const token = await leads.identity.tokenFor({ isAdmin: true });
    const reply = await fetch(`${leads.url}/api/admin/statistics/leads?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: reply.status, body: (await reply.json()) as { days: Record<string, unknown>[] } };
  };

  test('are those of the batches, day by day', async () => {
    const good = madeUpLead(900);
    const bad = madeUpLead(901, { zip: 'no ZIP' });
    await leads.source.deliver([good, bad, bad]);
    const { body } = await statistics();
    expect(body.days).toHaveLength(30);
    expect(body.days[0]).toEqual({ day: '2026-02-17', received: 0, rejected: 0, undone: 0 });
    expect(body.days.at(-1)).toEqual({ day: '2026-03-18', received: 401, rejected: 2, undone: 0 });
  });

  test('go back 30 or 90 days', async () => {
    expect((await statistics('days=90')).body.days).toHaveLength(90);
    expect((await statistics('days=31')).status).toBe(400);
  });
});
