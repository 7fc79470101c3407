import { describe, expect, it } from 'vitest';
import { formatDays } from '../../../lib/dates.ts';
import { filteredDays } from './days-text.ts';

describe("the days of the dashboard's filter", () => {
  it('are named as far as they are set', () => {
    expect(filteredDays({})).toBe('');
    expect(filteredDays({ fromDate: '2026-03-01', toDate: '2026-03-05' })).toBe(
      formatDays('2026-03-01', '2026-03-05'),
    );
    expect(filteredDays({ fromDate: '2026-03-01' })).toBe('from Mar 1, 2026');
    expect(filteredDays({ toDate: '2026-03-05' })).toBe('until Mar 5, 2026');
  });
});
