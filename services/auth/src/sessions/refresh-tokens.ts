import { AppError } from '@closingwire/chassis/app-error';
import type { Queries, Tx } from '@closingwire/chassis/pg';

export type StoredRefreshToken = RefreshToken & { sessionId: string; nonce: Buffer | null; hash: Buffer };

const SELECT = `
  select id, session_id as "sessionId", parent_id as "parentId", revoked_at as "revokedAt", nonce,
    token_hash as hash
  from refresh_tokens`;

export function findRefreshToken(pg: Queries, hash: Buffer): Promise<StoredRefreshToken | undefined> {
  return pg.maybe<StoredRefreshToken>(`${SELECT} where token_hash = $1`, [hash]);
}

/** The newest token of the session that is not revoked. */
export function findActiveToken(tx: Tx, sessionId: string): Promise<StoredRefreshToken | undefined> {
  return tx.maybe<StoredRefreshToken>(
    `${SELECT} where session_id = $1 and revoked_at is null order by id desc limit 1`,
    [sessionId],
  );
}

export async function insertRefreshToken(
  tx: Tx,
  token: { sessionId: string; parentId: number | null; hash: Buffer; nonce: Buffer | null },
): Promise<void> {
  await tx.query(
    'insert into refresh_tokens (session_id, parent_id, token_hash, nonce) values ($1, $2, $3, $4)',
    [token.sessionId, token.parentId, token.hash, token.nonce],
  );
}

export async function revokeRefreshToken(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.query('update refresh_tokens set revoked_at = $2 where id = $1 and revoked_at is null', [id, now]);
}

export async function revokeChain(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.query('update refresh_tokens set revoked_at = $2 where session_id = $1 and revoked_at is null', [
    sessionId,
    now,
  ]);
}

/** A refresh token as stored: by id, never by value. */
export type RefreshToken = { id: number; parentId: number | null; revokedAt: Date | null };

/**
 * What a presented token earns.
 * - `rotate`: it is the active one; revoke it and issue its child
 * - `repeat`: it is the parent of the active one, whose bearer lost the reply; the active one again
 * - `branch`: revoked a moment ago, by a request that ran beside this one; a new child
 * - `theft`: an old token came back; the whole chain ends
 */
export type RefreshDecision = 'rotate' | 'repeat' | 'branch' | 'theft';

export function decideRefresh(
  presented: RefreshToken,
  active: RefreshToken | undefined,
  now: Date,
  reuseSeconds: number,
): RefreshDecision {
  if (presented.revokedAt === null) return 'rotate';
  if (active === undefined) return 'theft';
  if (active.parentId === presented.id) return 'repeat';
  return now.getTime() - presented.revokedAt.getTime() <= reuseSeconds * 1000 ? 'branch' : 'theft';
}

export const alreadyUsed = () =>
  new AppError('invalid', 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');

export const tokenNotFound = () =>
  new AppError('invalid', 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
