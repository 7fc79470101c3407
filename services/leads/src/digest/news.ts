import { join, prepared, type Queries, type Sql, sql } from '@closingwire/chassis/pg';
import { rolesOfSide, sideOf } from '@closingwire/contracts/deal-side';
import { DIGEST_AGENTS, type DigestAgent, type DigestFollowUp } from '@closingwire/contracts/digest';
import { LIST_DAYS } from '@closingwire/contracts/shown-limits';
import { IS_EMAIL_WRONG, MUST_NOT_CALL } from '../contacts/states.ts';
import { firstListedDay, lastDays, type SaleWindow, wasListedAt } from '../lists/calendar.ts';
import {
  type ClosingFilter,
  inList,
  mayBeShown,
  notOnOwnList,
  soldIn,
  WITH_AGENT,
} from '../lists/closing-filter.ts';
import { isReadable } from '../lists/standing.ts';
import { latestOutcomes } from '../outcomes/store.ts';
import { NAMED_SOURCES } from '../sources/store.ts';
import { hasText, NEWEST_FACTS } from '../today/today-page.ts';
import { dayAt } from './schedule.ts';
import type { LockedDigest } from './store.ts';

/** The agents with news of one account and its follow-ups, each at most `DIGEST_AGENTS`, and how many there are. */
export type News = {
  accountId: string;
  since: Date;
  /** The view whose agents these are; null for all ZIPs. */
  viewName: string | null;
  newAgents: number;
  newDeals: number;
  agents: DigestAgent[];
  followUps: DigestFollowUp[];
  followUpCount: number;
};

