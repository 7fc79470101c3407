import { AppError } from '@closingwire/chassis/app-error';
import { asUser } from '@closingwire/chassis/identity';
import { type Queries, raw, type Sql, sql } from '@closingwire/chassis/pg';
import type { ContactFacts } from '@closingwire/contracts/contacts';
import { stateOf } from '../contacts/states.ts';
import { impl, type RouteDeps } from '../context.ts';
import { mayBeShown, WITH_AGENT } from './closing-filter.ts';
import { readableZips } from './readers.ts';

type Dates = 'checkedAt' | 'firstSeenAt' | 'lastSeenAt';
type Row = Omit<ContactFacts, Dates | 'earlier'> & { [Name in Dates]: Date | null } & {
  earlierState: ContactFacts['state'] | null;
  earlierAt: Date | null;
  value: string;
};

/** Selects a contact of the agents `found` with its state and source. */
export function contactOf(field: ContactFacts['field'], now: Sql, found = sql`found`): Sql {
  const kind = field === 'email' ? 'email' : 'phone';
  const column = raw(`a.${field}`);
  return sql`
    select ${kind} as kind, ${field} as field, ${column} as value, st.state, st.checked_at as "checkedAt",
      st.earlier_state as "earlierState", st.earlier_at as "earlierAt", src.name as source,
      st.not_on_list_of::text as "notOnListOf",
      ${column}_first_seen_at as "firstSeenAt", ${column}_last_seen_at as "lastSeenAt"
    from ${found} a cross join lateral (${stateOf(kind, column, now)}) st
      left join sources src on src.id = ${column}_source_id
    where ${column} is not null`;
}

const instant = (at: Date | null) => at?.toISOString() ?? null;

export const toContactFacts = ({ earlierState, earlierAt, value: _value, ...row }: Row): ContactFacts => ({
  ...row,
  checkedAt: instant(row.checkedAt),
  firstSeenAt: instant(row.firstSeenAt),
  lastSeenAt: instant(row.lastSeenAt),
  earlier: earlierState && earlierAt ? { state: earlierState, checkedAt: earlierAt.toISOString() } : null,
});

type AgentContacts = { agentId: string; contacts: ContactFacts[] };

/** Returns the agent of a closing in these ZIPs with their contacts; undefined if none of them lists the closing. */
async function contactsOfClosing(
  db: Queries,
  closingId: string,
  zipCodes: readonly string[],
  now: Date,
): Promise<AgentContacts | undefined> {
  const at = sql`${now}::timestamptz`;
  const found = sql`select a.* from closings c ${WITH_AGENT}
    where c.zip = any(${zipCodes}::text[]) and c.id = ${closingId} and ${mayBeShown('lists')}`;
  const rows = await db.query<Row>(
    sql`with found as materialized (${found})
     ${contactOf('email', at)} union all ${contactOf('mobile', at)} union all ${contactOf('phone', at)}`,
  );
  const agent = await db.maybe<{ agentId: string }>(
    sql`select coalesce(f.identity_id, f.id) as "agentId" from (${found}) f`,
  );
  return agent && { ...agent, contacts: rows.map(toContactFacts) };
}

export const closingContactRoutes = (deps: RouteDeps) => ({
  closingContacts: impl.closingContacts.handler(async ({ input: { closingId }, context }) => {
    const { id: userId } = asUser(context.caller);
    const agent = await deps.reads(userId, async pg => {
      const zipCodes = await readableZips({ ...deps, pg }, context.caller);
      return contactsOfClosing(pg, closingId, zipCodes, deps.clock());
    });
    if (!agent) throw new AppError('missing', 'not_found', 'This closing is in none of your lists');
    return agent;
  }),
});
