import { describe, expect, test } from 'vitest';
import { daysUntil, endsWithin, trialMail } from './trial-mails.ts';

const now = new Date('2026-03-10T12:00:00Z');
const end = (iso: string) => new Date(iso);

describe('the days left of a trial', () => {
  test('are rounded up', () => {
    expect(daysUntil(end('2026-03-13T12:00:00Z'), now)).toBe(3);
    expect(daysUntil(end('2026-03-13T11:59:59Z'), now)).toBe(3);
    expect(daysUntil(end('2026-03-13T12:00:01Z'), now)).toBe(4);
  });

  test('match the range of ends', () => {
    for (const days of [1, 3, 7, 30]) {
      const { after, until } = endsWithin(days, now);
      expect(daysUntil(until, now)).toBe(days);
      expect(daysUntil(after ?? now, now)).toBe(days - 1);
    }
    expect(endsWithin(0, now)).toEqual({ after: null, until: now });
  });
});

describe('the mail about the end of a trial', () => {
  test('is a different one for each number of days', () => {
    const at = end('2026-03-13T12:00:00Z');
    const keys = [7, 3, 1, 0].map(days => trialMail(at, now, days).key);
    expect(new Set(keys).size).toBe(4);
  });

  test('is the same one for events and admins', () => {
    const at = end('2026-03-13T09:00:00Z');
    expect(trialMail(at, now, 3)).toEqual(trialMail(at, now));
  });

  test('is one a day after the end', () => {
    const over = end('2026-03-10T11:00:00Z');
    const morning = trialMail(over, now);
    expect(morning.template.name).toBe('trial-expired');
    expect(trialMail(over, new Date('2026-03-10T23:00:00Z')).key).toBe(morning.key);
    expect(trialMail(over, new Date('2026-03-11T00:00:00Z')).key).not.toBe(morning.key);
  });
});
