import { likePattern } from '@closingwire/chassis/like-pattern';
import { empty, join, raw, type Sql, sql } from '@closingwire/chassis/pg';
import { leadFields } from '@closingwire/contracts/lead-fields';
import { LIST_DAYS } from '@closingwire/contracts/shown-limits';
import type { TodayShow, TodaySort } from '@closingwire/contracts/today-names';
import { IS_EMAIL_WRONG, MUST_NOT_CALL } from '../contacts/states.ts';
import { lastDays, todayByState } from '../lists/calendar.ts';
import {
  type ClosingFilter,
  columnOf,
  inList,
  isOnSide,
  mayBeShown,
  notOnOwnList,
  soldIn,
  WITH_AGENT,
} from '../lists/closing-filter.ts';
import type { PageSlice } from '../lists/views.ts';
import { latestOutcomes } from '../outcomes/store.ts';
import { NAMED_SOURCES } from '../sources/store.ts';
import { cameZips, newSince } from './visits.ts';

/** An agent who has closings in this many days before the list is a repeat closer. */
const REPEAT_DAYS = 90;

const HOUR_MS = 3_600_000;
/** A promised day begins at this hour of the agent's state. */
const DUE_HOUR = 8;

/** The condition that a follow-up day has come in a state. */
function hasCome(followUpOn: Sql, state: Sql, now: Date): Sql {
  const [earlier, later] = todayByState(new Date(now.getTime() - DUE_HOUR * HOUR_MS));
  return sql`coalesce(${followUpOn} <= case when ${state} = any(${later?.states ?? []}::text[])
    then ${later?.day ?? null}::date else ${earlier?.day ?? null}::date end, false)`;
}

/** The order of each sort, of an agent `r`. */
const orders: Record<TodaySort, Sql> = {
  reason: sql`case when r.is_due then 0 when r.is_done then 2 else 1 end, r.deals desc, r.news nulls last,
    r.total desc nulls last`,
  newest: sql`r.news nulls last, r.last_stored desc nulls last`,
  deals: sql`r.deals desc, r.total desc nulls last`,
  total: sql`r.total desc nulls last, r.deals desc`,
  name: sql`lower(r.full_name)`,
  brokerage: sql`lower(r.brokerage_name) nulls last, lower(r.full_name)`,
};

const orderOf = ({ show, sort }: TodayQuery): Sql =>
  show === 'follow-ups' && sort === 'reason'
    ? sql`r.follow_up_on, r.deals desc, lower(r.full_name)`
    : orders[sort];

const closingFacts = leadFields.filter(({ group, key }) => group === 'property' || key === 'agentRole');

/** The facts of a closing `c`. */
export const CLOSING_FIELDS = raw(
  closingFacts.map(field => `${columnOf(field)} as "${field.key}"`).join(', '),
);

/** Columns that only the page's closings need. They stand last, since PostgreSQL reads a row from its start. */
const OTHER_FACTS = raw(
  closingFacts
    .map(columnOf)
    .filter(column => !['c.price', 'c.sold_date', 'c.zip'].includes(column))
    .join(', '),
);

/** The agent's facts that the list shows. */
const AGENT_FIELDS = [
  'full_name',
  'brokerage_name',
  'team_name',
  'email',
  'mobile',
  'phone',
  'phone_extension',
];

/** Selects facts of an agent's rows `x`, each from the newest row that has it. */
export const newestFacts = (columns: readonly string[]): Sql =>
  raw(
    columns
      .map(
        name =>
          `(array_agg(x.${name} order by x.updated_at desc, x.zip) filter (where x.${name} is not null))[1] as ${name}`,
      )
      .join(', '),
  );

/** Aggregates the facts that the list shows. */
export const NEWEST_FACTS = newestFacts(AGENT_FIELDS);

const instantOf = (time: Sql) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export type TodayQuery = {
  accountId: string;
  /** The list's days and ZIPs. */
  filter: ClosingFilter;
  search: string | undefined;
  show: TodayShow;
  sort: TodaySort;
  slice: PageSlice;
  now: Date;
};

/** `agents` is a JSON array. */
export type TodayPage = {
  agents: string;
  total: number;
  closings: number;
  newAgents: number;
  due: number;
  done: number;
  hasOutcomes: boolean;
  watched: number;
  followUps: number;
  newSince: Date | null;
};

/** The condition that a closing `c` or its agent `a` has a text; `pattern` is one of `ilike`. */
export const hasText = (pattern: Sql): Sql =>
  sql`(c.address1 ilike ${pattern} or a.full_name ilike ${pattern} or a.brokerage_name ilike ${pattern} or a.email ilike ${pattern})`;

