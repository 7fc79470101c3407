import { randomBytes } from 'node:crypto';
import { AppError } from '@closingwire/chassis/app-error';
import type { Clock } from '@closingwire/chassis/clock';
import { newId } from '@closingwire/chassis/ids';
import type { Pg, Tx } from '@closingwire/chassis/pg';
import { findAccount } from './db/accounts.ts';
import { audit, type Client } from './db/audit.ts';
import {
  findActiveToken,
  findRefreshToken,
  insertRefreshToken,
  revokeChain,
  revokeRefreshToken,
  type StoredRefreshToken,
} from './db/refresh-tokens.ts';
import { insertSession, lockSession, touchSession } from './db/sessions.ts';
import type { Account } from './domain/account.ts';
import { alreadyUsed, decideRefresh, tokenNotFound } from './domain/refresh.ts';
import {
  ACCESS_TOKEN_SECONDS,
  type AuthMethod,
  claimsOf,
  isOver,
  openSession,
  type Session,
  unixSeconds,
} from './domain/session.ts';
import { type DeriveRefreshToken, fingerprint, newSecret } from './secret-token.ts';
import type { SigningKeys } from './signing-keys.ts';

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
  open(tx: Tx, account: Account, method: AuthMethod['method'], client: Client): Promise<IssuedTokens>;
  /** New tokens for a refresh token. Throws `invalid` with the wire protocol's codes. */
  refresh(refreshToken: string, client: Client): Promise<IssuedTokens>;
};

type Options = { pg: Pg; keys: SigningKeys; derive: DeriveRefreshToken; clock: Clock };

export function openSessions({ pg, keys, derive, clock }: Options): Sessions {
  async function issue(account: Account, session: Session, refreshToken: string): Promise<IssuedTokens> {
    return {
      access_token: await keys.sign(claimsOf(account, session)),
      refresh_token: refreshToken,
      expires_in: ACCESS_TOKEN_SECONDS,
      expires_at: unixSeconds(clock()) + ACCESS_TOKEN_SECONDS,
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
    const decision = decideRefresh(presented, active, clock());
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
    const account = session && (await findAccount(tx, session.userId));
    if (!session || !presented || !account) throw tokenNotFound();
    if (isOver(session, clock())) throw new AppError('invalid', 'session_expired', 'Session has expired');
    if (account.status === 'suspended') throw new AppError('invalid', 'user_banned', 'User is banned');
    const next = await successor(tx, presented, token);
    if (next === undefined) {
      await audit(tx, client, { action: 'refresh-token-reused', actorId: account.id, targetId: session.id });
      return undefined;
    }
    await touchSession(tx, session.id, clock());
    return issue(account, session, next);
  }

  return {
    async open(tx, account, method, client) {
      const session = openSession(newId(), account.id, method, clock());
      const refreshToken = newSecret();
      await insertSession(tx, session, client);
      const hash = fingerprint(refreshToken);
      await insertRefreshToken(tx, { sessionId: session.id, parentId: null, hash, nonce: null });
      return issue(account, session, refreshToken);
    },
    async refresh(token, client) {
      // The end of a stolen chain must be committed, so it is thrown outside the transaction.
      const tokens = await pg.transaction(tx => refreshIn(tx, token, client));
      if (!tokens) throw alreadyUsed();
      return tokens;
    },
  };
}
