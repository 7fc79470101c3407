import { describe, expect, it } from 'vitest';
import { datesOf } from './sale-dates.ts';

const today = '2026-03-03';

describe('the sale date filter', () => {
  it('starts whole days before today', () => {
    expect(datesOf({ range: 'last24hours', from: null, to: null }, today)).toEqual({
      dateFrom: '2026-03-02',
      dateTo: '2026-03-03',
    });
    expect(datesOf({ range: 'last7days', from: null, to: null }, today).dateFrom).toBe('2026-02-25');
    expect(datesOf({ range: 'last30days', from: null, to: null }, today).dateFrom).toBe('2026-02-02');
  });

  it('sends both ends of a custom range', () => {
    expect(datesOf({ range: 'custom', from: '2025-01-01', to: null }, today)).toEqual({
      dateFrom: '2025-01-01',
    });
    expect(datesOf({ range: 'custom', from: null, to: null }, today)).toEqual({});
  });

  it('ignores custom ends in a fixed range', () => {
    expect(datesOf({ range: 'last24hours', from: '2020-01-01', to: '2020-01-02' }, today).dateFrom).toBe(
      '2026-03-02',
    );
  });
});