/** Groups the closings of the list by agent. A closing comes to the account when it is stored, or with its ZIP. */
function dealtAgents({ accountId, filter, search }: TodayQuery): Sql {
  const matches = search ? hasText(sql`${`%${likePattern(search)}%`}::text`) : sql`true`;
  return sql`
    sold as materialized (
      select coalesce(a.identity_id, a.id) as person_id, c.sale_id, c.price, c.sold_date, c.zip, c.agent_id,
        c.created_at, a.full_name, a.brokerage_name, a.state as agent_state, ${matches} as matches, c.id,
        ${OTHER_FACTS}, c.source_ids
      from closings c ${WITH_AGENT} ${inList(filter)}),
    came as materialized (${cameZips(accountId)}),
    deals as (
      select s.person_id, min(s.full_name) as full_name, min(s.brokerage_name) as brokerage_name,
        max(s.agent_state) as state, max(array[s.sold_date::text, s.zip, s.agent_id::text]) as newest,
        max(s.price) as price, min(greatest(s.created_at, came.readable_since)) as came_at,
        max(greatest(s.created_at, came.readable_since)) as last_came, max(s.created_at) as last_stored,
        bool_or(s.matches) as matches
      from sold s left join came on came.zip = s.zip group by s.person_id, s.sale_id),
    dealt as (
      select d.person_id, min(d.full_name) as full_name, min(d.brokerage_name) as brokerage_name,
        max(d.state) as state, max(d.newest) as newest, count(*)::int as deals, sum(d.price) as total,
        min(d.came_at) as came_at, max(d.last_came) as last_came, max(d.last_stored) as last_stored
      from deals d group by d.person_id having bool_or(d.matches))`;
}

/** Selects the rows of the page's agents in the list's ZIPs. Until an agent is identified, it has one row. */
function agentRows({ filter }: TodayQuery): Sql {
  const columns = raw(['zip', 'id', 'updated_at', ...AGENT_FIELDS].map(name => `x.${name}`).join(', '));
  return sql`
    rows_of as materialized (
      select p.person_id, ${columns} from page p
        join agents x on x.identity_id = p.person_id and x.zip = any(${filter.zipCodes}::text[])
      union all
      select p.person_id, ${columns} from page p
        join agents x on x.zip = p.newest[2] and x.id = p.newest[3]::uuid
      where p.newest[3] = p.person_id::text and x.identity_id is null),
    facts as materialized (select x.person_id, ${NEWEST_FACTS} from rows_of x group by x.person_id)`;
}

/** Counts the sales of the page's agents in the days before the list, in the same ZIPs. */
function earlierSales({ filter, now }: TodayQuery): Sql {
  const listed = join(soldIn(filter.window), ' and ');
  return sql`
    earlier as materialized (
      select r.person_id, count(distinct c.sale_id)::int as earlier_deals
      from closings c join rows_of r on r.zip = c.zip and r.id = c.agent_id
      where ${join([...soldIn(lastDays(LIST_DAYS + REPEAT_DAYS, now)), mayBeShown(filter.use ?? 'lists')], ' and ')}
        and not (${listed})
      group by r.person_id)`;
}

/** Joins the newest row `x` of an agent that a list of the account may show, in some ZIPs and of a side if given. */
const withShownRow = (
  { accountId, filter }: TodayQuery,
  agentId: Sql,
  { someZips, side }: Pick<ClosingFilter, 'someZips' | 'side'> = {},
): Sql => sql`
  join lateral (
    select a.* from agents a
    where a.identity_id = ${agentId} and a.zip = any(${filter.zipCodes}::text[])
      ${someZips ? sql`and a.zip = any(${someZips}::text[])` : empty}
      and ${notOnOwnList(accountId, sql`a.zip`, sql`a.id`)} and exists (
      select from closings c where c.zip = a.zip and c.agent_id = a.id and ${mayBeShown('lists')}
        ${side ? sql`and ${isOnSide(side)}` : empty})
    order by a.updated_at desc limit 1) x on true`;

const withoutDeals = sql`x.full_name, x.brokerage_name, x.state, array['', x.zip, x.id::text] as newest, 0 as deals,
  null::float8 as total, null::timestamptz as came_at, null::timestamptz as last_came, null::timestamptz as last_stored`;

const nameMatches = (search: string | undefined): Sql => {
  if (!search) return sql`true`;
  const text = sql`${`%${likePattern(search)}%`}::text`;
  return sql`(x.full_name ilike ${text} or x.brokerage_name ilike ${text})`;
};

/** Selects agents whose follow-up day has come and who have no closing in the list. */
function dueAgents(query: TodayQuery): Sql {
  return sql`
    select l.agent_id as person_id, ${withoutDeals}
    from latest l ${withShownRow(query, sql`l.agent_id`, query.filter)}
    where l.outcome <> 'do-not-call' and l.follow_up_on is not null
      and ${hasCome(sql`l.follow_up_on`, sql`x.state`, query.now)}
      and not exists (select from sold s where s.person_id = l.agent_id) and ${nameMatches(query.search)}`;
}

/** Selects the agents that the account watches, without those whom its lists leave out. */
const watchedAgents = (query: TodayQuery): Sql => sql`
  select w.agent_id as person_id, ${withoutDeals}, ${nameMatches(query.search)} as matches
  from watches w ${withShownRow(query, sql`w.agent_id`)}
  where w.account_id = ${query.accountId}::uuid
    and not exists (select from latest l where l.agent_id = w.agent_id and l.outcome = 'do-not-call')`;

