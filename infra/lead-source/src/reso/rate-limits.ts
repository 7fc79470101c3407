import { AppError } from '@closingwire/chassis/app-error';
import type { RateLimits } from './dialects.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

type Window = { lengthMs: number; max: number; endsAt: number; count: number };

/** Returns a function that counts a request, and throws `too_many_requests` above a limit. Refused ones count too. */
export function limiterOf({ perSecond, perHour, perDay }: RateLimits, now: () => number): () => void {
  const windows: Window[] = [
    { lengthMs: SECOND_MS, max: perSecond, endsAt: 0, count: 0 },
    { lengthMs: HOUR_MS, max: perHour, endsAt: 0, count: 0 },
    { lengthMs: DAY_MS, max: perDay, endsAt: 0, count: 0 },
  ];
  return () => {
    const at = now();
    for (const window of windows) count(window, at);
    const exceeded = windows.findLast(window => window.count > window.max);
    if (!exceeded) return;
    throw new AppError(
      'too-many',
      'too_many_requests',
      `Expected at most ${exceeded.max} requests in ${exceeded.lengthMs / SECOND_MS} s`,
      {
        detail: { retryAfterSeconds: Math.max(1, Math.ceil((exceeded.endsAt - at) / SECOND_MS)) },
      },
    );
  };
}

/** A window begins with its first request. */
function count(window: Window, at: number): void {
  if (at >= window.endsAt) {
    window.endsAt = at + window.lengthMs;
    window.count = 0;
  }
  window.count++;
}
