import { describe, expect, test } from 'vitest';
import { retryAfterMs } from './retry.ts';

const DAY_MS = 86_400_000;

describe('Retry-After', () => {
  test('is parsed in seconds or as a date, up to a limit', () => {
    const now = Date.parse('2026-03-18T12:00:00Z');
    expect(retryAfterMs('5', DAY_MS, now)).toBe(5_000);
    expect(retryAfterMs('Wed, 18 Mar 2026 12:01:00 GMT', DAY_MS, now)).toBe(60_000);
    expect(retryAfterMs('9999999', DAY_MS, now)).toBe(86_400_000);
    expect(retryAfterMs('soon', DAY_MS, now)).toBe(0);
    expect(retryAfterMs(undefined, DAY_MS, now)).toBe(0);
  });

  test('counts a date from now', () => {
    expect(retryAfterMs('7', DAY_MS, 0)).toBe(7_000);
    expect(retryAfterMs('Thu, 01 Jan 1970 00:01:00 GMT', DAY_MS, 20_000)).toBe(40_000);
    expect(retryAfterMs('soon', DAY_MS, 0)).toBe(0);
  });
});
