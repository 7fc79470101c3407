import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { AppError } from '@closingwire/chassis/app-error';
import type { Caller } from '@closingwire/chassis/identity';
import type { GatewayConfig } from './config.ts';

/** Counts the requests of each holder that are not answered yet. Throws `too-many` for those above `most`. */
function countOpen(most: number, whose: string) {
  const open = new Map<string, number>();

  function leave(holder: string): void {
    const left = (open.get(holder) ?? 1) - 1;
    if (left === 0) open.delete(holder);
    else open.set(holder, left);
  }

  return (holder: string, res: ServerResponse): void => {
    const count = (open.get(holder) ?? 0) + 1;
    if (count > most) {
      const text = `Expected at most ${most} requests at once ${whose}; try again shortly`;
      throw new AppError('too-many', 'too_many_at_once', text, { detail: { retryAfterSeconds: 1 } });
    }
    open.set(holder, count);
    res.once('close', () => leave(holder));
  };
}

function holderOf(caller: Caller): string | undefined {
  if (caller.kind === 'user') return caller.id;
  return caller.kind === 'key' ? hash('sha256', caller.token, 'base64url') : undefined;
}

type Settings = Pick<GatewayConfig, 'OPEN_REQUESTS_PER_NETWORK' | 'OPEN_REQUESTS_PER_CALLER'>;

/**
 * Requests that are answered at the same time: of one client network, and of one user or key from wherever they come.
 * Throws `too-many`.
 */
export function openRequests(settings: Settings) {
  const enterCaller = countOpen(settings.OPEN_REQUESTS_PER_CALLER, 'of one user or key');
  return {
    network: countOpen(settings.OPEN_REQUESTS_PER_NETWORK, 'from one network'),
    caller(caller: Caller, res: ServerResponse): void {
      const holder = holderOf(caller);
      // Who has left already closes nothing later, and what was counted would stay.
      if (holder !== undefined && !res.destroyed) enterCaller(holder, res);
    },
  };
}
export type OpenRequests = ReturnType<typeof openRequests>;
