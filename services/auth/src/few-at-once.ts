import { AppError } from '@closingwire/chassis/app-error';

type Limits = { atOnce: number; waiting: number };

/**
 * Lets a few pieces of work run at once and the others wait their turn. Throws `unavailable` when too many wait
 * already: they would be answered after their senders have left.
 */
export function fewAtOnce({ atOnce, waiting }: Limits) {
  const queue: (() => void)[] = [];
  let running = 0;

  async function turn(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (queue.length >= waiting) {
      const detail = { retryAfterSeconds: 2 };
      throw new AppError('unavailable', 'too_busy', 'Too many people sign in now; try again shortly', {
        detail,
      });
    }
    await new Promise<void>(resolve => queue.push(resolve));
  }

  /** The next in the queue takes over the place, so that nobody who comes now overtakes it. */
  function leave(): void {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await turn();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
