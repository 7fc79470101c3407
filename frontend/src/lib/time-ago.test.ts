import { describe, expect, it } from 'vitest';
import { timeAgo } from './time-ago.ts';

const now = new Date('2026-11-21T12:00:00Z');

describe('the time since an instant', () => {
  it.each([
    ['2026-11-21T11:59:30Z', 'just now'],
    ['2026-11-21T11:58:00Z', '2 minutes ago'],
    ['2026-11-21T09:10:00Z', '2 hours ago'],
    ['2026-11-20T11:00:00Z', 'yesterday'],
    ['2025-10-01T12:00:00Z', 'last year'],
  ])('of %s reads "%s"', (instant, text) => {
    expect(timeAgo(instant, now)).toBe(text);
  });

  it('is never in the future', () => {
    expect(timeAgo('2026-11-21T12:00:05Z', now)).toBe('just now');
  });
});
