import { describe, expect, it } from 'vitest';
import { leadListColumns, zipAgentColumns } from './lead-list-csv.ts';

describe('the export of a lead list', () => {
  it('has 23 columns and no agent role', () => {
    expect(leadListColumns).toHaveLength(23);
    expect(leadListColumns.map(({ header }) => header)).not.toContain('Agent Role');
  });

  it('has 24 columns on the agents page', () => {
    expect(zipAgentColumns).toHaveLength(24);
    expect(zipAgentColumns[1]?.header).toBe('Agent Role');
    expect(new Set(zipAgentColumns.map(({ header }) => header)).size).toBe(24);
  });
});
