import { describe, expect, test } from 'vitest';
import { nextDigest } from './schedule.ts';

const daily = (localTime: string, timeZone: string) => ({
  frequency: 'daily' as const,
  weekday: 1,
  localTime,
  timeZone,
});

/** Returns the next digests, each computed at the moment of the one before. */
function digestsAfter(settings: Parameters<typeof nextDigest>[0], after: string, count: number): string[] {
  const found: string[] = [];
  let at = new Date(after);
  for (let made = 0; made < count; made += 1) {
    at = nextDigest(settings, at) ?? at;
    found.push(at.toISOString().slice(0, 16));
  }
  return found;
}

describe('the next digest', () => {
  test('keeps its hour when daylight saving time begins', () => {
    expect(digestsAfter(daily('06:30', 'America/New_York'), '2026-03-06T12:00:00Z', 3)).toEqual([
      '2026-03-07T11:30',
      '2026-03-08T10:30',
      '2026-03-09T10:30',
    ]);
  });

  test('keeps its hour when daylight saving time ends', () => {
    expect(digestsAfter(daily('06:30', 'America/New_York'), '2026-10-30T12:00:00Z', 3)).toEqual([
      '2026-10-31T10:30',
      '2026-11-01T11:30',
      '2026-11-02T11:30',
    ]);
  });

  test('of a skipped time comes at the end of the skipped hour', () => {
    expect(digestsAfter(daily('02:30', 'America/New_York'), '2026-03-07T12:00:00Z', 2)).toEqual([
      '2026-03-08T07:00',
      '2026-03-09T06:30',
    ]);
  });

  test('of a repeated time comes once, the first time', () => {
    expect(digestsAfter(daily('01:30', 'America/New_York'), '2026-10-31T12:00:00Z', 2)).toEqual([
      '2026-11-01T05:30',
      '2026-11-02T06:30',
    ]);
    expect(digestsAfter(daily('01:30', 'America/New_York'), '2026-11-01T05:30:01Z', 1)).toEqual([
      '2026-11-02T06:30',
    ]);
  });

  test.each([
    ['America/Phoenix', ['2026-03-07T13:30', '2026-03-08T13:30', '2026-03-09T13:30']],
    ['Pacific/Honolulu', ['2026-03-07T16:30', '2026-03-08T16:30', '2026-03-09T16:30']],
  ])('has no daylight saving time in %s', (timeZone, expected) => {
    expect(digestsAfter(daily('06:30', timeZone), '2026-03-07T00:00:00Z', 3)).toEqual(expected);
  });

  test('at the very moment of a digest is the one after it', () => {
    expect(digestsAfter(daily('06:30', 'America/Chicago'), '2026-11-27T12:30:00Z', 1)).toEqual([
      '2026-11-28T12:30',
    ]);
  });

  test.each([
    ['on Monday', 1, '2026-11-30T14:30'],
    ['on Friday, later today', 5, '2026-11-27T14:30'],
    ['on Sunday', 7, '2026-11-29T14:30'],
  ])('of a weekly email is %s', (_day, weekday, expected) => {
    const settings = { ...daily('06:30', 'America/Los_Angeles'), frequency: 'weekly' as const, weekday };
    expect(digestsAfter(settings, '2026-11-27T08:00:00Z', 1)).toEqual([expected]);
  });

  test('of a weekly email whose hour has passed is in a week', () => {
    const settings = {
      ...daily('06:30', 'America/Los_Angeles'),
      frequency: 'weekly' as const,
      weekday: 5,
    };
    expect(digestsAfter(settings, '2026-11-27T14:30:00Z', 1)).toEqual(['2026-12-04T14:30']);
  });

  test('of an email that is off does not come', () => {
    expect(
      nextDigest(
        { ...daily('06:30', 'America/Chicago'), frequency: 'off' },
        new Date('2026-11-27T00:00:00Z'),
      ),
    ).toBeNull();
  });
});
