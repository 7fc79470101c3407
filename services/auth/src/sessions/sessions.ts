import { AppError } from '@closingwire/chassis/app-error';
import { newId } from '@closingwire/chassis/ids';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import type { Session as SessionReply } from '@closingwire/contracts/user';
import { audit } from '../audit-log/store.ts';
import type { DeriveRefreshToken } from '../credentials/secrets.ts';
import { type LockedUser, lockUser } from '../users/store.ts';
import { isBanned, type User } from '../users/user.ts';
import type { NoticeSignIn } from './new-device.ts';
import { findRefreshToken, insertFirstToken, insertSuccessor, restartChain } from './refresh-tokens.ts';
import {
  claimsOf,
  isOver,
  type MethodName,
  openSession,
  type Session,
  type SessionLife,
  unixSeconds,
} from './session.ts';
import type { SigningKeys } from './signing-keys.ts';
import { findSession, insertSession, lockSession, touchSession } from './store.ts';

/** Tokens of one session, with the names of the wire protocol. */
export type IssuedTokens = Omit<SessionReply, 'user'>;

export type Sessions = {
  open(tx: Tx, user: LockedUser, method: MethodName, client: RequestOrigin): Promise<IssuedTokens>;
  /** Throws `invalid` with the wire protocol's codes. */
  refresh(refreshToken: string, client: RequestOrigin): Promise<{ tokens: IssuedTokens; userId: string }>;
  /** Issues tokens for a session that changed, and revokes its earlier refresh tokens. */
  renew(tx: Tx, user: LockedUser, session: Session): Promise<IssuedTokens>;
  /** Issues an access token with the user's present claims; the refresh token stays valid. */
  restate(user: User, session: Session): Promise<Omit<IssuedTokens, 'refresh_token'>>;
};

export type SessionSettings = { accessTokenSeconds: number; reuseSeconds: number; life: SessionLife };

type Options = {
  pg: Pg;
  keys: SigningKeys;
  derive: DeriveRefreshToken;
  clock: Clock;
  settings: SessionSettings;
  noticeSignIn: NoticeSignIn;
};

const alreadyUsed = () =>
  new AppError('invalid', 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
const tokenNotFound = () =>
  new AppError('invalid', 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');

export function openSessions({ pg, keys, derive, clock, settings, noticeSignIn }: Options): Sessions {
  const { accessTokenSeconds, reuseSeconds, life } = settings;

  async function issue(user: User, session: Session, refreshToken: string): Promise<IssuedTokens> {
    return {
      access_token: await keys.sign(claimsOf(user, session), accessTokenSeconds),
      refresh_token: refreshToken,
      expires_in: accessTokenSeconds,
      expires_at: unixSeconds(clock()) + accessTokenSeconds,
      token_type: 'bearer',
    };
  }

  async function refreshIn(tx: Tx, token: string, client: RequestOrigin) {
    const found = await findRefreshToken(tx, token);
    const owner = found && (await findSession(tx, found.sessionId))?.userId;
    // Lock the user first, like all code that ends sessions.
    const user = owner && (await lockUser(tx, owner));
    const session = user && found && (await lockSession(tx, found.sessionId));
    // Read again: a concurrent refresh may have revoked it before the lock.
    const stored = session && (await findRefreshToken(tx, token));
    if (!session || !stored || !user) throw tokenNotFound();
    if (isOver(session, life, clock())) {
      throw new AppError('invalid', 'session_expired', 'Invalid Refresh Token: Session Expired');
    }
    if (isBanned(user, clock())) throw new AppError('invalid', 'user_banned', 'User is banned');
    const next = await insertSuccessor(tx, { stored, token }, { derive, reuseSeconds, now: clock() });
    if (next === undefined) {
      await audit(tx, client, { action: 'refresh-token-reused', actorId: user.id, targetId: session.id });
      return undefined;
    }
    await touchSession(tx, session.id, clock());
    return { tokens: await issue(user, session, next), userId: user.id };
  }

  return {
    async open(tx, user, method, client) {
      const session = openSession({ id: newId(), userId: user.id, method }, life, clock());
      if (method === 'password') await noticeSignIn(tx, user, client);
      await insertSession(tx, session, client);
      return issue(user, session, await insertFirstToken(tx, session.id));
    },
    async refresh(token, client) {
      // Throws after the transaction, which must commit the end of a stolen chain.
      const refreshed = await pg.transaction(tx => refreshIn(tx, token, client));
      if (!refreshed) throw alreadyUsed();
      return refreshed;
    },
    restate: (user, session) => issue(user, session, ''),
    async renew(tx, user, session) {
      return issue(user, session, await restartChain(tx, session.id, clock()));
    },
  };
}
