import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { AppError } from '@closingwire/chassis/app-error';
import type { Caller } from '@closingwire/chassis/identity';
import type { Limit, ServiceName } from '@closingwire/contracts/route';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { GatewayConfig } from './config.ts';

const WINDOW_S = 60;

/**
 * Returns the keys under which a limit counts a request: the user, else the network. An API key counts in addition to
 * its network, because the gateway cannot tell a real key from an invented one.
 */
function keysOf(caller: Caller, network: string): [string, string?] {
  if (caller.kind === 'user') return [caller.id];
  return caller.kind === 'key' ? [network, hash('sha256', caller.token, 'base64url')] : [network];
}

/**
 * Limits requests per minute, in this process. Throws `too-many` with the seconds to wait; replies of limited routes have
 * RateLimit fields.
 */
export function requestLimits(config: GatewayConfig) {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: WINDOW_S });
  const perNetwork = limiter(config.REQUESTS_PER_NETWORK);
  const byLimit: Record<Limit, RateLimiterMemory> = {
    'sign-in': limiter(config.SIGN_IN_REQUESTS_PER_NETWORK),
    'sign-up': limiter(config.SIGN_UP_REQUESTS_PER_NETWORK),
    recovery: limiter(config.RECOVERY_REQUESTS_PER_NETWORK),
    contact: limiter(config.CONTACT_REQUESTS_PER_NETWORK),
    export: limiter(config.EXPORTS_PER_ACCOUNT),
    outcome: limiter(config.OUTCOMES_PER_ACCOUNT),
    partner: limiter(config.PARTNER_CALLS_PER_KEY),
  };

  const consume = (limiter: RateLimiterMemory, key: string): Promise<RateLimiterRes> =>
    limiter.consume(key).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    });

  const isOver = ({ points }: RateLimiterMemory, { consumedPoints }: RateLimiterRes) =>
    consumedPoints > points;

  /** Sets the RateLimit fields; throws above the limit. */
  function check(limiter: RateLimiterMemory, state: RateLimiterRes, res: ServerResponse): void {
    const seconds = Math.ceil(state.msBeforeNext / 1_000);
    res.setHeader('RateLimit-Policy', `"minute";q=${limiter.points};w=${WINDOW_S}`);
    res.setHeader('RateLimit', `"minute";r=${state.remainingPoints};t=${seconds}`);
    if (!isOver(limiter, state)) return;
    const text = `Too many requests; try again in ${seconds} seconds`;
    throw new AppError('too-many', 'too_many_requests', text, { detail: { retryAfterSeconds: seconds } });
  }

  return {
    /** Counts any request. */
    async network(network: string, res: ServerResponse): Promise<void> {
      const state = await consume(perNetwork, network);
      if (isOver(perNetwork, state)) check(perNetwork, state, res);
    },
    /** Counts a request to a limited route. */
    async route(limit: Limit, caller: Caller, network: string, res: ServerResponse): Promise<void> {
      const limiter = byLimit[limit];
      const [first, second] = keysOf(caller, network);
      const state = await consume(limiter, first);
      if (second === undefined || isOver(limiter, state)) return check(limiter, state, res);
      const own = await consume(limiter, second);
      check(limiter, own.consumedPoints > state.consumedPoints ? own : state, res);
    },
  };
}

/** Limits the concurrent requests of each client; throws `too-many` above `most`. */
function countOpen(most: number, whose: string) {
  const open = new Map<string, number>();

  function leave(clientKey: string): void {
    const left = (open.get(clientKey) ?? 1) - 1;
    if (left === 0) open.delete(clientKey);
    else open.set(clientKey, left);
  }

  return (clientKey: string, res: ServerResponse): void => {
    const count = (open.get(clientKey) ?? 0) + 1;
    if (count > most) {
      const text = `Expected at most ${most} requests at once ${whose}; try again shortly`;
      throw new AppError('too-many', 'too_many_at_once', text, { detail: { retryAfterSeconds: 1 } });
    }
    open.set(clientKey, count);
    res.once('close', () => leave(clientKey));
  };
}

function clientKeyOf(caller: Caller): string | undefined {
  if (caller.kind === 'user') return caller.id;
  return caller.kind === 'key' ? hash('sha256', caller.token, 'base64url') : undefined;
}

type Settings = Pick<GatewayConfig, 'OPEN_REQUESTS_PER_NETWORK' | 'OPEN_REQUESTS_PER_CALLER'>;

/**
 * Limits concurrent requests of one client network, and of one user or key. Throws `too-many`.
 */
export function openRequests(settings: Settings) {
  const enterCaller = countOpen(settings.OPEN_REQUESTS_PER_CALLER, 'of one user or key');
  return {
    network: countOpen(settings.OPEN_REQUESTS_PER_NETWORK, 'from one network'),
    caller(caller: Caller, res: ServerResponse): void {
      const clientKey = clientKeyOf(caller);
      // A disconnected client emits no second `close`; its count would leak.
      if (clientKey !== undefined && !res.destroyed) enterCaller(clientKey, res);
    },
  };
}
export type OpenRequests = ReturnType<typeof openRequests>;

/** Each kind has its own share of the connections, and each client (a user, key or network), a share of that. */
export type LongPassage = { kind: 'upload' | 'export'; clientKey: string };

const LONG_SHARE = 1 / 4;

/** A client's share of the slots of a kind; at least two slots. */
const CLIENT_SHARE = { upload: 1 / 4, export: 1 / 32 };

function tooManyLong(service: ServiceName): AppError {
  const text = `The ${service} service has too many exports or uploads at once; try again shortly`;
  return new AppError('unavailable', 'busy', text, { detail: { retryAfterSeconds: 5 } });
}

/** Limits concurrent uploads and exports, in all and for each client; throws `unavailable` above. */
export function longSlots(
  service: ServiceName,
  connections: number,
): (res: ServerResponse, long: LongPassage) => void {
  const slots = Math.max(1, Math.floor(connections * LONG_SHARE));
  const taken = new Map<string, number>();
  const change = (key: string, by: number) => {
    const count = (taken.get(key) ?? 0) + by;
    if (count === 0) taken.delete(key);
    else taken.set(key, count);
  };
  return (res, { kind, clientKey }) => {
    const own = `${kind} ${clientKey}`;
    const mostOwn = Math.max(2, Math.ceil(slots * CLIENT_SHARE[kind]));
    if ((taken.get(kind) ?? 0) >= slots || (taken.get(own) ?? 0) >= mostOwn) throw tooManyLong(service);
    for (const key of [kind, own]) change(key, 1);
    res.once('close', () => {
      for (const key of [kind, own]) change(key, -1);
    });
  };
}
