import { AppError } from '@closingwire/chassis/app-error';
import { nameChanges } from '@closingwire/chassis/http';
import { likePattern } from '@closingwire/chassis/like-pattern';
import { empty, type Queries, type Sql, sql } from '@closingwire/chassis/pg';
import type { AgentIdentity } from '@closingwire/contracts/agent-identities';
import { changeOf } from '@closingwire/contracts/audit';
import { MOST_IDENTITIES } from '@closingwire/contracts/shown-limits';
import { impl, type RouteDeps } from '../context.ts';
import { REPORTED } from '../sources/store.ts';
import { WRONG_CONTACTS } from '../wrong-contacts.ts';
import { mergeLater } from './identify.ts';
import { splitAgent } from './split-agents.ts';

const canBeName = (text: string) => /\p{L}/u.test(text) && !text.includes('@');

/** Indexes serve these conditions. */
const hasContact = (contact: string): Sql => sql`
  contact_hash('email', email) = contact_hash('email', ${contact}) and email is not null
  or contact_hash('phone', mobile) = contact_hash('phone', ${contact}) and mobile is not null
  or contact_hash('phone', phone) = contact_hash('phone', ${contact}) and phone is not null
  or contact_hash('license', license_number) = contact_hash('license', ${contact}) and license_number is not null`;

const ACCENTS = /[\u0300-\u036f]/g;
const withoutAccents = (text: string) => text.normalize('NFD').replace(ACCENTS, '');

/**
 * Ignores case and accents. Reads all agents: an index would slow down every load, for a search that admins need a few
 * times a day. Only names that are not ASCII have accents to take off.
 */
function hasName(part: string): Sql {
  const pattern = `%${likePattern(withoutAccents(part))}%`;
  return sql`full_name ilike ${pattern} or octet_length(full_name) > char_length(full_name)
    and regexp_replace(normalize(full_name, nfd), '[\\u0300-\\u036f]', '', 'g') ilike ${pattern}`;
}

/** Finds identities by a part of a name, or by a whole contact or license, whatever its spelling. */
async function findIdentities(db: Queries, text: string): Promise<AgentIdentity[]> {
  const rows = await db.query<Omit<AgentIdentity, 'mergedAt'> & { mergedAt: Date[] }>(
    sql`with found as materialized (
       select id from (
         select identity_id as id from agents where ${hasContact(text)}
         ${canBeName(text) ? sql`union select identity_id from agents where ${hasName(text)}` : empty}
       ) any_of where id is not null group by id limit ${MOST_IDENTITIES})
     select f.id, json_agg(json_build_object('zip', a.zip, 'agentId', a.id, 'fullName', a.full_name,
         'licenseNumber', a.license_number, 'email', a.email, 'mobile', a.mobile, 'phone', a.phone,
         'brokerageName', a.brokerage_name, 'isSuppressed', a.is_suppressed,
         'wrongContacts', coalesce(${WRONG_CONTACTS}, '[]'),
         'closings', (select count(*) from closings c where c.zip = a.zip and c.agent_id = a.id and ${REPORTED})) order by a.zip) as rows,
       array(select merged_at from agent_merges m where m.into_id = f.id order by 1) as "mergedAt"
     from found f join agents a on a.identity_id = f.id group by f.id order by f.id`,
  );
  return rows.map(row => ({ ...row, mergedAt: row.mergedAt.map(at => at.toISOString()) }));
}

const isIdentity = (db: Queries, id: string) =>
  db.returnsRow(sql`select from agents where identity_id = ${id} limit 1`);

/** The ZIPs of an agent, which name it in the audit log: its name may have to be deleted later. */
async function zipsOf(db: Queries, identityId: string): Promise<string[]> {
  const rows = await db.query<{ zip: string }>(
    sql`select zip from agents where identity_id = ${identityId} order by zip`,
  );
  return rows.map(({ zip }) => zip);
}

export function identityRoutes({ pg }: RouteDeps) {
  return {
    findIdentities: impl.findIdentities.handler(async ({ input: { contact } }) => ({
      identities: await findIdentities(pg, contact),
    })),

    splitIdentity: impl.splitIdentity.handler(async ({ input: { identityId, rows }, context }) => {
      const taken = rows.map(({ zip: zipCode, agentId }) => ({ zipCode, agentId }));
      const other = await pg.transaction(tx => splitAgent(tx, identityId, taken));
      const zips = taken.map(({ zipCode }) => zipCode).join(', ');
      nameChanges([changeOf('agentRows', null, `ZIP ${zips} split off`)], context.responseHeaders);
      return { identityId: other };
    }),

    mergeIdentities: impl.mergeIdentities.handler(async ({ input: { identityId, from }, context }) => {
      if (!(await isIdentity(pg, identityId)) || !(await isIdentity(pg, from))) {
        throw new AppError('missing', 'not_found', 'There is no such agent');
      }
      const zips = await zipsOf(pg, from);
      await pg.transaction(tx => mergeLater(tx, from, identityId));
      nameChanges(
        [
          changeOf('mergedAgent', null, from),
          changeOf('agentRows', null, `ZIP ${zips.join(', ')} merged in`),
        ],
        context.responseHeaders,
      );
      return { identityId };
    }),
  };
}
