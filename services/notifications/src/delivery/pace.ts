import { setTimeout as delay } from 'node:timers/promises';

type Pace = { perSecond: number; now?: () => number; wait?: (ms: number) => Promise<unknown> };

/**
 * Returns a function that resolves when the next mail may be sent. Turns are evenly spaced, so no second has more than
 * `perSecond`. With nodemailer's own limit each connection can exceed it by one.
 */
export function pacer({ perSecond, now = () => performance.now(), wait = delay }: Pace): () => Promise<void> {
  const interval = 1_000 / perSecond;
  let next = 0;
  return async () => {
    const turn = Math.max(next, now());
    next = turn + interval;
    const ms = turn - now();
    if (ms > 0) await wait(ms);
  };
}
