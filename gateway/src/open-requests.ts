import type { ServerResponse } from 'node:http';
import { AppError } from '@closingwire/chassis/app-error';

/** Counts the requests of each client network that are not answered yet. Throws `too-many` for those above `most`. */
export function openRequests(most: number) {
  const open = new Map<string, number>();

  function leave(network: string): void {
    const left = (open.get(network) ?? 1) - 1;
    if (left === 0) open.delete(network);
    else open.set(network, left);
  }

  return (network: string, res: ServerResponse): void => {
    const count = (open.get(network) ?? 0) + 1;
    if (count > most) {
      const text = `Expected at most ${most} requests at once from one network; try again shortly`;
      throw new AppError('too-many', 'too_many_at_once', text, { detail: { retryAfterSeconds: 1 } });
    }
    open.set(network, count);
    res.once('close', () => leave(network));
  };
}
