import { describe, expect, it, test } from 'vitest';
import { judge, waitMs } from './rules.ts';

const HOUR = 3_600_000;
const all = (chance: number) => {
  const waits: number[] = [];
  for (let failed = 1; ; failed++) {
    const wait = waitMs(failed, chance);
    if (wait === undefined) return waits;
    waits.push(wait);
  }
};

describe('the retry schedule', () => {
  it('lasts about 75 hours', () => {
    const total = all(0.5).reduce((sum, wait) => sum + wait, 0);
    expect(total / HOUR).toBeGreaterThan(75);
    expect(total / HOUR).toBeLessThan(76);
  });

  it('never shortens its waits', () => {
    expect(all(0.5)).toEqual(all(0.5).toSorted((a, b) => a - b));
  });

  it('varies each wait by a tenth', () => {
    expect(waitMs(1, 0)).toBe(4_500);
    expect(waitMs(1, 1)).toBe(5_500);
  });

  it('waits as long as the receiver asks', () => {
    expect(waitMs(1, 0.5, 60_000)).toBe(60_000);
    expect(waitMs(4, 0.5, 1_000)).toBe(HOUR / 2);
  });
});

const reply = (status: number) => judge({ status, retryAfterMs: 0, text: '' });

test.each([200, 202, 299])('%i is delivered', status => {
  expect(reply(status)).toBe('delivered');
});

test.each([199, 300, 307, 404, 429, 500])('%i is retried', status => {
  expect(reply(status)).toBe('again');
});

test('410 ends the delivery', () => {
  expect(reply(410)).toBe('gone');
});

test('a missing reply is retried', () => {
  expect(judge({ error: 'No reply within 15000 ms' })).toBe('again');
});
