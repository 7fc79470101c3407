import { once } from '@closingwire/chassis/consume';
import { sql, type Tx } from '@closingwire/chassis/pg';
import { requestAudited } from '@closingwire/contracts/audit';
import type { EventData } from '@closingwire/contracts/event';

type AuditedRequest = EventData<typeof requestAudited>;
type Involved = { actorId: string | null; targetId: string | null; subject: string | null };

const isAuthenticated = ({ status }: AuditedRequest) => status !== 401 && status !== 403;

async function ownerOfKey(
  tx: Tx,
  request: AuditedRequest,
): Promise<{ id: string; userId: string } | undefined> {
  if (request.keyHash === null) return undefined;
  const hash = Buffer.from(request.keyHash, 'hex');
  return tx.maybe(sql`select id, user_id as "userId" from api_keys where key_hash = ${hash}`);
}

async function involvedIn(tx: Tx, request: AuditedRequest): Promise<Involved> {
  const { userId = null, ...named } = request.named;
  const subject = Object.values(named).join(' ') || null;
  const key = await ownerOfKey(tx, request);
  if (!key) return { actorId: request.actorId, targetId: userId, subject };
  // A refused key proves nothing about its sender, so its owner is the target, not the actor.
  return isAuthenticated(request)
    ? { actorId: key.userId, targetId: key.id, subject }
    : { actorId: null, targetId: key.userId, subject };
}

/**
 * Returns true if the user deleted their account: the entry must not keep their IP address. Returns false for an id
 * that never existed: a client guessed it, so its IP address matters to admins. Locks an existing user, so that a
 * concurrent deletion also erases this entry.
 */
async function isForgotten(tx: Tx, id: string | null): Promise<boolean> {
  if (id === null || (await tx.returnsRow(sql`select from users where id = ${id} for key share`)))
    return false;
  return tx.returnsRow(
    sql`select from audit_log where action = 'user-deleted' and (actor_id = ${id} or target_id = ${id}) limit 1`,
  );
}

export const onRequestAudited = once(requestAudited, async ({ data: request }, tx) => {
  const involved = await involvedIn(tx, request);
  const { actorId, targetId } = involved;
  const { ip, userAgent } = (await isForgotten(tx, actorId ?? targetId))
    ? { ip: '', userAgent: '' }
    : request;
  const hasChanges = request.changes.length > 0 && !(await isForgotten(tx, targetId));
  const changes = hasChanges ? JSON.stringify(request.changes) : null;
  // One entry per request. If a service already wrote one with the change, that entry has more detail.
  await tx.execute(
    sql`insert into audit_log (at, action, actor_id, target_id, subject, caller, route, status, ip, user_agent,
       request_id, changes)
     select ${request.at}::timestamptz, ${request.action}::text, ${actorId}::uuid, ${targetId}::uuid,
       ${involved.subject}::text, ${request.caller}::text, ${request.route}::text, ${request.status}::smallint,
       nullif(${ip}::text, '')::inet, nullif(${userAgent}::text, ''), ${request.requestId}::text, ${changes}::jsonb
     where not exists (select from audit_log where request_id = ${request.requestId})`,
  );
});
