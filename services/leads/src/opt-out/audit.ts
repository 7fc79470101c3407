import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';

export type AuditEntry = {
  action:
    | 'opt-out-requested'
    | 'opt-out-confirmed'
    | 'opt-out-approved'
    | 'opt-out-refused'
    | 'opt-out-undone';
  /** The admin; absent for agents, who have no account. */
  actorId?: string;
  targetId: string;
  /** Contacts are hashed; never contains a secret. */
  detail: Record<string, unknown>;
};

/**
 * Inserts an entry into this service's own audit log. The product's audit log has contacts only masked: whole contacts
 * must not leave this service.
 */
export async function insertAudit(tx: Tx, from: RequestOrigin, entry: AuditEntry, at: Date): Promise<void> {
  await tx.execute(
    sql`insert into audit_log (at, action, actor_id, target_id, detail, ip, user_agent, request_id)
     values (${at}, ${entry.action}, ${entry.actorId ?? null}, ${entry.targetId}, ${entry.detail},
       nullif(${from.ip}, '')::inet, ${from.userAgent}, ${from.id})`,
  );
}

/** Keeps the entries, without the admin's address and device. */
export async function blankAudit(db: Queries, userId: string): Promise<void> {
  await db.execute(sql`update audit_log set ip = null, user_agent = null where actor_id = ${userId}`);
}
