import type { AgentPage } from '@closingwire/contracts/agent-page';
import { expect, test } from 'vitest';
import { openingText } from './opening-text.ts';

const sold = (soldDate: string) =>
  ({
    fullName: 'Ada Stone',
    closings: [{ address1: '1 Pine St', city: 'Kent', agentRole: 'Listing Agent', soldDate }],
  }) as AgentPage;
const friday = new Date(2026, 2, 13, 20);

test.for([
  ['2026-03-13', 'today'],
  ['2026-03-12', 'yesterday'],
  ['2026-03-11', 'on Wednesday'],
  ['2026-03-07', 'on Saturday'],
  ['2026-03-06', 'on March 6'],
])('a sale of %s is named %s on Friday, March 13', ([day, text]) => {
  expect(openingText(sold(day ?? ''), friday)).toBe(
    `Hi Ada, congratulations on selling 1 Pine St in Kent ${text}.`,
  );
});

test.for([
  [undefined, 'closing 1 Pine St in Kent today'],
  ['buyer', 'getting your buyers into 2 Pine St in Kent yesterday'],
  ['seller', 'selling 3 Pine St in Kent on Wednesday'],
] as const)('the words for the side %s are about a deal of that side', ([side, text]) => {
  const closings = [
    ['1 Pine St', 'Agent', '2026-03-13'],
    ['2 Pine St', 'Buyer Agent', '2026-03-12'],
    ['3 Pine St', 'Listing Agent', '2026-03-11'],
  ].map(([address1, agentRole, soldDate]) => ({ address1, agentRole, soldDate, city: 'Kent' }));
  const agent = { fullName: 'Ada Stone', closings } as AgentPage;
  expect(openingText(agent, friday, side)).toBe(`Hi Ada, congratulations on ${text}.`);
});

test('without a deal of the side the words are about the newest deal', () => {
  expect(openingText(sold('2026-03-13'), friday, 'buyer')).toContain('selling 1 Pine St in Kent today');
});
