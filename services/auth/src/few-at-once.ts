import { AppError } from '@closingwire/chassis/app-error';
import pLimit from 'p-limit';

/**
 * Lets a few pieces of work run at once and the others wait their turn. Throws `unavailable` when too many wait
 * already: they would be answered after their senders have left.
 */
export function fewAtOnce({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const limit = pLimit(atOnce);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= waiting) {
      const detail = { retryAfterSeconds: 2 };
      const text = 'Too many people sign in now; try again shortly';
      throw new AppError('unavailable', 'too_busy', text, { detail });
    }
    return limit(work);
  };
}
