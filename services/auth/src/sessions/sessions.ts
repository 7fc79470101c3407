import { randomBytes } from 'node:crypto';
import { AppError } from '@closingwire/chassis/app-error';
import { newId } from '@closingwire/chassis/ids';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import { audit, type Client } from '../audit-log/store.ts';
import { type DeriveRefreshToken, fingerprint, newSecret } from '../credentials/secrets.ts';
import { findUser } from '../users/store.ts';
import { isBanned, type User } from '../users/user.ts';
import type { NoticeSignIn } from './new-device.ts';
import {
  alreadyUsed,
  decideRefresh,
  findActiveToken,
  findRefreshToken,
  insertRefreshToken,
  revokeChain,
  revokeRefreshToken,
  type StoredRefreshToken,
  tokenNotFound,
} from './refresh-tokens.ts';
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
import { insertSession, lockSession, touchSession } from './store.ts';

/** Tokens of one session, as the wire protocol names them. */
export type IssuedTokens = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  expires_at: number;
  token_type: 'bearer';
};

export type Sessions = {
  /** Begins a session inside the transaction that admits the person. */
  open(tx: Tx, user: User, method: MethodName, client: Client): Promise<IssuedTokens>;
  /** New tokens for a refresh token. Throws `invalid` with the wire protocol's codes. */
  refresh(refreshToken: string, client: Client): Promise<{ tokens: IssuedTokens; userId: string }>;
  /** New tokens for a session that changed: the refresh token before them is used up. */
  renew(tx: Tx, user: User, session: Session): Promise<IssuedTokens>;
  /** An access token that says how the user is now; the refresh token stays good. */
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

/** A token that cannot be derived again: the first of a session, or of its second factor. */
async function insertToken(tx: Tx, sessionId: string, parentId: number | null): Promise<string> {
  const token = newSecret();
  await insertRefreshToken(tx, { sessionId, parentId, hash: fingerprint(token), nonce: null });
  return token;
}

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

  async function insertChild(tx: Tx, parent: StoredRefreshToken, parentToken: string): Promise<string> {
    const nonce = randomBytes(16);
    const child = derive(parentToken, nonce);
    const { sessionId, id: parentId } = parent;
    await insertRefreshToken(tx, { sessionId, parentId, hash: fingerprint(child), nonce });
    return child;
  }

  /** The token that follows the presented one, or undefined when the chain had to end. */
  async function successor(
    tx: Tx,
    presented: StoredRefreshToken,
    token: string,
  ): Promise<string | undefined> {
    const active = await findActiveToken(tx, presented.sessionId);
    const decision = decideRefresh(presented, active, clock(), reuseSeconds);
    if (decision === 'theft') {
      await revokeChain(tx, presented.sessionId, clock());
      return undefined;
    }
    if (decision === 'repeat' && active?.nonce) {
      const again = derive(token, active.nonce);
      // Differs only when the service's secret was changed in between.
      if (fingerprint(again).equals(active.hash)) return again;
    }
    if (decision === 'rotate') await revokeRefreshToken(tx, presented.id, clock());
    return insertChild(tx, presented, token);
  }

  async function refreshIn(tx: Tx, token: string, client: Client) {
    const found = await findRefreshToken(tx, fingerprint(token));
    const session = found && (await lockSession(tx, found.sessionId));
    // Read again: a refresh that ran beside this one may have revoked it before the lock.
    const presented = session && (await findRefreshToken(tx, fingerprint(token)));
    const user = session && (await findUser(tx, session.userId));
    if (!session || !presented || !user) throw tokenNotFound();
    if (isOver(session, life, clock())) {
      throw new AppError('invalid', 'session_expired', 'Invalid Refresh Token: Session Expired');
    }
    if (isBanned(user, clock())) throw new AppError('invalid', 'user_banned', 'User is banned');
    const next = await successor(tx, presented, token);
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
      return issue(user, session, await insertToken(tx, session.id, null));
    },
    async refresh(token, client) {
      // The end of a stolen chain must be committed, so it is thrown outside the transaction.
      const refreshed = await pg.transaction(tx => refreshIn(tx, token, client));
      if (!refreshed) throw alreadyUsed();
      return refreshed;
    },
    restate: (user, session) => issue(user, session, ''),
    async renew(tx, user, session) {
      const active = await findActiveToken(tx, session.id);
      await revokeChain(tx, session.id, clock());
      return issue(user, session, await insertToken(tx, session.id, active?.id ?? null));
    },
  };
}
