import { randomBytes } from 'node:crypto';
import type { Queries, Tx } from '@closingwire/chassis/pg';
import sql from 'sql-template-tag';
import { type DeriveRefreshToken, fingerprint, newSecret } from '../credentials/secrets.ts';

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

type StoredRefreshToken = RefreshToken & { sessionId: string; nonce: Buffer | null; hash: Buffer };

const SELECT = sql`
  select id, session_id as "sessionId", parent_id as "parentId", revoked_at as "revokedAt", nonce,
    token_hash as hash
  from refresh_tokens`;

export function findRefreshToken(pg: Queries, token: string): Promise<StoredRefreshToken | undefined> {
  return pg.maybe<StoredRefreshToken>(sql`${SELECT} where token_hash = ${fingerprint(token)}`);
}

/** The newest token of the session that is not revoked. */
function findActiveToken(tx: Tx, sessionId: string): Promise<StoredRefreshToken | undefined> {
  return tx.maybe<StoredRefreshToken>(
    sql`${SELECT} where session_id = ${sessionId} and revoked_at is null order by id desc limit 1`,
  );
}

async function insertToken(
  tx: Tx,
  token: { sessionId: string; parentId: number | null; hash: Buffer; nonce: Buffer | null },
): Promise<void> {
  await tx.execute(
    sql`insert into refresh_tokens (session_id, parent_id, token_hash, nonce)
     values (${token.sessionId}, ${token.parentId}, ${token.hash}, ${token.nonce})`,
  );
}

async function revokeToken(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.execute(
    sql`update refresh_tokens set revoked_at = ${now} where id = ${id} and revoked_at is null`,
  );
}

async function revokeChain(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.execute(
    sql`update refresh_tokens set revoked_at = ${now} where session_id = ${sessionId} and revoked_at is null`,
  );
}

/** A token that cannot be derived again: the first of a session, or of its second factor. */
export async function insertFirstToken(
  tx: Tx,
  sessionId: string,
  parentId: number | null = null,
): Promise<string> {
  const token = newSecret();
  await insertToken(tx, { sessionId, parentId, hash: fingerprint(token), nonce: null });
  return token;
}

/** Ends the chain of a session, and begins another one below it. */
export async function restartChain(tx: Tx, sessionId: string, now: Date): Promise<string> {
  const active = await findActiveToken(tx, sessionId);
  await revokeChain(tx, sessionId, now);
  return insertFirstToken(tx, sessionId, active?.id);
}

type Presented = { stored: StoredRefreshToken; token: string };
type How = { derive: DeriveRefreshToken; reuseSeconds: number; now: Date };

/** The token that follows the presented one, or undefined when the chain had to end. */
export async function insertSuccessor(
  tx: Tx,
  { stored, token }: Presented,
  { derive, reuseSeconds, now }: How,
): Promise<string | undefined> {
  const { id: parentId, sessionId } = stored;
  const active = await findActiveToken(tx, sessionId);
  const decision = decideRefresh(stored, active, now, reuseSeconds);
  if (decision === 'theft') {
    await revokeChain(tx, sessionId, now);
    return undefined;
  }
  if (decision === 'repeat' && active?.nonce) {
    const again = derive(token, active.nonce);
    // Differs only when the service's secret was changed in between.
    if (fingerprint(again).equals(active.hash)) return again;
  }
  if (decision === 'rotate') await revokeToken(tx, parentId, now);
  const nonce = randomBytes(16);
  const child = derive(token, nonce);
  await insertToken(tx, { sessionId, parentId, hash: fingerprint(child), nonce });
  return child;
}
