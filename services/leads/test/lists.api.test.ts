import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import type { leadList } from '@closingwire/contracts/leads';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { madeUpLead } from './made-up-leads.ts';
import { startLeads } from './start-leads.ts';
import { type Page, subscriberOf } from './subscriber.ts';

const WEDNESDAY = new Date('2026-03-18T19:00:00Z');
const SATURDAY = new Date('2026-03-21T19:00:00Z');

let now = WEDNESDAY;
let leads: Awaited<ReturnType<typeof startLeads>>;

const daysBefore = (days: number) =>
  new Date(WEDNESDAY.getTime() - days * 86_400_000).toISOString().slice(0, 10);

/** One closing on each of the last forty days, today first. */
const ofKent = Array.from({ length: 40 }, (_, n) => madeUpLead(n, { soldDate: daysBefore(n) }));
const ofRenton = [madeUpLead(100, { zip: '98055', city: 'Renton' })];

beforeAll(async () => {
  leads = await startLeads({ clock: () => now });
  await leads.source.deliver([...ofKent, ...ofRenton]);
});
afterAll(() => leads.stop());
beforeEach(() => {
  now = WEDNESDAY;
});

type List = z.output<typeof leadList>;
type Subscriber = Awaited<ReturnType<typeof subscriberOf>>;

const listsOf = ({ get }: Subscriber, period?: string) =>
  get<List[]>(`/api/lead-lists${period ? `?period=${period}` : ''}`);

async function listOf(subscriber: Subscriber, zipCode: string, period?: string): Promise<List> {
  const list = (await listsOf(subscriber, period)).find(({ zipCode: zip }) => zip.zipCode === zipCode);
  if (!list) throw new Error(`No list of ${zipCode}`);
  return list;
}

/** The query of the screen that a row of the subscriptions page opens. */
const screenOf = ({ id, dateFrom, dateTo }: List) => `leadListId=${id}&dateFrom=${dateFrom}&dateTo=${dateTo}`;

const daysIn = ({ agents }: Page) => agents.map(({ property }) => property.soldDate);

describe('a lead list', () => {
  test('covers a week by default', async () => {
    row('entity/lead-list', 'call/get-lead-lists');
    const subscriber = await subscriberOf(leads, ['98030', '98055']);
    const week = { dateFrom: '2026-03-12', dateTo: '2026-03-18', updatedAt: WEDNESDAY.toISOString() };
    const weekly = [
      { zipCode: { zipCode: '98030' }, agentCount: 7, ...week },
      { zipCode: { zipCode: '98055' }, agentCount: 1, ...week },
    ];
    expect(await listsOf(subscriber)).toMatchObject(weekly);
    expect(await listsOf(subscriber, 'weekly')).toMatchObject(weekly);
    expect(await listsOf(subscriber, 'daily')).toMatchObject([
      { zipCode: { zipCode: '98030' }, agentCount: 2, dateFrom: '2026-03-17', dateTo: '2026-03-18' },
      { zipCode: { zipCode: '98055' }, agentCount: 1, dateFrom: '2026-03-17', dateTo: '2026-03-18' },
    ]);
  });

  test.each(['daily', 'weekly'])('counts the rows that its %s screen shows', async period => {
    const subscriber = await subscriberOf(leads, ['98030']);
    const list = await listOf(subscriber, '98030', period);
    const page = await subscriber.get<Page>(`/api/agents/98030?${screenOf(list)}`);
    expect(page).toMatchObject({ total: list.agentCount, totalPages: 1 });
    expect(daysIn(page)).toEqual(
      ofKent.slice(0, period === 'daily' ? 2 : 7).map(row => row.property.soldDate),
    );
  });

  test('covers the last seven days days later', async () => {
    const subscriber = await subscriberOf(leads, ['98030']);
    now = SATURDAY;
    const list = await listOf(subscriber, '98030');
    expect(list).toMatchObject({
      agentCount: 4,
      updatedAt: WEDNESDAY.toISOString(),
      dateFrom: '2026-03-15',
      dateTo: '2026-03-21',
    });
    const page = await subscriber.get<Page>(`/api/agents/98030?leadListId=${list.id}`);
    expect([page.total, page.agents.at(-1)?.property.soldDate]).toEqual([4, '2026-03-15']);
    expect((await subscriber.get<Page>('/api/user/agents')).total).toBe(4);
  });

  test('is dated by the calendar of its state', async () => {
    now = new Date('2026-03-18T06:30:00Z');
    await leads.source.deliver([
      madeUpLead(300, { zip: '10001', city: 'New York', state: 'NY', soldDate: '2026-03-18' }),
      madeUpLead(301, { zip: '90001', city: 'Los Angeles', state: 'CA', soldDate: '2026-03-17' }),
    ]);
    const subscriber = await subscriberOf(leads, ['10001', '90001']);
    expect(await listsOf(subscriber, 'daily')).toMatchObject([
      { zipCode: { zipCode: '10001' }, agentCount: 1, dateFrom: '2026-03-17', dateTo: '2026-03-18' },
      { zipCode: { zipCode: '90001' }, agentCount: 1, dateFrom: '2026-03-16', dateTo: '2026-03-17' },
    ]);
  });
});

