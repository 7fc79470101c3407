import type { PastOutcome } from '@closingwire/contracts/today';
import { expect, test } from 'vitest';
import { barredMatches } from './barred-matches.ts';

const marked: PastOutcome = {
  id: '0198c0de-0000-7000-8000-000000000001',
  agentId: '0198c0de-0000-7000-8000-000000000002',
  outcome: 'do-not-call',
  note: null,
  followUpOn: null,
  madeAt: '2026-03-10T12:00:00.000Z',
  fullName: 'Bea Stone',
  brokerageName: 'Harbor Homes',
  isLatest: true,
};

test('a marked agent is found by a part of the name or brokerage', () => {
  expect(barredMatches([marked], ' bea ')).toEqual([marked]);
  expect(barredMatches([marked], 'HARBOR')).toEqual([marked]);
  expect(barredMatches([marked], 'Ada')).toEqual([]);
  expect(barredMatches([marked], '')).toEqual([]);
});

test('an older mark and an agent without a name are not found', () => {
  expect(barredMatches([{ ...marked, isLatest: false }], 'bea')).toEqual([]);
  expect(barredMatches([{ ...marked, fullName: null }], 'harbor')).toEqual([]);
});
