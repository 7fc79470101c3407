import type { Tx } from '@closingwire/chassis/pg';
import { ACCESS_AUDIENCE } from '@closingwire/contracts/access-token';
import type { Request } from 'express';
import { errors } from 'jose';
import { type MethodName, type Session, unixSeconds } from '../sessions/session.ts';
import type { ReadToken } from '../sessions/signing-keys.ts';
import { findSession, type StoredSession } from '../sessions/store.ts';
import { findUser, type LockedUser, lockUser } from '../users/store.ts';
import { isBanned, type User } from '../users/user.ts';
import { isUuid } from './input.ts';
import { invalid, type Wire, WireError } from './wire.ts';

const adminRoles = new Set(['service_role', 'supabase_admin']);

const badToken = (text: string, status = 403) => new WireError(status, 'bad_jwt', text);

function whyUnreadable(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'token has invalid claims: token is expired';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'token signature is invalid';
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JOSEAlgNotAllowed) {
    return 'token is unverifiable: unrecognized JWT kid or algorithm';
  }
  return 'token is malformed';
}

async function tokenOf({ keys }: Wire, req: Request): Promise<ReadToken> {
  const token = /^Bearer +(\S+)$/i.exec(req.get('Authorization') ?? '')?.[1];
  if (!token) throw new WireError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  try {
    return await keys.read(token);
  } catch (error) {
    throw badToken(`invalid JWT: unable to parse or verify signature, ${whyUnreadable(error)}`);
  }
}

/**
 * Throws unless this server issued the token, and for the audience that the request names. Tokens of this server have
 * one audience.
 */
function checkIssue({ settings }: Wire, req: Request, { claims, isBySecret }: ReadToken): void {
  if (!isBySecret && claims.iss !== settings.issuer) {
    throw badToken(
      'invalid JWT: unable to parse or verify signature, token has invalid claims: invalid issuer',
    );
  }
  const [audience] = [claims.aud ?? []].flat();
  if (audience !== ACCESS_AUDIENCE || (req.get('X-JWT-AUD') || audience) !== audience) {
    throw invalid("Token audience doesn't match request audience");
  }
}

export const userGone = () =>
  new WireError(403, 'user_not_found', 'User from sub claim in JWT does not exist');

const sessionGone = () =>
  new WireError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
const banned = () => new WireError(403, 'user_banned', 'User is banned');

export type SignedIn = { user: User; session: StoredSession | undefined };

/** Returns the user and session of the bearer token. Clients rely on the order in which it checks them. */
export async function signedIn(wire: Wire, req: Request): Promise<SignedIn> {
  const token = await tokenOf(wire, req);
  const { sub, session_id: sessionId } = token.claims;
  if (!sub) throw badToken('invalid claim: missing sub claim');
  if (!isUuid(sub)) throw badToken('invalid claim: sub claim must be a UUID', 400);
  const hasSession = isUuid(sessionId);
  const [user, session] = await Promise.all([
    findUser(wire.pg, sub),
    hasSession ? findSession(wire.pg, String(sessionId)) : undefined,
  ]);
  if (!user) throw userGone();
  if (sessionId && session?.userId !== user.id) throw sessionGone();
  if (isBanned(user, wire.clock())) throw banned();
  checkIssue(wire, req, token);
  return { user, session };
}

export type LockedCaller = { user: LockedUser; session: StoredSession | undefined };

/**
 * Locks the user and checks user and session again: a new password or a suspension may have ended the session
 * meanwhile.
 */
export async function lockSignedIn(wire: Wire, tx: Tx, caller: SignedIn): Promise<LockedCaller> {
  const user = await lockUser(tx, caller.user.id);
  if (!user) throw userGone();
  const session = caller.session && (await findSession(tx, caller.session.id));
  if (caller.session && !session) throw sessionGone();
  if (isBanned(user, wire.clock())) throw banned();
  return { user, session };
}

/** Throws unless the token has a valid signature and the role of an operator. */
export async function requireAdmin(wire: Wire, req: Request): Promise<void> {
  const { role } = (await tokenOf(wire, req)).claims;
  if (typeof role === 'string' && adminRoles.has(role)) return;
  throw new WireError(403, 'not_admin', 'User not allowed');
}

/** After a sign-in, the user counts as proven for as long as a reset link is valid. */
const FRESH_S = 60 * 60;

const mailed: readonly MethodName[] = ['recovery', 'otp', 'magiclink', 'email/signup', 'invite'];

type Proven = Pick<Session, 'amr'> | undefined;

function isFresh(session: Proven, methods: readonly MethodName[], now: Date): boolean {
  const since = unixSeconds(now) - FRESH_S;
  return (
    session?.amr.some(({ method, timestamp }) => methods.includes(method) && timestamp >= since) ?? false
  );
}

/** Returns true if the user signed in with a mailed link or code within the last hour. */
export const hasMailedProof = (session: Proven, now: Date): boolean => isFresh(session, mailed, now);

/** Returns true if the user signed in with a mailed link or code, or a password, within the last hour. */
export const hasFreshProof = (session: Proven, now: Date): boolean =>
  isFresh(session, [...mailed, 'password'], now);
