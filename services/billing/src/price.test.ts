import { describe, expect, test } from 'vitest';
import { addDays } from './accounts/rules.ts';
import { prorationStart } from './price.ts';

const now = new Date('2026-03-01T12:00:00Z');

describe('prorationStart', () => {
  test('is the beginning of the day', () => {
    expect(prorationStart(addDays(now, -3), now)).toEqual(new Date('2026-03-01T00:00:00Z'));
  });

  test('is never before the period', () => {
    const periodStart = new Date('2026-03-01T09:00:00Z');
    expect(prorationStart(periodStart, now)).toEqual(periodStart);
  });
});
