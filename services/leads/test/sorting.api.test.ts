import type { ClosingSort } from '@closingwire/contracts/closing-sorts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { startLeads } from './start-leads.ts';
import { type Page, subscriberOf } from './subscriber.ts';

const now = new Date('2026-03-18T19:00:00Z');
let leads: Awaited<ReturnType<typeof startLeads>>;
let reader: Awaited<ReturnType<typeof subscriberOf>>;
beforeAll(async () => {
  leads = await startLeads({ clock: () => now });
  const sale = (n: number, property: object, agent: object) =>
    madeUpLead(n, { zip: '98401', ...property }, agent);
  await leads.source.deliver([
    sale(
      1,
      { soldDate: '2026-03-17', price: 300_000, address1: '7 Birch St', type: 'condo' },
      { fullName: 'carl b', email: null },
    ),
    sale(
      2,
      { soldDate: '2026-03-16', price: null, address1: '1 ash St', type: 'home' },
      { fullName: 'Bea A', email: 'z@example.com' },
    ),
    sale(
      3,
      { soldDate: '2026-03-15', price: 500_000, address1: '9 Cedar St', type: null },
      { fullName: 'Abe C', email: 'b@example.com' },
    ),
  ]);
  reader = await subscriberOf(leads, ['98401']);
});
afterAll(() => leads.stop());

const namesBy = async (query: string) =>
  (await reader.get<Page>(`/api/user/agents?${query}`)).agents.map(({ fullName }) =>
    fullName[0]?.toLowerCase(),
  );

test.each([
  ['sold', 'cba', 'abc'],
  ['price', 'acb', 'cab'],
  ['agent', 'abc', 'cba'],
  ['contact', 'abc', 'bac'],
  ['property', 'bca', 'acb'],
  ['type', 'cba', 'bca'],
] satisfies [ClosingSort, string, string][])(
  'closings are sorted by %s both ways, those without a value last',
  async (sort, byDefault, turned) => {
    row('dashboard/sort');
    const isDescending = sort === 'sold' || sort === 'price';
    expect((await namesBy(`sort=${sort}`)).join('')).toBe(byDefault);
    expect((await namesBy(`sort=${sort}&order=${isDescending ? 'asc' : 'desc'}`)).join('')).toBe(turned);
  },
);

test('pages of a sorted list go on where the one before ended', async () => {
  const pages = [await namesBy('sort=agent&limit=2&page=1'), await namesBy('sort=agent&limit=2&page=2')];
  expect(pages).toEqual([['a', 'b'], ['c']]);
});

test('an unknown order is refused', async () => {
  expect((await reader.ask('/api/user/agents?sort=password')).status).toBe(400);
});
