import type { AgentSummary, LeadList } from '@closingwire/contracts/leads';
import { addDays } from '@closingwire/contracts/state-days';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { startLeads } from './start-leads.ts';
import { type Page, subscriberOf } from './subscriber.ts';

/** ZIPs in four time zones. */
const places = [
  { zip: '10001', city: 'New York', state: 'NY' },
  { zip: '60614', city: 'Chicago', state: 'IL' },
  { zip: '98107', city: 'Seattle', state: 'WA' },
  { zip: '96815', city: 'Honolulu', state: 'HI' },
];
const zipCodes = places.map(({ zip }) => zip);

/** At noon it is the 18th everywhere. At each midnight the 18th begins there: first in New York, last in Honolulu. */
const moments = {
  noon: '2026-03-18T19:00:00Z',
  'midnight in New York': '2026-03-18T04:00:00Z',
  'midnight in Seattle': '2026-03-18T07:00:00Z',
  'an instant before midnight in Honolulu': '2026-03-18T09:59:59Z',
  'midnight in Honolulu': '2026-03-18T10:00:00Z',
} as const;

let now = new Date(moments.noon);
let leads: Awaited<ReturnType<typeof startLeads>>;
let subscriber: Awaited<ReturnType<typeof subscriberOf>>;

/**
 * Sales on 36 days; the number of sales differs between neighboring days, so a window that is off by a day changes the
 * count.
 */
const rows = places.flatMap((place, zip) =>
  Array.from({ length: 36 }, (_, age) =>
    Array.from({ length: 1 + ((age + zip) % 3) }, (_, n) =>
      madeUpLead(zip * 1000 + age * 10 + n, { ...place, soldDate: addDays('2026-03-19', -age) }),
    ),
  ).flat(),
);

beforeAll(async () => {
  // Sources may send sales of tomorrow (UTC).
  leads = await startLeads({ clock: () => now });
  await leads.source.deliver(rows);
  subscriber = await subscriberOf(leads, zipCodes);
});
afterAll(() => leads.stop());

const sum = (counts: readonly { count: number }[]) => counts.reduce((total, { count }) => total + count, 0);
const totalOf = async (path: string) => (await subscriber.get<Page>(path)).total;

/** All counts of the last seven days that screens show, summed over the ZIPs. */
async function countsOfWeek() {
  const lists = await subscriber.get<LeadList[]>('/api/lead-lists?period=weekly');
  const summary = await subscriber.get<AgentSummary>('/api/user/agents/summary');
  const { agents } = (await (
    await subscriber.ask('/api/user/agents/export', { method: 'POST', body: '{}' })
  ).json()) as Page;
  const csv = parse(await (await subscriber.exportCsv({})).text(), { columns: true }) as object[];
  const linked = await Promise.all(
    lists.map(({ id, zipCode, dateFrom, dateTo }) =>
      totalOf(`/api/agents/${zipCode.zipCode}?leadListId=${id}&dateFrom=${dateFrom}&dateTo=${dateTo}`),
    ),
  );
  const dated = await Promise.all(
    lists.map(({ zipCode, dateFrom, dateTo }) =>
      totalOf(`/api/agents/${zipCode.zipCode}?dateFrom=${dateFrom}&dateTo=${dateTo}`),
    ),
  );
  const added = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  expect(linked).toEqual(lists.map(({ agentCount }) => agentCount));
  expect(summary.listDays).toHaveLength(7);
  return {
    cards: added(lists.map(({ agentCount }) => agentCount)),
    linked: added(linked),
    dated: added(dated),
    table: await totalOf('/api/user/agents'),
    chart: sum(summary.listDays ?? []),
    map: sum(summary.zips),
    summary: summary.total,
    export: agents.length,
    file: csv.length,
    api: await totalOf('/api/v1/agents-properties'),
  };
}

describe('counts of the same seven days', () => {
  test.each(Object.entries(moments))('agree at %s', async (_name, moment) => {
    now = new Date(moment);
    const counts = await countsOfWeek();
    expect(counts.table).toBeGreaterThan(40);
    expect(new Set(Object.values(counts)), JSON.stringify(counts)).toEqual(new Set([counts.table]));
  });

  test('are those of the seven days of each state', async () => {
    now = new Date(moments['midnight in Seattle']);
    const lists = await subscriber.get<LeadList[]>('/api/lead-lists');
    expect(lists.map(({ zipCode, dateFrom, dateTo }) => [zipCode.zipCode, dateFrom, dateTo])).toEqual([
      ['10001', '2026-03-12', '2026-03-18'],
      ['60614', '2026-03-12', '2026-03-18'],
      ['96815', '2026-03-11', '2026-03-17'],
      ['98107', '2026-03-12', '2026-03-18'],
    ]);
    const { listDays } = await subscriber.get<AgentSummary>('/api/user/agents/summary');
    expect(listDays?.at(-1)).toMatchObject({ from: '2026-03-17', to: '2026-03-18' });
    const east = await subscriber.get<AgentSummary>('/api/user/agents/summary?zipCode=10001');
    expect(east.listDays?.at(-1)).toMatchObject({ from: '2026-03-18', to: '2026-03-18' });
  });

  test('of a day agree between the list and its page', async () => {
    now = new Date(moments['midnight in New York']);
    const lists = await subscriber.get<LeadList[]>('/api/lead-lists?period=daily');
    for (const { id, zipCode, dateFrom, dateTo, agentCount } of lists) {
      expect(addDays(dateFrom, 1)).toBe(dateTo);
      const path = `/api/agents/${zipCode.zipCode}?leadListId=${id}&dateFrom=${dateFrom}&dateTo=${dateTo}`;
      expect(await totalOf(path)).toBe(agentCount);
    }
  });
});
