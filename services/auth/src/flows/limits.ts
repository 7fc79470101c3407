import { AppError } from '@closingwire/chassis/app-error';
import { toDatabaseError } from '@closingwire/chassis/database-error';
import { networkOf } from '@closingwire/chassis/network';
import type { Pg } from '@closingwire/chassis/pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { AuthConfig } from '../config.ts';

const QUARTER_S = 15 * 60;
const HOUR_S = 60 * 60;
const DAY_S = 24 * HOUR_S;
const FORGIVEN_PER_DAY = 3;
/** A key is cut to this length, before the rule's name is put in front of it. */
export const LONGEST_KEY = 200;

/** `account` is an email address or the id of a user. */
type Who = { account: string; ip: string };

type Rule = { name: string; points: number; seconds: number; isShared: boolean; keyOf: (who: Who) => string };

export type Limit = {
  /** Counts one try. Throws `too-many` above the limit, with the `ratelimit` headers set. */
  count(who: Who, headers: Headers): Promise<void>;
  /** After a successful try: deletes the counter of the account, and subtracts one from the network's. */
  forgive(who: Who): Promise<void>;
};

/** Returns a function that makes rules, which count tries by the key of `keyOf`. `isShared`: several accounts have the same key. */
const ruleOf =
  (keyOf: Rule['keyOf'], isShared = false) =>
  (name: string, points: number, seconds: number): Rule => ({ name, points, seconds, isShared, keyOf });

const perAccount = ruleOf(({ account }) => account);
const perNetwork = ruleOf(({ ip }) => networkOf(ip), true);
/** Counts per network too, so that a stranger cannot use up the tries of an owner on another network. */
const perAccountAndNetwork = ruleOf(who => `${who.account} ${networkOf(who.ip)}`);

type Refused = { left: RateLimiterRes; points: number; seconds: number; text: string | undefined };

function refuse({ left, points, seconds: window, text }: Refused, headers: Headers): never {
  const seconds = Math.max(1, Math.ceil(left.msBeforeNext / 1000));
  headers.set('ratelimit-policy', `"tries";q=${points};w=${window}`);
  headers.set('ratelimit', `"tries";r=0;t=${seconds}`);
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const message = text ?? `Too many attempts. Please try again in ${wait}.`;
  throw new AppError('too-many', 'too_many_requests', message, { detail: { retryAfterSeconds: seconds } });
}

/** Counts tries by several rules in the database, which all processes share. */
function openLimit(pg: Pg, rules: readonly Rule[], text?: string): Limit {
  const limiters = rules.map(({ name, keyOf, isShared, points, seconds }) => ({
    keyOf: (who: Who) => keyOf(who).slice(0, LONGEST_KEY),
    isShared,
    limiter: new RateLimiterPostgres({
      storeClient: pg.pool,
      tableName: 'attempts',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
    }),
  }));
  return {
    async count(who, headers) {
      for (const { limiter, keyOf } of limiters) {
        const { points, duration: seconds } = limiter;
        await limiter.consume(keyOf(who)).catch(left => {
          if (!(left instanceof RateLimiterRes)) throw toDatabaseError(left);
          refuse({ left, points, seconds, text }, headers);
        });
      }
    },
    async forgive(who) {
      await Promise.all(
        limiters.map(({ limiter, keyOf, isShared }) =>
          isShared ? limiter.reward(keyOf(who), 1) : limiter.delete(keyOf(who)),
        ),
      ).catch(error => {
        throw toDatabaseError(error);
      });
    },
  };
}

const FROM_ELSEWHERE =
  'Too many attempts from places where this account was never used. Choose a new password by “Forgot password”, or try again tomorrow.';

/** Limits wrong authenticator codes, by user id. A thief of the password uses up only the tries of their own network. */
function factorLimits(pg: Pg, { VERIFY_TRIES_PER_ACCOUNT, VERIFY_TRIES_PER_ADDRESS }: AuthConfig) {
  const strange = perAccount('factor:strange', 3 * VERIFY_TRIES_PER_ACCOUNT, DAY_S);
  const strangeFactor = openLimit(pg, [strange], FROM_ELSEWHERE);
  const forgiveness = openLimit(pg, [perAccount('factor:forgiven', FORGIVEN_PER_DAY, DAY_S)]);
  return {
    factor: openLimit(pg, [
      perAccountAndNetwork('factor:account', VERIFY_TRIES_PER_ACCOUNT, HOUR_S),
      perNetwork('factor:address', VERIFY_TRIES_PER_ADDRESS, HOUR_S),
    ]),
    /** Limits codes from a network that has not yet sent a correct code for this user. */
    strangeFactor,
    /**
     * Deletes the counter of `strangeFactor` after a password reset. Does so at most three times a day: otherwise
     * resets would allow endless guesses.
     */
    async forgiveStrangeFactor(who: Who): Promise<void> {
      try {
        await forgiveness.count(who, new Headers());
      } catch (error) {
        if (error instanceof AppError && error.kind === 'too-many') return;
        throw error;
      }
      await strangeFactor.forgive(who);
    },
  };
}

export type Limits = ReturnType<typeof openLimits>;

export function openLimits(pg: Pg, config: AuthConfig) {
  const { VERIFY_TRIES_PER_ACCOUNT, VERIFY_TRIES_PER_ADDRESS } = config;
  return {
    signIn: openLimit(pg, [
      perAccountAndNetwork('sign-in:account', config.SIGN_IN_TRIES_PER_ACCOUNT, QUARTER_S),
      perNetwork('sign-in:address', config.SIGN_IN_TRIES_PER_ADDRESS, QUARTER_S),
    ]),
    /** Limits sign-ins from networks where the account was never used. */
    strangeSignIn: openLimit(
      pg,
      [perAccount('sign-in:strange', config.STRANGE_SIGN_IN_TRIES_PER_ACCOUNT, DAY_S)],
      FROM_ELSEWHERE,
    ),
    signUp: openLimit(pg, [
      perAccountAndNetwork('sign-up:account', config.SIGN_UPS_PER_ACCOUNT, HOUR_S),
      perNetwork('sign-up:address', config.SIGN_UPS_PER_ADDRESS, HOUR_S),
    ]),
    /** Limits requests for reset mails, sign-in mails and repeated mails. */
    recovery: openLimit(pg, [
      perAccountAndNetwork('recovery:account', config.RECOVERIES_PER_ACCOUNT, HOUR_S),
      perNetwork('recovery:address', config.RECOVERIES_PER_ADDRESS, HOUR_S),
    ]),
    /** Limits tries of mailed links. Their secrets cannot be guessed, so no limit per account is needed. */
    link: openLimit(pg, [perNetwork('link:address', VERIFY_TRIES_PER_ADDRESS, HOUR_S)]),
    /** Limits tries of mailed codes; all routes share it. */
    code: openLimit(pg, [
      perAccount('code:account', VERIFY_TRIES_PER_ACCOUNT, HOUR_S),
      perAccount('code:day', 3 * VERIFY_TRIES_PER_ACCOUNT, DAY_S),
      perNetwork('code:address', VERIFY_TRIES_PER_ADDRESS, HOUR_S),
    ]),
    ...factorLimits(pg, config),
    /** Limits a signed-in user's requests that send an email or hash a password. `account` is the user id. */
    change: openLimit(pg, [perAccount('change:account', config.CHANGES_PER_ACCOUNT, HOUR_S)]),
    /** Limits requests to change to a new address. `account` is the new address. */
    newAddress: openLimit(pg, [perAccountAndNetwork('new-address', config.SIGN_UPS_PER_ACCOUNT, DAY_S)]),
  };
}
