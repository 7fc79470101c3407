import { likePattern } from '@closingwire/chassis/like-pattern';
import { join, type Queries, type Sql, sql } from '@closingwire/chassis/pg';
import {
  type AuditAction,
  type AuditChange,
  type AuditLogEntry,
  auditActions,
  isBearerAccepted,
} from '@closingwire/contracts/audit';
import { keyHolderText, routeActionText } from '@closingwire/contracts/audit-texts';
import type { AuditSearch } from '@closingwire/contracts/auth';
import { MOST_COUNTED } from '@closingwire/contracts/counted';
import { z } from 'zod';
import { deviceName } from './device.ts';

type Row = {
  id: string;
  at: Date;
  action: string;
  actorId: string | null;
  actorName: string | null;
  actorEmail: string | null;
  targetId: string | null;
  targetName: string | null;
  targetEmail: string | null;
  subject: string | null;
  changes: AuditChange[] | null;
  caller: string | null;
  route: string | null;
  status: number | null;
  ip: string | null;
  userAgent: string | null;
};

const nameOf = (user: Sql) => sql`nullif(trim(concat_ws(' ', ${user}.first_name, ${user}.last_name)), '')`;

/** The most users that a search text may match: a text of few letters is part of most addresses. */
const MOST_USERS = 1000;

/**
 * Returns the ids that the search text may mean: itself, if it is an id; else the users whose present or former
 * address contains it. If more than 1,000 users match, it returns the exact address and the newest users.
 */
async function partiesOf(pg: Queries, who: string): Promise<string[]> {
  if (z.uuid().safeParse(who).success) return [who];
  const pattern = `%${likePattern(who)}%`;
  const [users, former] = await Promise.all([
    pg.query<{ id: string }>(
      sql`select id from users where email ilike ${pattern}
       order by (email = lower(${who})) desc, created_at desc limit ${MOST_USERS}`,
    ),
    // Address changes are few, so reading all their entries is cheap.
    pg.query<{ id: string }>(
      sql`select coalesce(target_id, actor_id) as id from audit_log
       where action = 'email-changed' and exists (
         select from jsonb_array_elements(changes) c where c ->> 'field' = 'email' and c ->> 'from' ilike ${pattern})
       order by at desc limit ${MOST_USERS}`,
    ),
  ]);
  return [...new Set([...users, ...former].map(({ id }) => id))];
}

/** Returns the conditions on `a`, a row of the audit log. An index serves each of them. */
async function conditionsOf(pg: Queries, { who, action, ip, from, to }: AuditSearch): Promise<Sql> {
  const conditions: Sql[] = [];
  if (who !== '') {
    const parties = await partiesOf(pg, who);
    conditions.push(
      sql`(a.actor_id = any (${parties}::uuid[]) or a.target_id = any (${parties}::uuid[]) or a.subject = ${who})`,
    );
  }
  if (action) conditions.push(sql`a.action = ${action}`);
  if (ip) conditions.push(sql`a.ip <<= ${ip}::inet`);
  if (from) conditions.push(sql`a.at >= ${from}::date::timestamp at time zone 'UTC'`);
  if (to) conditions.push(sql`a.at < (${to}::date + 1)::timestamp at time zone 'UTC'`);
  return conditions.length > 0 ? join(conditions, ' and ') : sql`true`;
}

const party = (id: string | null, name: string | null, email: string | null) =>
  id === null ? null : { id, name: name ?? '', email: email ?? '' };

/** The client disconnected, or a service did not reply in time: the request may have taken effect. */
const unanswered = new Set([499, 502, 504]);

function outcomeOf({ action, status }: Row): AuditLogEntry['outcome'] {
  if (status === null) return /-refused$|-reused$/.test(action) ? 'refused' : 'done';
  if (status < 400) return 'done';
  if (unanswered.has(status)) return 'unknown';
  return status >= 500 ? 'failed' : 'refused';
}

/** Actions that stay in the entry's text, in front of the route's own action. */
const alwaysNamed: readonly string[] = ['key-used', 'request-denied', 'request-limited'];

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function textOf(row: Row): string {
  const { action, route, subject, changes } = row;
  const words = action in auditActions ? auditActions[action as AuditAction] : action;
  if (route === null) return words;
  const done = routeActionText(route, {
    subject: subject ?? '',
    isDone: outcomeOf(row) === 'done',
    changes: changes ?? [],
  });
  if (done && !alwaysNamed.includes(action)) return sentence(done);
  return `${words}: ${done ?? route}`;
}

function keyHolderOf({ actorId, caller, route, status }: Row): string {
  if (actorId !== null || caller !== 'key' || route === null || status === null) return '';
  return keyHolderText(route, { isProven: isBearerAccepted(status) });
}

const toEntry = (row: Row): AuditLogEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  text: textOf(row),
  actor: party(row.actorId, row.actorName, row.actorEmail),
  keyHolder: keyHolderOf(row),
  target: party(row.targetId, row.targetName, row.targetEmail),
  subject: row.subject ?? '',
  changes: row.changes ?? [],
  ip: row.ip ?? '',
  device: row.userAgent ? deviceName(row.userAgent) : '',
  outcome: outcomeOf(row),
  status: row.status,
});

/** Returns a page of the matching entries, newest first. `total` stops at one more than `MOST_COUNTED`. */
export async function searchAudit(
  pg: Queries,
  search: AuditSearch,
): Promise<{ entries: AuditLogEntry[]; total: number }> {
  const { page, limit } = search;
  const matches = await conditionsOf(pg, search);
  const [rows, { total }] = await Promise.all([
    pg.query<Row>(
      sql`select a.id::text as id, a.at, a.action, a.subject, a.changes, a.caller, a.route, a.status, host(a.ip) as ip,
         a.user_agent as "userAgent",
         a.actor_id as "actorId", ${nameOf(sql`actor`)} as "actorName", actor.email as "actorEmail",
         a.target_id as "targetId", ${nameOf(sql`target`)} as "targetName", target.email as "targetEmail"
       from (select * from audit_log a where ${matches}
         order by a.at desc, a.id desc limit ${limit} offset ${(page - 1) * limit}) a
       left join users actor on actor.id = a.actor_id
       left join users target on target.id = a.target_id
       order by a.at desc, a.id desc`,
    ),
    pg.one<{ total: number }>(
      sql`select count(*)::int as total from (
         select from audit_log a where ${matches} limit ${MOST_COUNTED + 1}) counted`,
    ),
  ]);
  return { entries: rows.map(toEntry), total };
}
