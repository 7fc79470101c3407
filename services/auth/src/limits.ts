import { AppError } from '@closingwire/chassis/app-error';
import type { Pg } from '@closingwire/chassis/pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** How many tries a person (an e-mail address) and an address on the network have in a window. */
export type LimitSettings = { perAccount: number; perAddress: number; windowSeconds: number };

type Who = { email: string; ip: string };

export type Limit = {
  /** Counts one try. Throws `too-many` when there were enough, after telling the headers. */
  count(who: Who, headers: Headers): Promise<void>;
  /** Takes a try back that was honest after all. */
  forgive(who: Who): Promise<void>;
};

function refuse(left: RateLimiterRes, headers: Headers): never {
  const seconds = Math.max(1, Math.ceil(left.msBeforeNext / 1000));
  headers.set('ratelimit', `limit=${left.consumedPoints - 1}, remaining=0, reset=${seconds}`);
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  throw new AppError('too-many', 'too_many_requests', `Too many attempts. Please try again in ${wait}.`, {
    detail: { retryAfterSeconds: seconds },
  });
}

/**
 * Limits tries per person and per network address, counted in the database so that all processes share them.
 * With `fromOneAddress` a person's tries count per network address, so that a stranger cannot lock her out.
 */
export function openLimit(
  pg: Pg,
  name: string,
  { perAccount, perAddress, windowSeconds }: LimitSettings,
  { fromOneAddress = false } = {},
): Limit {
  const limiter = (kind: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: pg.pool,
      tableName: 'attempts',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: `${name}:${kind}`,
      points,
      duration: windowSeconds,
    });
  const account = limiter('account', perAccount);
  const address = limiter('address', perAddress);
  const accountKey = ({ email, ip }: Who) => (fromOneAddress ? `${email} ${ip}` : email).slice(0, 200);

  return {
    async count(who, headers) {
      try {
        await account.consume(accountKey(who));
        await address.consume(who.ip);
      } catch (error) {
        if (error instanceof RateLimiterRes) refuse(error, headers);
        throw error;
      }
    },
    async forgive(who) {
      await Promise.all([account.delete(accountKey(who)), address.reward(who.ip, 1)]);
    },
  };
}
