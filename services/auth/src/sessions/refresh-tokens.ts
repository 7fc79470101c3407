import { randomBytes } from 'node:crypto';
import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import { type DeriveRefreshToken, fingerprint, newSecret } from '../credentials/secrets.ts';

export type RefreshToken = { id: number; parentId: number | null; revokedAt: Date | null };

/**
 * The decision about a refresh token that a client sent.
 * - `rotate`: it is active; revoke it and issue its child
 * - `repeat`: it is the parent of the active one, so the client lost the reply; return the active one
 * - `branch`: a concurrent request revoked it a moment ago; issue another child
 * - `theft`: it was replaced long ago; end the chain
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

/** Returns the newest token of the session that is not revoked. */
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

/** Inserts a random token: the first of a session, or the first after its second factor. */
export async function insertFirstToken(
  tx: Tx,
  sessionId: string,
  parentId: number | null = null,
): Promise<string> {
  const token = newSecret();
  await insertToken(tx, { sessionId, parentId, hash: fingerprint(token), nonce: null });
  return token;
}

/** Revokes the tokens of a session and begins a new chain. */
export async function restartChain(tx: Tx, sessionId: string, now: Date): Promise<string> {
  const active = await findActiveToken(tx, sessionId);
  await revokeChain(tx, sessionId, now);
  return insertFirstToken(tx, sessionId, active?.id);
}

type Presented = { stored: StoredRefreshToken; token: string };
type How = { derive: DeriveRefreshToken; reuseSeconds: number; now: Date };

/** Returns the token that follows the one the client sent. After a theft it ends the chain and returns undefined. */
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
    // The derived token differs only after a change of the service's secret.
    if (fingerprint(again).equals(active.hash)) return again;
  }
  if (decision === 'rotate') await revokeToken(tx, parentId, now);
  const nonce = randomBytes(16);
  const child = derive(token, nonce);
  await insertToken(tx, { sessionId, parentId, hash: fingerprint(child), nonce });
  return child;
}
