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
    `Hi Ada, congratulations on your listing at 1 Pine St in Kent, which sold ${text}.`,
  );
});
