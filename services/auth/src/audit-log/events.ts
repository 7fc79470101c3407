import { once } from '@closingwire/chassis/consume';
import type { Tx } from '@closingwire/chassis/pg';
import { requestAudited } from '@closingwire/contracts/audit';
import type { EventData } from '@closingwire/contracts/event';
import sql from 'sql-template-tag';

type AuditedRequest = EventData<typeof requestAudited>;
type Involved = { actorId: string | null; targetId: string | null; subject: string | null };

/** A key that was refused proves nobody. */
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
  // Whoever has a key that is good no more need not be its owner.
  return isAuthenticated(request)
    ? { actorId: key.userId, targetId: key.id, subject }
    : { actorId: null, targetId: key.userId, subject };
}

/**
 * Whether the user's traces were emptied already. Holds a user who is there, so that an account that is deleted
 * meanwhile finds this entry. An id that nobody ever had is a guess, whose origin matters.
 */
async function isForgotten(tx: Tx, id: string | null): Promise<boolean> {
  if (id === null || (await tx.maybe(sql`select 1 from users where id = ${id} for key share`))) return false;
  const { isDeleted } = await tx.one<{ isDeleted: boolean }>(
    sql`select exists (select from audit_log where action = 'user-deleted' and (actor_id = ${id} or target_id = ${id}))
       as "isDeleted"`,
  );
  return isDeleted;
}

/** An entry that a service wrote with the change itself has more detail; one request is then one entry. */
const INSERT = `
  insert into audit_log (at, action, actor_id, target_id, subject, caller, route, status, ip, user_agent, request_id,
    changes)
  select $1::timestamptz, $2::text, $3::uuid, $4::uuid, $5::text, $6::text, $7::text, $8::smallint,
    nullif($9::text, '')::inet, nullif($10::text, ''), $11::text, $12::jsonb
  where not exists (select from audit_log where request_id = $11)`;

/** Keeps a request that the gateway saw, beside what this service writes itself. */
export const onRequestAudited = once(requestAudited, async ({ data: request }, tx) => {
  const involved = await involvedIn(tx, request);
  const { actorId, targetId } = involved;
  const { ip, userAgent } = (await isForgotten(tx, actorId ?? targetId))
    ? { ip: '', userAgent: '' }
    : request;
  // Few requests change anything: the others need no second look.
  const hasChanges = request.changes.length > 0 && !(await isForgotten(tx, targetId));
  await tx.query(INSERT, [
    request.at,
    request.action,
    actorId,
    targetId,
    involved.subject,
    request.caller,
    request.route,
    request.status,
    ip,
    userAgent,
    request.requestId,
    hasChanges ? JSON.stringify(request.changes) : null,
  ]);
});
