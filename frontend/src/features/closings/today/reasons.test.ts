import type { TodayAgent, TodayReply } from '@closingwire/contracts/today';
import { expect, test } from 'vitest';
import { placeOf, reasonsOf, totalsText } from './reasons.ts';

const closing = (address1: string, price: number | null, agentRole = 'Listing Agent') =>
  ({ address1, zip: '98030', price, agentRole }) as TodayAgent['closings'][number];
const agent = (deals: number, total: number | null, closings: TodayAgent['closings']) =>
  ({ deals, total, closings, earlierDeals: 0, isDue: false, last: null }) as unknown as TodayAgent;

test('a sum of some prices says how many are known', () => {
  const closings = [closing('1 Pine St', 100_000), closing('2 Pine St', null), closing('3 Pine St', 77_500)];
  expect(reasonsOf(agent(3, 177_500, closings))).toEqual([
    '3 deals this week',
    '$177.5K (2 of 3 prices known)',
    'listing side',
  ]);
});

test('a sum of all prices has no count, even if a deal has two sides', () => {
  const closings = [closing('1 Pine St', 100_000), closing('1 Pine St', 100_000, 'Buyer Agent')];
  expect(reasonsOf(agent(1, 100_000, closings))).toEqual([
    '1 deal this week',
    '$100K',
    'listing and buyer side',
  ]);
});

test('deals on both sides are counted by the clients, with a filter those of its side', () => {
  const closings = [
    closing('1 Pine St', 100_000, 'Buyer Agent'),
    closing('2 Pine St', 100_000, 'Selling Office'),
    closing('3 Pine St', 100_000),
    closing('3 Pine St', 100_000, 'Buyer Agent'),
    closing('4 Pine St', 100_000),
    closing('5 Pine St', 100_000, 'Agent'),
  ];
  expect(reasonsOf(agent(5, null, closings))).toEqual([
    '5 deals this week: 2 for buyers, 1 for sellers, 1 for both',
  ]);
  expect(reasonsOf(agent(1, null, [closing('4 Pine St', null)]), 'seller')).toEqual([
    '1 deal for sellers this week',
  ]);
  expect(reasonsOf(agent(3, null, closings.slice(0, 2)), 'buyer')).toEqual(['3 deals for buyers this week']);
});

test('a row begins with its ZIPs, the newest first', () => {
  const inZips = (...zips: string[]) => ({
    ...agent(
      1,
      null,
      zips.map((zip, n) => ({ ...closing(`${n} Pine St`, null), zip, city: 'Kent' })),
    ),
    brokerageName: 'Harbor Homes',
  });
  expect(placeOf(inZips('98031'))).toBe('98031 · Harbor Homes · 0 Pine St, Kent');
  expect(placeOf(inZips('98031', '98030', '98031'))).toBe('98031, 98030 · Harbor Homes · 0 Pine St, Kent');
  expect(placeOf(inZips('98031', '98030', '98032', '98033'))).toMatch(/^98031, 98030 and 2 more · /);
  expect(placeOf(inZips())).toBe('Harbor Homes');
});

test('in the first visit all agents are new until one has an outcome', () => {
  const reply = (total: number, closings: number, newSince: string | null, hasOutcomes = false, done = 0) =>
    totalsText({ total, closings, newSince, hasOutcomes, done } as TodayReply);
  expect(reply(68, 102, null, true)).toBe('68 agents with 102 deals this week');
  expect(reply(1113, 1195, null)).toBe('1,113 agents, all new to you, with 1,195 deals');
  expect(reply(1, 1, null)).toBe('1 agent, new to you, with 1 deal');
  expect(reply(80, 135, null, true, 9)).toBe('80 agents with 135 deals this week · 9 done');
  expect(reply(0, 0, null)).toBe('0 agents with 0 deals this week');
  expect(reply(113, 195, '2026-11-26T09:00:00.000Z')).toBe('113 agents with 195 deals this week');
  const own = { total: 2, closings: 0, newSince: null, agents: [] as TodayReply['agents'] } as TodayReply;
  expect(totalsText(own, 'watched')).toBe('You watch 2 agents');
  expect(totalsText(own, 'follow-ups')).toBe('2 agents with a follow-up');
});
