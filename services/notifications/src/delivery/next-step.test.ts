import { describe, expect, test } from 'vitest';
import { isExpired, nextStep } from './next-step.ts';
import type { Outcome } from './outcome.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const link = { containsSecret: true, isSentAgainWhenUnknown: true };
const billing = { containsSecret: false, isSentAgainWhenUnknown: true };
const notice = { containsSecret: false, isSentAgainWhenUnknown: false };

const outcome = (kind: 'away' | 'deferred' | 'rejected' | 'refused' | 'unknown'): Outcome => ({
  kind,
  reason: 'the reply',
});
const now = new Date('2026-03-02T08:00:00Z');
const tried = (ageMs: number, attempts = 0, unknowns = 0) => ({
  createdAt: new Date(now.getTime() - ageMs),
  attempts,
  unknowns,
});

/** All pauses until a mail ends, in minutes, and its final state. */
function courseOf(result: Outcome, template: Parameters<typeof nextStep>[2]) {
  const pauses: number[] = [];
  const createdAt = now;
  for (let attempts = 0, at = now.getTime(); attempts < 1_000; attempts++) {
    const step = nextStep(result, { createdAt, attempts, unknowns: 0 }, template, new Date(at));
    if ('end' in step) return { ...step, pauses, hours: (at - now.getTime()) / HOUR_MS };
    pauses.push((step.runAt.getTime() - at) / MINUTE_MS);
    at = step.runAt.getTime();
  }
  return { end: undefined, pauses, hours: Number.POSITIVE_INFINITY };
}

describe('a mail that the server defers or rejects', () => {
  test.each([
    ['deferred', 30],
    ['rejected', 60],
  ] as const)('waits longer each time it is %s, up to %i minutes', (kind, longest) => {
    const { pauses } = courseOf(outcome(kind), notice);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(longest);
    expect(pauses.at(-1)).toBeGreaterThanOrEqual(longest * 0.8);
  });

  test.each(['deferred', 'rejected'] as const)('ends when it expires or after two days: %s', kind => {
    const ofLink = courseOf(outcome(kind), link);
    const ofNotice = courseOf(outcome(kind), notice);
    expect([ofLink.end, ofNotice.end]).toEqual(['refused', 'refused']);
    expect(ofLink.hours).toBeGreaterThan(3);
    expect(ofLink.hours).toBeLessThan(4);
    expect(ofNotice.hours).toBeGreaterThan(47);
    expect(ofNotice.hours).toBeLessThan(48);
    expect(ofNotice.pauses.length).toBeLessThan(140);
  });
});

describe('a mail while the server is away', () => {
  test('is retried every half minute without end', () => {
    const { end, pauses } = courseOf(outcome('away'), billing);
    expect(end).toBeUndefined();
    expect(Math.max(...pauses)).toBeLessThanOrEqual(0.5);
  });

  test('ends when it expires', () => {
    expect(courseOf(outcome('away'), link)).toMatchObject({ end: 'refused' });
    expect(isExpired(tried(5 * HOUR_MS), link, now)).toBe(true);
    expect(isExpired(tried(3 * HOUR_MS), link, now)).toBe(false);
    expect(isExpired(tried(500 * HOUR_MS), billing, now)).toBe(false);
  });
});

describe('a mail with an unknown outcome', () => {
  test('ends at once when it is a notice', () => {
    expect(nextStep(outcome('unknown'), tried(0), notice, now)).toEqual({ end: 'unknown' });
  });

  test.each([link, billing])('is sent at most three times: %o', template => {
    expect(nextStep(outcome('unknown'), tried(0, 1, 0), template, now)).toHaveProperty('runAt');
    expect(nextStep(outcome('unknown'), tried(0, 2, 1), template, now)).toHaveProperty('runAt');
    expect(nextStep(outcome('unknown'), tried(0, 3, 2), template, now)).toEqual({ end: 'unknown' });
  });
});

test('a refusal of the address is final', () => {
  expect(nextStep(outcome('refused'), tried(0), link, now)).toEqual({ end: 'refused' });
});
