import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from './database-error.ts';
import type { Log } from './log.ts';

/** Returns the wait before try `attempt` + 1: doubles from `firstMs` to `lastMs`, less up to 20 % jitter. */
export function backoffMs(attempt: number, firstMs = 100, lastMs = 5_000): number {
  const full = Math.min(lastMs, firstMs * 2 ** Math.min(attempt, 30));
  return Math.round(full * (0.8 + Math.random() * 0.2));
}

/** Parses `Retry-After`, seconds or a date, up to `longestMs`; 0 when absent or invalid. */
export function retryAfterMs(header: string | undefined, longestMs: number, now = Date.now()): number {
  if (!header) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), longestMs);
}

/** Repeats `work` while its server is away; throws any other error at once. */
export async function retryForever<T>(what: string, log: Log, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      log.warn({ err: error, attempt }, `${what} does not answer yet`);
      await sleep(backoffMs(attempt));
    }
  }
}
