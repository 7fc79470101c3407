import { AppError } from '@closingwire/chassis/app-error';
import { describe, expect, it } from 'vitest';
import { limiterOf } from './rate-limits.ts';

const limits = { perSecond: 2, perHour: 7_200, perDay: 40_000 };

function limiterAt(start = 0) {
  let at = start;
  const count = limiterOf(limits, () => at);
  return {
    moveTo(time: number) {
      at = time;
    },
    /** Returns the seconds to wait, or 0 if the request may pass. */
    request(): number {
      try {
        count();
        return 0;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return Number(error.detail.retryAfterSeconds);
      }
    },
  };
}

describe('the rate limits', () => {
  it('refuse the third request of a second', () => {
    const limiter = limiterAt();
    expect([limiter.request(), limiter.request(), limiter.request()]).toEqual([0, 0, 1]);
    limiter.moveTo(1_000);
    expect(limiter.request()).toBe(0);
  });

  it('let exactly 40,000 requests a day pass', () => {
    const limiter = limiterAt();
    const waits = Array.from({ length: limits.perDay + 1 }, (_, index) => {
      limiter.moveTo(index * 1_000);
      return limiter.request();
    });
    expect(waits.findIndex(wait => wait > 0)).toBe(limits.perDay);
    expect(waits.at(-1)).toBe(86_400 - limits.perDay);
  });

  it('state how long the hour still takes', () => {
    const limiter = limiterAt();
    for (let index = 0; index < limits.perHour; index++) {
      limiter.moveTo(Math.floor(index / 2) * 1_000 * 0.9);
      limiter.request();
    }
    limiter.moveTo(3_300_000);
    expect(limiter.request()).toBe(300);
    limiter.moveTo(3_600_000);
    expect(limiter.request()).toBe(0);
  });
});
