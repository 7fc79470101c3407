import type { TodayAgent } from '@closingwire/contracts/today';
import { expect, test } from 'vitest';
import { reasonsOf } from './reasons.ts';

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
