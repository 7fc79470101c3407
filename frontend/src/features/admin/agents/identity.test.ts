import type { AgentIdentity } from '@closingwire/contracts/agent-identities';
import { describe, expect, test } from 'vitest';
import { type AgentRow, contactsOf, isMerged, namesOf, placesText, splitHint } from './identity.ts';

const agentRow = (changes: Partial<AgentRow>): AgentRow => ({
  zip: '98101',
  agentId: '00000000-0000-4000-8000-000000000001',
  fullName: 'Ann Lee',
  licenseNumber: null,
  email: null,
  mobile: null,
  phone: null,
  brokerageName: null,
  closings: 1,
  isSuppressed: false,
  ...changes,
});
const identity = (id: string, mergedAt: string[] = []): AgentIdentity => ({
  id,
  rows: [agentRow({})],
  mergedAt,
});

test('the most frequent name of an agent comes first', () => {
  const rows = ['A. Lee', 'Ann Lee', 'Ann Lee'].map(fullName => agentRow({ fullName }));
  expect(namesOf({ rows })).toEqual(['Ann Lee', 'A. Lee']);
});

test.each([
  [1, '1 row in 98100'],
  [5, '5 rows in 98100, 98101, 98102, 98103, 98104'],
  [7, '7 rows in 98100, 98101, 98102, 98103, 98104 and 2 more'],
])('the ZIPs of %i rows are counted', (count, text) => {
  const rows = Array.from({ length: count }, (_, n) => agentRow({ zip: String(98_100 + n) }));
  expect(placesText({ rows })).toBe(text);
});

test('a row shows the contacts that it has', () => {
  expect(contactsOf(agentRow({ email: 'ann@example.com', phone: '', mobile: null }))).toEqual([
    { field: 'email', text: 'ann@example.com' },
  ]);
});

describe('a merge', () => {
  const merge = { into: 'kept', from: 'other', merges: 1 };
  const at = '2026-11-26T12:00:00Z';

  test('has happened once the kept agent has one more', () => {
    expect(isMerged([identity('kept', [at]), identity('other')], merge)).toBe(false);
    expect(isMerged([identity('kept', [at])], merge)).toBe(false);
    expect(isMerged([identity('kept', [at, at])], merge)).toBe(true);
  });

  test('has happened when both are part of a third agent', () => {
    expect(isMerged([identity('third', [at])], merge)).toBe(true);
    expect(isMerged([identity('other')], merge)).toBe(false);
  });
});

test.each([
  [0, 1, /one row/],
  [1, 1, /one row/],
  [0, 3, /choose the rows/],
  [3, 3, /must stay/],
  [2, 3, undefined],
])('%i of %i rows have the hint %s', (chosen, all, hint) => {
  const text = splitHint(chosen, all);
  if (hint) expect(text).toMatch(hint);
  else expect(text).toBeUndefined();
});
