import type { Tx } from '@closingwire/chassis/pg';

/** From where a person signed in before this request: by the audit log, and by her sessions of any kind. */
export function earlierClients(
  tx: Tx,
  userId: string,
  requestId: string,
): Promise<{ ip: string; userAgent: string }[]> {
  return tx.query<{ ip: string; userAgent: string }>(
    `select coalesce(host(ip), '') as ip, coalesce(user_agent, '') as "userAgent"
     from audit_log where actor_id = $1 and action in ('sign-in', 'account-activated')
       and request_id is distinct from $2
     union
     select coalesce(host(ip), ''), coalesce(user_agent, '') from sessions where user_id = $1`,
    [userId, requestId],
  );
}
