import type { ServerResponse } from 'node:http';
import { AppError } from '@closingwire/chassis/app-error';
import type { Caller } from '@closingwire/chassis/identity';
import type { Limit } from '@closingwire/contracts/route';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { GatewayConfig } from './config.ts';

const WINDOW_S = 60;

/** Whom a limit counts: the account where one is known, else the address. */
function keyOf(caller: Caller, address: string): string {
  if (caller.kind === 'user') return caller.id;
  return caller.kind === 'key' ? caller.token : address;
}

/**
 * Request limits per minute of this process. Throws `too-many` with the seconds to wait; replies of limited routes
 * carry the RateLimit fields.
 */
export function requestLimits(config: GatewayConfig) {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: WINDOW_S });
  const perAddress = limiter(config.REQUESTS_PER_ADDRESS);
  const byLimit: Record<Limit, RateLimiterMemory> = {
    'sign-in': limiter(config.SIGN_INS_PER_ADDRESS),
    'sign-up': limiter(config.SIGN_UPS_PER_ADDRESS),
    recovery: limiter(config.RECOVERIES_PER_ADDRESS),
    contact: limiter(config.CONTACTS_PER_ADDRESS),
    export: limiter(config.EXPORTS_PER_ACCOUNT),
    partner: limiter(config.PARTNER_CALLS_PER_KEY),
  };

  async function count(limiter: RateLimiterMemory, key: string, res?: ServerResponse): Promise<void> {
    const state = await limiter.consume(key).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    });
    const seconds = Math.ceil(state.msBeforeNext / 1_000);
    const isOver = state.consumedPoints > limiter.points;
    if (res || isOver) {
      res?.setHeader('RateLimit-Policy', `"minute";q=${limiter.points};w=${WINDOW_S}`);
      res?.setHeader('RateLimit', `"minute";r=${state.remainingPoints};t=${seconds}`);
    }
    if (!isOver) return;
    throw new AppError(
      'too-many',
      'too_many_requests',
      `Too many requests; try again in ${seconds} seconds`,
      {
        detail: { retryAfterSeconds: seconds },
      },
    );
  }

  return {
    /** Counts a request of any kind, before anything is done for it. */
    address: (address: string) => count(perAddress, address),
    /** Counts a request to a limited route. */
    route: (limit: Limit, caller: Caller, address: string, res: ServerResponse) =>
      count(byLimit[limit], keyOf(caller, address), res),
  };
}
