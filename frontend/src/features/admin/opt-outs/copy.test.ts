import { expect, test } from 'vitest';
import { agentLines, agentsText, decisionsOn } from './copy.ts';

test.each([
  ['needs-review', ['approve', 'refuse', 'undo']],
  ['in-effect', ['undo']],
  ['refused', ['undo']],
  ['requested', []],
  ['expired', []],
  ['undone', []],
] as const)('an opt-out that is %s can be decided by %o', (state, decisions) => {
  expect(decisionsOn({ state })).toEqual(decisions);
});

test('agents are counted rightly', () => {
  expect([0, 1, 1_000, 1_001].map(agentsText)).toEqual([
    '0 agents',
    '1 agent',
    '1,000 agents',
    'more than 1,000 agents',
  ]);
});

test('the first agents are named, the rest is counted', () => {
  const agents = [
    { name: 'Ann Example', brokerage: 'Example Realty', zip: '98101' },
    { name: 'Bob Example', brokerage: '', zip: '98102' },
  ];
  const named = ['Ann Example, Example Realty, 98101', 'Bob Example, 98102'];
  expect(agentLines({ agents, agentCount: 2 })).toEqual(named);
  expect(agentLines({ agents, agentCount: 3 })).toEqual([...named, 'and 1 other']);
  expect(agentLines({ agents, agentCount: 1_000 })).toEqual([...named, 'and 998 others']);
  expect(agentLines({ agents, agentCount: 1_001 })).toEqual([...named, 'and more than 998 others']);
  expect(agentLines({ agents: [], agentCount: 3 })).toEqual([]);
});
