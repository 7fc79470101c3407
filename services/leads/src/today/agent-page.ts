import { AppError } from '@closingwire/chassis/app-error';
import { type Queries, raw, type Sql, sql } from '@closingwire/chassis/pg';
import type { AgentPage } from '@closingwire/contracts/agent-page';
import type { ContactFacts } from '@closingwire/contracts/contacts';
import { leadFields } from '@closingwire/contracts/lead-fields';
import { IS_EMAIL_WRONG, MUST_NOT_CALL } from '../contacts/states.ts';
import { currentIdentity } from '../identity/merge-agents.ts';
import { contactOf, toContactFacts } from '../lists/closing-contacts.ts';
import { mayBeShown, WITH_AGENT } from '../lists/closing-filter.ts';
import { outcomesOf, toOutcome } from '../outcomes/store.ts';
import { NAMED_SOURCES } from '../sources/store.ts';
import { CLOSING_FIELDS, newestFacts } from './today-page.ts';

const MAX_CLOSINGS = 200;

const factFields = leadFields.filter(({ group, stored }) => group === 'agent' && stored.table === 'agents');
const FACTS = newestFacts(factFields.map(({ stored }) => stored.column));
const NAMED_FACTS = raw(factFields.map(({ stored, key }) => `a.${stored.column} as "${key}"`).join(', '));

type Asked = { accountId: string; agentId: string; zipCodes: readonly string[]; now: Date };

/** Selects the agent's rows in these ZIPs that a list may show. */
const shownRows = ({ agentId, zipCodes }: Asked): Sql => sql`
  select x.* from agents x where x.identity_id = ${agentId}::uuid and x.zip = any(${zipCodes}::text[]) and exists (
    select from closings c where c.zip = x.zip and c.agent_id = x.id and ${mayBeShown('lists')})`;

type Row = Pick<AgentPage, 'isWatched' | 'closings'> & { facts: Record<string, unknown> | null };

const readRow = (db: Queries, asked: Asked) =>
  db.one<Row>(sql`
    with shown as materialized (${shownRows(asked)})
    select
      exists (select from watches w where w.account_id = ${asked.accountId} and w.agent_id = ${asked.agentId})
        as "isWatched",
      (select row_to_json(f) from (
        select ${NAMED_FACTS}, ${MUST_NOT_CALL} as "mustNotCall", ${IS_EMAIL_WRONG} as "isEmailWrong"
        from (select ${FACTS} from shown x having count(*) > 0) a) f) as facts,
      (select coalesce(json_agg(row_to_json(f)), '[]') from (
        select c.id, ${CLOSING_FIELDS}, ${NAMED_SOURCES} as sources
        from closings c ${WITH_AGENT}
        where c.zip = any(${asked.zipCodes}::text[]) and a.identity_id = ${asked.agentId}::uuid
          and ${mayBeShown('lists')}
        order by c.sold_date desc, c.id limit ${MAX_CLOSINGS}) f) as closings`);

type ContactRow = Parameters<typeof toContactFacts>[0] & { value: string };

/** Returns each contact of the agent, of the newest row that has it. */
async function readContacts(db: Queries, asked: Asked): Promise<(ContactFacts & { value: string })[]> {
  const at = sql`${asked.now}::timestamptz`;
  const newest = (field: ContactFacts['field']) => {
    const column = raw(`x.${field}`);
    const rows = sql`(select x.* from (${shownRows(asked)}) x where ${column} is not null
      order by x.updated_at desc, x.zip limit 1)`;
    return sql`(${contactOf(field, at, rows)})`;
  };
  const rows = await db.query<ContactRow>(
    sql`${newest('email')} union all ${newest('mobile')} union all ${newest('phone')}`,
  );
  return rows.map(row => ({ ...toContactFacts(row), value: row.value }));
}

/**
 * Returns what an account may read of an agent; throws `missing` if its ZIPs list no such agent. Links in earlier emails
 * and files can have the id of an agent that was merged since: the reply is the agent that is left.
 */
export async function readAgentPage(db: Queries, { agentId, ...rest }: Asked): Promise<AgentPage> {
  const asked = { ...rest, agentId: await currentIdentity(db, agentId) };
  const { facts, ...row } = await readRow(db, asked);
  if (!facts) throw new AppError('missing', 'not_found', 'None of your ZIP codes has this agent');
  const [contacts, outcomes] = [await readContacts(db, asked), await outcomesOf(db, asked)];
  return {
    ...(facts as Omit<AgentPage, 'agentId' | 'contacts' | 'outcomes' | keyof typeof row>),
    ...row,
    agentId: asked.agentId,
    contacts,
    outcomes: outcomes.map(toOutcome),
  };
}
