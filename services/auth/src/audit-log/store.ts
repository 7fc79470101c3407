import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import type { AuditAction, AuditChange, RequestAction } from '@closingwire/contracts/audit';

export type AuditEntry = {
  action: Exclude<AuditAction, RequestAction>;
  actorId?: string | undefined;
  targetId?: string | undefined;
  /** Never a secret. */
  detail?: Record<string, unknown>;
  /** Shown to admins; erased with the user. Never a secret. */
  changes?: readonly AuditChange[];
};

/** The admin who changes a user. Without an id, an operator made the change. */
export type ChangedBy = { adminId: string | undefined };

/** Returns actor and target of a change to a user. Without `by`, the user is the actor. */
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

/** Erases IP address, device and details from a deleted user's entries. Action, time and ids stay. */
export async function blankAudit(tx: Tx, userId: string): Promise<void> {
  await tx.execute(
    sql`update audit_log set ip = null, user_agent = null, detail = '{}'
     where actor_id = ${userId} or (target_id = ${userId} and actor_id is null)`,
  );
  await forgetChanges(tx, userId);
}

/**
 * Erases the changed values in entries about a user and their API keys. An entry with a route but no target is not
 * about a user.
 */
export async function forgetChanges(tx: Tx, userId: string): Promise<void> {
  await tx.execute(
    sql`update audit_log set changes = null
     where changes is not null and (target_id = ${userId}
       or (actor_id = ${userId} and route is null and (target_id is null or is_about_key(action))))`,
  );
}