/** Selects the `ilike` pattern of a view's search; null without one. */
const PATTERN = sql`'%' || regexp_replace(nullif(v.search, ''), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/** Selects the expression of the roles of a view's side; null without one. */
const ROLES = sql`case v.side when 'buyer' then ${rolesOfSide.buyer}::text when 'seller' then ${rolesOfSide.seller}::text end`;

/** After a pause of emails, a digest has the news of these days. A weekly one can be later than a list is long. */
const MOST_DAYS = sql`(case d.frequency when 'weekly' then ${2 * LIST_DAYS}::int else ${LIST_DAYS}::int end)`;

/**
 * Selects the accounts that may read their lists and want email: the ZIPs that they may read, and those of them that the
 * digest is about. A view may name ZIPs that the account has no longer. The days of a time zone come from here: browsers
 * know zones that the database refuses.
 */
const readersOf = (digests: readonly LockedDigest[], now: Date): Sql => sql`
  select d.account_id, greatest(d.last_through, ${now}::timestamptz - ${MOST_DAYS} * interval '1 day') as since,
    days.today, d.last_sent_at as sent_at, days.sent_on,
    array_agg(s.zip) as zips, v.name as view_name, ${PATTERN} as pattern, ${ROLES} as roles,
    coalesce(array_agg(s.zip) filter (where v.id is null or v.zips = '{}' or s.zip = any(v.zips)), '{}') as listed
  from unnest(${digests.map(({ accountId }) => accountId)}::uuid[],
      ${digests.map(({ timeZone }) => dayAt(timeZone, now))}::date[],
      ${digests.map(({ timeZone, lastSentAt }) => lastSentAt && dayAt(timeZone, lastSentAt))}::date[]
    ) as days (account_id, today, sent_on)
    join digests d on d.account_id = days.account_id
    join subscriptions s on s.account_id = d.account_id and s.cancelled_at is null
    left join accounts a on a.id = d.account_id left join users u on u.id = d.account_id
    left join views v on v.id = d.view_id
  where ${isReadable(now)}
    and coalesce(u.status, 'active') = 'active' and u.email_notifications is not false
  group by d.account_id, v.id, days.today, days.sent_on`;

/**
 * Selects the agents whose promised day came since the last email of a reader `r`, whatever the view. With an empty view
 * no email comes.
 */
const PROMISED = sql`
  select l.agent_id, l.follow_up_on, a.*
  from latest l cross join lateral (
    select ${NEWEST_FACTS} from agents x
    where x.identity_id = l.agent_id and x.zip = any(r.zips) and not x.is_suppressed
      and ${notOnOwnList(sql`r.account_id`, sql`x.zip`, sql`x.id`)} and exists (
        select from closings c where c.zip = x.zip and c.agent_id = x.id and ${mayBeShown('lists')})
    having count(*) > 0) a
  where l.outcome <> 'do-not-call' and l.follow_up_on <= r.today and r.listed <> '{}'
    and (r.sent_at is null or l.follow_up_on > r.sent_on or l.made_at > r.sent_at)`;

/** Selects the first promised agents as JSON. */
const FOLLOW_UPS = sql`
  select coalesce(json_agg(row_to_json(f) order by f."followUpOn", f."fullName"), '[]') from (
    select a.agent_id as "agentId", a.full_name as "fullName", a.brokerage_name as "brokerageName",
      a.follow_up_on::text as "followUpOn",
      case when not ${IS_EMAIL_WRONG} then a.email end as email, a.mobile, a.phone, ${MUST_NOT_CALL} as "mustNotCall"
    from (select * from promised order by follow_up_on, full_name, agent_id limit ${DIGEST_AGENTS}) a) f`;

type Listed = { filter: ClosingFilter; list: SaleWindow; through: string };

/**
 * Selects one row with the news of a reader `r`: agents whose first sale came since the last digest, and agents with a
 * further sale. A sale comes to the account when it is stored, or with its ZIP, and it was in the list then: a sale that
 * the list has lost since is news, too. Agents for whom the user noted an outcome since then are left out.
 */
function newsOfReader({ filter, list, through }: Listed): Sql {
  const isListed = sql`(${join(soldIn(list), ' and ')})`;
  return sql`
    with sold as materialized (
      select c.zip, c.agent_id, c.sale_id, c.address1, c.city, c.agent_role, c.sold_date, c.price, came.came_at,
        ${isListed} as is_listed,
        (r.pattern is null or ${hasText(sql`r.pattern`)}) as matches, coalesce(a.identity_id, a.id) as person_id,
        ${NAMED_SOURCES} as sources
      from closings c ${WITH_AGENT}
        join subscriptions own on own.account_id = r.account_id and own.zip = c.zip and own.cancelled_at is null
        cross join lateral (select greatest(c.created_at, own.readable_since) as came_at) came
      ${inList(filter)} and c.sold_date >= ${firstListedDay(sql`r.since`)}
        and came.came_at < ${through}::timestamptz and (${isListed} or ${wasListedAt(sql`came.came_at`)})
        and (r.roles is null or c.agent_role ~* r.roles)),
    sales as (
      select person_id, sale_id, min(came_at) as came_at, max(price) as price, bool_or(is_listed) as is_listed,
        bool_or(matches) as matches from sold
      group by person_id, sale_id),
    latest as (${latestOutcomes(sql`r.account_id`)}),
    promised as materialized (${PROMISED}),
    news as materialized (
      select person_id, bool_or(is_listed) as is_listed,
        coalesce(nullif(count(*) filter (where is_listed), 0), count(*) filter (where came_at >= r.since))::int as deals,
        case when bool_or(is_listed) then sum(price) filter (where is_listed)
          else sum(price) filter (where came_at >= r.since) end as total,
        case when min(came_at) >= r.since then 'agent' else 'deal' end as news
      from sales left join latest l on l.agent_id = person_id
      group by person_id
      having max(came_at) >= r.since and bool_or(matches and (is_listed or came_at >= r.since))
        and not coalesce(bool_or(l.outcome = 'not-interested') or max(l.made_at) >= max(came_at), false)),
    top as (
      select n.*, row_number() over (order by n.deals desc, n.news, n.total desc nulls last, n.person_id) as place
      from news n order by place limit ${DIGEST_AGENTS})
    select count(*) filter (where n.news = 'agent')::int as "newAgents",
      count(*) filter (where n.news = 'deal')::int as "newDeals",
      (select coalesce(json_agg(row_to_json(agent) order by agent.place), '[]') from (
        select t.place, t.person_id as "agentId", a.full_name as "fullName", a.brokerage_name as "brokerageName",
          t.news, t.deals, t.total, own.roles, own.newest, case when not t.is_listed then own.sold_on end as "earlierSoldOn",
          own.sources, case when not ${IS_EMAIL_WRONG} then a.email end as email, a.mobile, a.phone,
          ${MUST_NOT_CALL} as "mustNotCall"
        from top t
          cross join lateral (
            select array_agg(distinct s.agent_role) as roles, array_agg(s.agent_id) as ids, max(s.sold_date)::text as sold_on,
              (array_agg(json_build_object('address1', s.address1, 'city', s.city)
                order by s.matches is not true, s.sold_date desc, s.came_at desc, s.sale_id))[1] as newest,
              coalesce(array_agg(distinct named.source) filter (where named.source is not null), '{}') as sources
            from sold s left join lateral unnest(s.sources) as named (source) on true
            where s.person_id = t.person_id and (s.is_listed or s.came_at >= r.since)) own
          cross join lateral (
            select ${NEWEST_FACTS} from agents x
            where x.zip = any(r.zips) and (x.id = any(own.ids) or x.identity_id = t.person_id)
              and not x.is_suppressed) a) agent) as agents,
      (${FOLLOW_UPS}) as "followUps", (select count(*)::int from promised) as "followUpCount"
    from news n`;
}

type Found = Omit<DigestAgent, 'side' | 'phone' | 'mustNotCall' | 'earlierSoldOn'> & {
  earlierSoldOn: string | null;
  place: number;
  roles: string[];
  mobile: string | null;
  phone: string | null;
  mustNotCall: { field: string }[] | null;
};

type Reach = Pick<Found, 'mobile' | 'phone' | 'mustNotCall'>;
type FoundFollowUp = Omit<DigestFollowUp, 'phone' | 'mustNotCall'> & Reach;

/** Replaces the phones of an agent by the one to call. */
function withPhone<T extends Reach>({ mobile, phone, mustNotCall, ...agent }: T) {
  const field = mobile === null ? 'phone' : 'mobile';
  return {
    ...agent,
    phone: mobile ?? phone,
    mustNotCall: mustNotCall?.some(warning => warning.field === field) ?? false,
  };
}

const toAgent = ({ place: _, roles, earlierSoldOn, ...agent }: Found): DigestAgent => ({
  ...withPhone(agent),
  ...(earlierSoldOn !== null && { earlierSoldOn }),
  side: sideOf(roles) ?? null,
});

/**
 * Returns the news of each of these accounts that may read its lists, with one statement. Closings stored at
 * `through` or later do not count: a load that runs then stores with that time.
 */
export async function newsOf(
  db: Queries,
  digests: readonly LockedDigest[],
  { through, now }: { through: string; now: Date },
): Promise<News[]> {
  const list = lastDays(LIST_DAYS, now);
  const filter = {
    zipCodes: sql`r.listed`,
    window: { ...list, from: null },
    accountId: sql`r.account_id`,
  };
  const rows = await db.query<
    Omit<News, 'agents' | 'followUps'> & { agents: Found[]; followUps: FoundFollowUp[] }
  >(
    prepared(sql`with readers as materialized (${readersOf(digests, now)})
      select r.account_id as "accountId", r.since, r.view_name as "viewName", found.*
      from readers r cross join lateral (${newsOfReader({ filter, list, through })}) found`),
  );
  return rows.map(({ agents, followUps, ...row }) => ({
    ...row,
    agents: agents.map(toAgent),
    followUps: followUps.map(withPhone),
  }));
}
