import type { Queries, Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import sql from 'sql-template-tag';

export type AuditEntry = {
  action:
    | 'opt-out-requested'
    | 'opt-out-confirmed'
    | 'opt-out-approved'
    | 'opt-out-refused'
    | 'opt-out-undone';
  /** The admin who did it; absent when it was the agent, who has no account. */
  actorId?: string;
  targetId: string;
  /** Never a secret; contacts as hashes. */
  detail: Record<string, unknown>;
};

/** Beside the product's audit log, which has requests without contacts: who opted out by what must not leave this service. */
export async function insertAudit(tx: Tx, from: RequestOrigin, entry: AuditEntry, at: Date): Promise<void> {
  await tx.execute(
    sql`insert into audit_log (at, action, actor_id, target_id, detail, ip, user_agent, request_id)
     values (${at}, ${entry.action}, ${entry.actorId ?? null}, ${entry.targetId}, ${entry.detail},
       nullif(${from.ip}, '')::inet, ${from.userAgent}, ${from.id})`,
  );
}

/** That something was done stays; from where goes with the user who did it. */
export async function blankAudit(db: Queries, userId: string): Promise<void> {
  await db.execute(sql`update audit_log set ip = null, user_agent = null where actor_id = ${userId}`);
}
