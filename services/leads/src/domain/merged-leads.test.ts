import { describe, expect, test } from 'vitest';
import { mergeLeads } from './merged-leads.ts';
import type { RawLead } from './raw-lead.ts';
import { readLead } from './read-lead.ts';

const lead = (changes: RawLead = {}) =>
  readLead(
    {
      fullName: 'Ada Example',
      licenseNumber: 'WA-1',
      address1: '1 Elm St',
      city: 'Kent',
      state: 'WA',
      zip: '98030',
      price: 100,
      soldDate: '2026-03-09',
      mlsId: '77',
      ...changes,
    },
    '2026-03-10',
  );

describe('rows of one load', () => {
  test('name each agent and closing once', () => {
    const merged = mergeLeads([lead(), lead(), lead({ mlsId: '78' })]);
    expect([merged.agents.length, merged.closings.length]).toEqual([1, 2]);
  });

  test('let the later row win', () => {
    const { agents, closings } = mergeLeads([
      lead({ mobile: '206 555 0101' }),
      lead({ mobile: '206 555 0102', price: 90 }),
    ]);
    expect(agents[0]?.row).toMatchObject({ mobile: '(206) 555-0102' });
    expect(closings[0]?.row.property).toMatchObject({ price: 90 });
  });

  test('keep a price that a later row does not disclose', () => {
    const { closings } = mergeLeads([lead({ price: 90 }), lead({ price: 0 })]);
    expect(closings[0]?.row.property.price).toBe(90);
  });

  test('keep what a later row leaves blank', () => {
    const { agents, closings } = mergeLeads([lead({ email: 'ada@example.com', beds: 3 }), lead()]);
    expect(agents[0]?.row).toMatchObject({ email: 'ada@example.com' });
    expect(closings[0]?.row.property).toMatchObject({ beds: 3 });
  });
});