/** Selects the agents with a follow-up day, without those whom the account's lists leave out. */
const promisedAgents = (query: TodayQuery): Sql => sql`
  select l.agent_id as person_id, ${withoutDeals}, ${nameMatches(query.search)} as matches
  from latest l ${withShownRow(query, sql`l.agent_id`)}
  where l.outcome <> 'do-not-call' and l.follow_up_on is not null`;

/** Selects the agents to show: those with closings in the list, then those without. */
function everyone(query: TodayQuery): Sql {
  if (query.show === 'to-call') return sql`select * from dealt union all ${dueAgents(query)}`;
  const chosen = query.show === 'watched' ? sql`watched` : sql`promised`;
  const { side, zipCodes, someZips = zipCodes } = query.filter;
  const isThere = sql`exists (
    select from agents a join closings c on c.zip = a.zip and c.agent_id = a.id
    where a.identity_id = w.person_id and a.zip = any(${zipCodes}::text[]) and a.zip = any(${someZips}::text[])
      and ${mayBeShown('lists')}
      ${side ? sql`and ${isOnSide(side)}` : empty})`;
  return sql`
    select * from dealt where person_id in (select person_id from ${chosen})
    union all
    select person_id, full_name, brokerage_name, state, newest, deals, total, came_at, last_came, last_stored
    from ${chosen} w
    where matches and ${isThere} and not exists (select from sold s where s.person_id = w.person_id)`;
}

/**
 * Returns the select list of a `TodayPage` and the CTEs that it reads. It reads the closings of the list by agent, of the
 * days before only their number, and the details only of the page's agents.
 */
export function todayPage(query: TodayQuery): { ctes: Sql; columns: Sql } {
  const { accountId, now } = query;
  const { limit, offset } = query.slice;
  const isDue = hasCome(sql`l.follow_up_on`, sql`e.state`, now);
  return {
    ctes: sql`
      latest as materialized (${latestOutcomes(accountId)}),
      since as materialized (select ${newSince(accountId, now)} as new_since),
      ${dealtAgents(query)},
      watched as materialized (${watchedAgents(query)}),
      promised as materialized (${promisedAgents(query)}),
      everyone as materialized (${everyone(query)}),
      ranked as materialized (
        select e.*, l.id as outcome_id, l.outcome, l.follow_up_on, l.made_at, ${isDue} as is_due,
          not ${isDue} and coalesce(l.made_at >= e.last_came or l.follow_up_on is not null
            or l.outcome = 'not-interested', false) as is_done,
          case when e.came_at >= since.new_since then 'agent' when e.last_came >= since.new_since then 'deal' end as news
        from everyone e cross join since left join latest l on l.agent_id = e.person_id),
      page as materialized (
        select r.*, row_number() over () as place from (
          select * from ranked r order by ${orderOf(query)}, r.person_id limit ${limit} offset ${offset}) r),
      ${agentRows(query)},
      ${earlierSales(query)},
      closings_of as materialized (
        select c.person_id, json_agg(c.facts order by c.sold_date desc, c.id) as closings
        from (
          select c.person_id, c.sold_date, c.id, (
            select row_to_json(f) from (select c.id, ${CLOSING_FIELDS}, ${NAMED_SOURCES} as sources) f) as facts
          from sold c join page p on p.person_id = c.person_id) c
        group by c.person_id)`,
    columns: sql`
      (select count(*)::int from ranked) as total,
      (select coalesce(sum(deals), 0)::int from ranked) as closings,
      (select count(*) filter (where news = 'agent')::int from ranked) as "newAgents",
      (select count(*) filter (where is_due)::int from ranked) as due,
      (select count(*) filter (where is_done)::int from ranked) as done,
      exists (select from latest) as "hasOutcomes",
      (select count(*)::int from watched) as watched,
      (select count(*)::int from promised) as "followUps",
      (select new_since from since) as "newSince",
      (select coalesce(json_agg(row_to_json(agent) order by agent.place), '[]')::text from (
        select p.place, p.person_id as "agentId", a.full_name as "fullName", a.brokerage_name as "brokerageName",
          a.team_name as "teamName", a.email, a.mobile, a.phone, a.phone_extension as "phoneExtension",
          ${MUST_NOT_CALL} as "mustNotCall", ${IS_EMAIL_WRONG} as "isEmailWrong", p.deals, p.total,
          coalesce(b.earlier_deals, 0) as "earlierDeals", p.news,
          p.is_due as "isDue", p.is_done as "isDone",
          exists (select from watches w where w.account_id = ${accountId}::uuid and w.agent_id = p.person_id)
            as "isWatched",
          case when p.outcome_id is not null then json_build_object('id', p.outcome_id, 'outcome', p.outcome,
            'note', (select o.note from outcomes o where o.id = p.outcome_id), 'followUpOn', p.follow_up_on, 'madeAt', ${instantOf(sql`p.made_at`)}) end as last,
          coalesce(s.closings, '[]'::json) as closings
        from page p
          left join facts a on a.person_id = p.person_id
          left join earlier b on b.person_id = p.person_id
          left join closings_of s on s.person_id = p.person_id) agent) as agents`,
  };
}