describe('leadListId', () => {
  test('leaves out later closings', async () => {
    await leads.source.deliver([madeUpLead(400, { zip: '98101' }), madeUpLead(401, { zip: '98101' })]);
    const subscriber = await subscriberOf(leads, ['98101']);
    const { id } = await listOf(subscriber, '98101');
    // A batch that is being loaded: its rows are stored, its lists are not updated.
    await leads.pg.execute(
      sql`create temp table late as select * from closings where zip = '98101' limit 1;
       update late set id = gen_random_uuid(), created_at = clock_timestamp();
       insert into closings select * from late; drop table late`,
    );
    expect((await subscriber.get<Page>('/api/user/agents')).total).toBe(3);
    expect((await subscriber.get<Page>(`/api/agents/98101?leadListId=${id}`)).total).toBe(2);
    expect((await listOf(subscriber, '98101')).agentCount).toBe(2);
    await leads.source.deliver([madeUpLead(402, { zip: '98101' })]);
    expect((await subscriber.get<Page>(`/api/agents/98101?leadListId=${id}`)).total).toBe(4);
    expect(await listOf(subscriber, '98101')).toMatchObject({ id, agentCount: 4 });
  });

  test.each([
    ['', 7],
    ['&dateFrom=2026-03-15', 4],
    ['&dateTo=2026-03-12', 1],
    ['&dateFrom=2026-03-12&dateTo=2026-03-13', 2],
    ['&dateFrom=2026-01-01&dateTo=2026-12-31', 7],
    ['&search=agent.3@', 1],
    ['&search=agent.9@', 0],
  ])('is narrowed, never widened, by %j', async (query, total) => {
    row('agents/lead-list-id');
    const subscriber = await subscriberOf(leads, ['98030']);
    const { id } = await listOf(subscriber, '98030');
    expect((await subscriber.get<Page>(`/api/agents/98030?leadListId=${id}${query}`)).total).toBe(total);
  });

  test('is not found for another ZIP', async () => {
    const subscriber = await subscriberOf(leads, ['98030', '98055']);
    const stranger = await subscriberOf(leads, ['98055']);
    const kent = await listOf(subscriber, '98030');
    const renton = await listOf(subscriber, '98055');
    const asked: [Subscriber, string, string][] = [
      [subscriber, '98030', renton.id],
      [subscriber, '98030', newId()],
      [subscriber, '98030', 'last-week'],
      [stranger, '98030', kent.id],
    ];
    for (const [{ ask }, zipCode, id] of asked) {
      const reply = await ask(`/api/agents/${zipCode}?leadListId=${id}`);
      expect(reply.status).toBe(404);
      expect(await reply.json()).toMatchObject({ message: 'There is no such list for ZIP 98030' });
    }
  });

  test('pages through a list without a gap', async () => {
    const subscriber = await subscriberOf(leads, ['98030']);
    const list = await listOf(subscriber, '98030');
    const pages = [1, 2, 3].map(page =>
      subscriber.get<Page>(`/api/agents/98030?${screenOf(list)}&limit=3&page=${page}`),
    );
    const ids = (await Promise.all(pages)).flatMap(({ agents }) => agents.map(agent => agent.id));
    expect(new Set(ids).size).toBe(list.agentCount);
  });
});

describe('a last day alone', () => {
  test('reaches back as far as the data goes', async () => {
    const subscriber = await subscriberOf(leads, ['98030']);
    const dashboard = await subscriber.get<Page>('/api/user/agents?toDate=2026-03-01&limit=200');
    expect([dashboard.total, daysIn(dashboard).at(0), daysIn(dashboard).at(-1)]).toEqual([
      23,
      '2026-03-01',
      '2026-02-07',
    ]);
    const zip = await subscriber.get<Page>('/api/agents/98030?dateTo=2026-03-01');
    expect([zip.total, daysIn(zip).at(-1)]).toEqual([23, '2026-02-07']);
    const csv = await (await subscriber.exportCsv({ toDate: '2026-03-01' })).text();
    const rows: Record<string, string>[] = parse(csv, { columns: true });
    expect(rows.map(row => row['Sale Date'])).toEqual(daysIn(dashboard));
  });
});
