import { likePattern } from '@closingwire/chassis/like-pattern';
import type { Queries } from '@closingwire/chassis/pg';
import {
  type AuditAction,
  type AuditChange,
  type AuditLogEntry,
  auditActions,
  isBearerAccepted,
} from '@closingwire/contracts/audit';
import { keyHolderText, routeActionText } from '@closingwire/contracts/audit-texts';
import { MOST_COUNTED } from '@closingwire/contracts/counted';
import { z } from 'zod';
import { deviceName } from './device.ts';

export type AuditSearch = {
  who: string;
  action?: AuditAction | undefined;
  ip?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  page: number;
  limit: number;
};

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

/** Each part finds its rows by an index: the users of an address are found before. */
const MATCHES = `
  ($1::uuid[] is null or a.actor_id = any ($1) or a.target_id = any ($1) or a.subject = $2)
  and ($3::text is null or a.action = $3)
  and ($4::inet is null or a.ip <<= $4)
  and ($5::date is null or a.at >= $5::date::timestamp at time zone 'UTC')
  and ($6::date is null or a.at < ($6::date + 1)::timestamp at time zone 'UTC')`;

const nameOf = (user: string) => `nullif(trim(concat_ws(' ', ${user}.first_name, ${user}.last_name)), '')`;

const SELECT = `
  select a.id::text as id, a.at, a.action, a.subject, a.changes, a.caller, a.route, a.status, host(a.ip) as ip, a.user_agent as "userAgent",
    a.actor_id as "actorId", ${nameOf('actor')} as "actorName", actor.email as "actorEmail",
    a.target_id as "targetId", ${nameOf('target')} as "targetName", target.email as "targetEmail"
  from (select * from audit_log a where ${MATCHES} order by a.at desc, a.id desc limit $7 offset $8) a
  left join users actor on actor.id = a.actor_id
  left join users target on target.id = a.target_id
  order by a.at desc, a.id desc`;

/** So that a text of few letters, which a part of every address has, loads no table. */
const MOST_USERS = 1000;

/** Users by a part of their address; of more than 1,000 those who came last, beside the one whose whole address it is. */
const BY_ADDRESS = `
  select id from users where email ilike $1 order by (email = lower($2)) desc, created_at desc limit $3`;

/** Few change their address, so the entries of that action are read. */
const BY_FORMER_ADDRESS = `
  select coalesce(target_id, actor_id) as id from audit_log
  where action = 'email-changed' and exists (
    select from jsonb_array_elements(changes) c where c ->> 'field' = 'email' and c ->> 'from' ilike $1)
  order by at desc limit $2`;

/** Whom a text may mean: the user, session or key of an id, or the users whose address, now or once, it is a part of. */
async function partiesOf(pg: Queries, who: string): Promise<string[] | null> {
  if (who === '') return null;
  if (z.uuid().safeParse(who).success) return [who];
  const part = `%${likePattern(who)}%`;
  const [users, former] = await Promise.all([
    pg.query<{ id: string }>(BY_ADDRESS, [part, who, MOST_USERS]),
    pg.query<{ id: string }>(BY_FORMER_ADDRESS, [part, MOST_USERS]),
  ]);
  return [...new Set([...users, ...former].map(({ id }) => id))];
}

const party = (id: string | null, name: string | null, email: string | null) =>
  id === null ? null : { id, name: name ?? '', email: email ?? '' };

/** The sender left, or a service did not reply in time: the request may have taken effect all the same. */
const unanswered = new Set([499, 502, 504]);

function outcomeOf({ action, status }: Row): AuditLogEntry['outcome'] {
  if (status === null) return /-refused$|-reused$/.test(action) ? 'refused' : 'done';
  if (status < 400) return 'done';
  if (unanswered.has(status)) return 'unknown';
  return status >= 500 ? 'failed' : 'refused';
}

/** Of these the route's action alone does not show how it was done, or that it was not. */
const alwaysNamed: readonly string[] = ['key-used', 'request-denied', 'request-limited'];

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function textOf(row: Row): string {
  const { action, route, subject } = row;
  const words = action in auditActions ? auditActions[action as AuditAction] : action;
  if (route === null) return words;
  const done = routeActionText(route, { subject: subject ?? '', isDone: outcomeOf(row) === 'done' });
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

/** One page of the entries that match, newest first, and how many match, counted up to one more than `MOST_COUNTED`. */
export async function searchAudit(
  pg: Queries,
  search: AuditSearch,
): Promise<{ entries: AuditLogEntry[]; total: number }> {
  const { who, action, ip, from, to } = search;
  const parties = await partiesOf(pg, who);
  const values = [parties, who, action ?? null, ip || null, from ?? null, to ?? null];
  const [rows, { total }] = await Promise.all([
    pg.query<Row>(SELECT, [...values, search.limit, (search.page - 1) * search.limit]),
    pg.one<{ total: number }>(
      `select count(*)::int as total from (select from audit_log a where ${MATCHES} limit ${MOST_COUNTED + 1}) counted`,
      values,
    ),
  ]);
  return { entries: rows.map(toEntry), total };
}
