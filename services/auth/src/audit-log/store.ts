import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import type { AuditAction, AuditChange, RequestAction } from '@closingwire/contracts/audit';
import sql from 'sql-template-tag';

export type AuditEntry = {
  action: Exclude<AuditAction, RequestAction>;
  actorId?: string | undefined;
  targetId?: string | undefined;
  /** Never a secret. */
  detail?: Record<string, unknown>;
  /** What admins read of it. Goes with the user whom the entry is about. Never a secret. */
  changes?: readonly AuditChange[];
};

/** Who changes a user: an admin by id, or an operator, who has none. Left out, it is the user. */
export type ChangedBy = { adminId: string | undefined };

/** The two sides of a change to a user, as entries name them. */
export const sidesOf = (
  userId: string,
  by: ChangedBy | undefined,
): Pick<AuditEntry, 'actorId' | 'targetId'> =>
  by ? { actorId: by.adminId, targetId: userId } : { actorId: userId };

export async function audit(pg: Queries, origin: RequestOrigin, entry: AuditEntry): Promise<void> {
  const changes = entry.changes?.length ? JSON.stringify(entry.changes) : null;
  await pg.execute(
    sql`insert into audit_log (action, actor_id, target_id, detail, ip, user_agent, request_id, changes)
     values (${entry.action}, ${entry.actorId ?? null}, ${entry.targetId ?? null}, ${entry.detail ?? {}},
       nullif(${origin.ip}, '')::inet, ${origin.userAgent}, ${origin.id}, ${changes}::jsonb)`,
  );
}

/** Takes the user's own traces out of the log: what was done stays, by an id that leads nowhere any more. */
export async function blankAudit(tx: Tx, userId: string): Promise<void> {
  await tx.execute(
    sql`update audit_log set ip = null, user_agent = null, detail = '{}'
     where actor_id = ${userId} or (target_id = ${userId} and actor_id is null)`,
  );
  await forgetChanges(tx, userId);
}

/**
 * Takes what was changed out of the entries about a user and their API keys. A change by a request that names no user
 * is of no user.
 */
export async function forgetChanges(tx: Tx, userId: string): Promise<void> {
  await tx.execute(
    sql`update audit_log set changes = null
     where changes is not null and (target_id = ${userId}
       or (actor_id = ${userId} and route is null and (target_id is null or is_about_key(action))))`,
  );
}
