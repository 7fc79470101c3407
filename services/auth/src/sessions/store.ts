import { publish } from '@closingwire/chassis/outbox';
import { empty, type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import { sessionRevoked } from '@closingwire/contracts/auth';
import { audit } from '../audit-log/store.ts';
import { hasSecondFactor, type User } from '../users/user.ts';
import type { Session } from './session.ts';

const COLUMNS = sql`id, user_id as "userId", aal, amr, refreshed_at as "refreshedAt", not_after as "notAfter"`;

export async function insertSession(tx: Tx, session: Session, client: RequestOrigin): Promise<void> {
  await tx.execute(
    sql`insert into sessions (id, user_id, aal, amr, refreshed_at, not_after, ip, user_agent)
     values (${session.id}, ${session.userId}, ${session.aal}, ${JSON.stringify(session.amr)},
       ${session.refreshedAt}, ${session.notAfter}, nullif(${client.ip}, '')::inet, ${client.userAgent})`,
  );
  await tx.execute(
    sql`update users set last_sign_in_at = ${session.refreshedAt} where id = ${session.userId}`,
  );
}

/**
 * Audits a complete sign-in, or its beginning if the user has a second factor. Verifying that factor audits the
 * sign-in.
 */
export async function auditSignIn(tx: Tx, client: RequestOrigin, user: User): Promise<void> {
  const action = hasSecondFactor(user) ? 'sign-in-begun' : 'sign-in';
  await audit(tx, client, { action, actorId: user.id });
}

/** Locks the session against concurrent refreshes. */
export function lockSession(tx: Tx, id: string): Promise<Session | undefined> {
  return tx.maybe<Session>(sql`select ${COLUMNS} from sessions where id = ${id} for update`);
}

export type StoredSession = Session & { createdAt: Date };

export function findSession(pg: Queries, id: string): Promise<StoredSession | undefined> {
  return pg.maybe<StoredSession>(
    sql`select ${COLUMNS}, created_at as "createdAt" from sessions where id = ${id}`,
  );
}

/**
 * Returns true if the session passed a second factor that is older than the session. A newer one proves nothing: a thief
 * of the session can set one up and pass it.
 */
export async function hasEarlierFactor(pg: Queries, sessionId: string | undefined): Promise<boolean> {
  if (sessionId === undefined) return false;
  return pg.returnsRow(
    sql`select 1 from sessions s join mfa_factors f on f.id = s.factor_id
     where s.id = ${sessionId} and s.aal = 'aal2' and f.created_at < s.created_at`,
  );
}

export type ListedSession = {
  id: string;
  createdAt: Date;
  refreshedAt: Date;
  ip: string;
  userAgent: string;
  aal: Session['aal'];
};

/** Returns the user's sessions, the last used first. */
export function listSessions(pg: Queries, userId: string): Promise<ListedSession[]> {
  return pg.query<ListedSession>(
    sql`select id, created_at as "createdAt", refreshed_at as "refreshedAt", coalesce(host(ip), '') as ip,
       coalesce(user_agent, '') as "userAgent", aal
     from sessions where user_id = ${userId} and not_after > now() order by refreshed_at desc, id`,
  );
}

/** Stores level, methods and factor of a session that passed a second factor. */
export async function saveFactorOf(tx: Tx, session: Session, factorId: string): Promise<void> {
  await tx.execute(
    sql`update sessions set aal = ${session.aal}, amr = ${JSON.stringify(session.amr)}, factor_id = ${factorId}
     where id = ${session.id}`,
  );
}

export function isSessionOpen(pg: Queries, id: string): Promise<boolean> {
  return pg.returnsRow(sql`select 1 from sessions where id = ${id}`);
}

export async function touchSession(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.execute(sql`update sessions set refreshed_at = ${now} where id = ${id}`);
}

async function publishEnd(tx: Tx, id: string, userId: string, now: Date): Promise<void> {
  // A session ends once, so its event always has version 1.
  await publish(tx, sessionRevoked, { id, version: 1, userId, revokedAt: now.toISOString() });
}

/** Ends one session with its tokens. Returns false if it has already ended. */
export async function endSession(tx: Tx, id: string, userId: string, now: Date): Promise<boolean> {
  const isEnded = await tx.returnsRow(sql`delete from sessions where id = ${id} returning id`);
  if (isEnded) await publishEnd(tx, id, userId, now);
  return isEnded;
}

type Except = { but?: string | undefined; onlyAal?: Session['aal'] };

/** Ends a user's sessions with their tokens: all of them, except `but`, or only those of `onlyAal`. */
export async function endSessionsOf(
  tx: Tx,
  userId: string,
  now: Date,
  { but, onlyAal }: Except = {},
): Promise<void> {
  const ended = await tx.query<{ id: string }>(
    sql`delete from sessions where user_id = ${userId}
       ${but === undefined ? empty : sql`and id <> ${but}`}
       ${onlyAal === undefined ? empty : sql`and aal = ${onlyAal}`}
     returning id`,
  );
  for (const { id } of ended) await publishEnd(tx, id, userId, now);
}
