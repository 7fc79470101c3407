import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { RefreshToken } from './refresh.ts';

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
