import { hash } from 'node:crypto';
import {
  ACCESS_AUDIENCE,
  type AccessUser,
  readAccessToken,
  toAccessUser,
} from '@closingwire/contracts/access-token';
import {
  createRemoteJWKSet,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  SignJWT,
} from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { AppError } from '../process/app-error.ts';

/** `issuedAt` in Unix milliseconds, rounded down to a second. */
export type UserCaller = { kind: 'user'; issuedAt?: number } & AccessUser;

/** The sender of a request, as proved by its Authorization header. */
export type Caller =
  /**
   * `reason`: why the token is invalid. `outage`: why it cannot be checked now. A user whose second factor is still
   * missing is `nobody`.
   */
  | { kind: 'nobody'; reason?: string; outage?: AppError; awaitsSecondFactor?: true }
  | UserCaller
  | { kind: 'service'; name: string }
  /** A bearer that is not a token: a key, a user ID, or the secret of an emailed link. The service looks its owner up. */
  | { kind: 'key'; token: string; userId?: string };

export type Identity = {
  /** Never throws: unknown callers are `nobody`, so public routes stay open. */
  callerOf(authorization?: string): Promise<Caller>;
  /** Returns a bearer for calls to another service, valid for a minute. */
  serviceToken(audience: string): Promise<string>;
};

export type IdentityOptions = {
  jwksUrl: string;
  issuer: string;
  serviceSecret: string;
  /** This service: the audience that other services' tokens must have. */
  name: string;
  /** The keys of user tokens, in the process that owns them; default: read from `jwksUrl`. */
  keys?: JWTVerifyGetKey;
};

const SERVICE_TOKEN_S = 60;
const uuid = z.uuid();

function toUser(payload: JWTPayload): Caller {
  const claims = readAccessToken.safeParse(payload);
  if (!claims.success) return { kind: 'nobody', reason: 'the token lacks claims' };
  if (claims.data.app_metadata.awaits_second_factor) {
    return { kind: 'nobody', reason: 'the second factor is missing', awaitsSecondFactor: true };
  }
  const { iat } = payload;
  return { kind: 'user', ...toAccessUser(claims.data), ...(iat !== undefined && { issuedAt: iat * 1_000 }) };
}

/** `expiresAt` in Unix milliseconds. */
type Verified = { caller: Caller; expiresAt: number };

/** jose's codes if the JWKS cannot be fetched. */
const keysAway = new Set([errors.JWKSTimeout.code, errors.JOSEError.code]);

function nobodyBecause(error: unknown): Caller {
  if (error instanceof errors.JWTExpired) return { kind: 'nobody', reason: 'the token has expired' };
  if (error instanceof errors.JOSEError && !keysAway.has(error.code)) {
    return { kind: 'nobody', reason: 'the token is not valid' };
  }
  const text = 'The sign-in keys cannot be read; try again shortly';
  return { kind: 'nobody', outage: new AppError('unavailable', 'keys_unavailable', text, { cause: error }) };
}

/** Chooses the verifying key; safe because each key accepts only its own algorithms. */
function algorithmOf(token: string): string {
  try {
    return decodeProtectedHeader(token).alg ?? 'none';
  } catch {
    return 'none';
  }
}

/**
 * Identifies callers by user tokens (ES256 or RS256, keys from auth's JWKS) and service tokens (HS256 with the shared
 * secret; audience this service or `internal`).
 */
export function openIdentity({ jwksUrl, issuer, serviceSecret, name, keys }: IdentityOptions): Identity {
  if (serviceSecret.length < 32) throw new Error('The service secret must have at least 32 characters');
  const secret = new TextEncoder().encode(serviceSecret);
  const remoteKeys = { cacheMaxAge: 10 * 60_000, cooldownDuration: 5_000, timeoutDuration: 3_000 };
  const jwks = keys ?? createRemoteJWKSet(new URL(jwksUrl), remoteKeys);
  const cache = new LRUCache<string, Verified>({ max: 5_000 });

  async function verifyUser(token: string): Promise<Verified> {
    const { payload } = await jwtVerify(token, jwks, {
      algorithms: ['ES256', 'RS256'],
      issuer,
      audience: ACCESS_AUDIENCE,
      requiredClaims: ['exp', 'sub'],
      clockTolerance: 5,
    });
    return { caller: toUser(payload), expiresAt: (payload.exp ?? 0) * 1_000 };
  }

  async function verifyService(token: string): Promise<Verified> {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      audience: [name, 'internal'],
      requiredClaims: ['exp', 'iss'],
      clockTolerance: 5,
    });
    return { caller: { kind: 'service', name: payload.iss ?? '' }, expiresAt: (payload.exp ?? 0) * 1_000 };
  }

  async function verify(token: string): Promise<Caller> {
    const fingerprint = hash('sha256', token, 'base64');
    const known = cache.get(fingerprint);
    if (known && known.expiresAt > Date.now()) return known.caller;
    try {
      const verified = await (algorithmOf(token) === 'HS256' ? verifyService : verifyUser)(token);
      cache.set(fingerprint, verified);
      return verified.caller;
    } catch (error) {
      return nobodyBecause(error);
    }
  }

  return {
    async callerOf(authorization) {
      const token = authorization && /^Bearer +(\S+)$/i.exec(authorization)?.[1];
      if (!token) return { kind: 'nobody' };
      if (token.split('.').length === 3) return verify(token);
      return { kind: 'key', token, ...(uuid.safeParse(token).success && { userId: token }) };
    },
    serviceToken: audience =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(name)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(`${SERVICE_TOKEN_S} s`)
        .sign(secret),
  };
}

/** Returns the signed-in user; throws `unauthenticated` without one, `unavailable` if the token cannot be checked. */
export function asUser(caller: Caller): UserCaller {
  if (caller.kind === 'user') return caller;
  const { reason, outage } = caller.kind === 'nobody' ? caller : {};
  if (outage) throw outage;
  throw new AppError(
    'unauthenticated',
    'unauthenticated',
    reason ? `Unauthorized: ${reason}` : 'No token provided',
  );
}
