import { empty, join, type Queries, raw, type Sql, sql } from '@closingwire/chassis/pg';
import {
  type ContactKind,
  mostAgentsCounted,
  type OptOut,
  type OptOutQuery,
} from '@closingwire/contracts/opt-out';
import { type StoredState, stateOf } from './rules.ts';
import { carriersOf } from './suppressions.ts';

type Row = {
  id: string;
  state: StoredState;
  createdAt: Date;
  expiresAt: Date | null;
  confirmedAt: Date | null;
  decidedAt: Date | null;
  contacts: {
    kind: ContactKind;
    value: string | null;
    masked: string;
    isInEffect: boolean;
    agentCount: number;
    agents: { name: string; brokerage: string; zip: string }[];
  }[];
};

const COUNTED = mostAgentsCounted + 1;

/** Agents shown for each contact, for the admin's decision. */
const NAMED = 5;

/** Some agents with a contact that waits for a review, by name. */
const AGENTS = sql`
  select coalesce(json_agg(json_build_object('name', n.name, 'brokerage', n.brokerage, 'zip', n.zip)
    order by n.name, n.zip), '[]')
  from (
    select a.full_name as name, coalesce(a.brokerage_name, '') as brokerage, a.zip
    from k join agents a on a.zip = k.zip and a.id = k.id
    where r.state = 'needs-review' order by a.full_name, a.zip limit ${raw(String(NAMED))}) n`;

/** Counts the agents with a contact, up to `COUNTED`, and names some of them. */
const CARRIERS = sql`
  with k as materialized (
    select zip, id from (${carriersOf(sql`array[c.hash]`, COUNTED)}) u limit ${raw(String(COUNTED))})
  select (select count(*) from k) as count, (${AGENTS}) as named`;

const CONTACTS = sql`
  select json_agg(json_build_object(
    'kind', c.kind, 'value', c.value, 'masked', c.masked,
    'isInEffect', exists (select from suppressions s where s.hash = c.hash and s.request_id = c.request_id),
    'agentCount', carriers.count,
    'agents', carriers.named)
    order by array_position(array['email', 'phone', 'license'], c.kind))
  from opt_out_contacts c cross join lateral (${CARRIERS}) carriers where c.request_id = r.id`;

const VIEW = sql`
  select r.id, r.state, r.created_at as "createdAt", r.expires_at as "expiresAt", r.confirmed_at as "confirmedAt",
    r.decided_at as "decidedAt", (${CONTACTS}) as contacts
  from opt_out_requests r`;

/** Contacts suppressed before there were requests have only a hash. */
const NOT_KEPT = 'not kept';

function shown({ contacts, expiresAt, ...row }: Row, now: Date): OptOut {
  const instant = (at: Date | null) => at?.toISOString() ?? null;
  return {
    id: row.id,
    state: stateOf({ ...row, expiresAt }, now),
    createdAt: row.createdAt.toISOString(),
    confirmedAt: instant(row.confirmedAt),
    decidedAt: instant(row.decidedAt),
    contacts: contacts.map(({ value, masked, ...contact }) => ({
      ...contact,
      shown: (row.state === 'needs-review' && value) || masked || NOT_KEPT,
    })),
  };
}

/** `search` may be an email address, a phone or a license number. */
function sought({ search, state }: OptOutQuery, now: Date): Sql {
  const conditions = [
    state &&
      sql`${state}::text = case when r.state = 'requested' and r.expires_at <= ${now} then 'expired' else r.state end`,
    search &&
      sql`r.id in (select request_id from opt_out_contacts where hash in (contact_hash('email', ${search}::text),
        contact_hash('phone', ${search}::text), contact_hash('license', ${search}::text)))`,
  ].filter(Boolean);
  return conditions.length > 0 ? sql`where ${join(conditions, ' and ')}` : empty;
}

export async function optOutPage(db: Queries, asked: OptOutQuery, now: Date) {
  const { page, limit } = asked;
  const where = sought(asked, now);
  const rows = await db.query<Row>(
    sql`${VIEW} ${where} order by r.created_at desc, r.id desc limit ${limit} offset ${(page - 1) * limit}`,
  );
  const counts = await db.one<{ total: number; needsReview: number }>(
    sql`select (select count(*) from opt_out_requests r ${where}) as total,
       (select count(*) from opt_out_requests where state = 'needs-review') as "needsReview"`,
  );
  return { optOuts: rows.map(row => shown(row, now)), ...counts };
}

export async function oneOptOut(db: Queries, id: string, now: Date): Promise<OptOut> {
  return shown(await db.one<Row>(sql`${VIEW} where r.id = ${id}`), now);
}
