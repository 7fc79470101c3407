import { expect, test } from 'vitest';
import { agentsText, decisionsOn } from './copy.ts';

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
