import { AppError } from '@closingwire/chassis/app-error';
import { join, type Queries, sql } from '@closingwire/chassis/pg';
import type { CustomerDelivery } from '@closingwire/contracts/customer-lists';
import { LIST_DAYS } from '@closingwire/contracts/shown-limits';
import { impl, type RouteDeps } from '../context.ts';
import { EXPECTED, isReject } from '../reject-state.ts';
import { permittedFor, REPORTED, sourcesClosedTo } from '../sources/store.ts';
import { lastDays } from './calendar.ts';
import { notListedBy, notMarkedBy, soldIn } from './closing-filter.ts';
import { findReader } from './readers.ts';
import { newStanding } from './standing.ts';
import { explain, type FormerZip, type Holder, type ZipFacts } from './why-empty.ts';

const MOST_FORMER = 50;
const MOST_CAUSES = 10;
const MOST_DELIVERIES = 25;

/** Counts the closings of ZIPs by what keeps them out of an account's lists; the same conditions as `inList`. */
function factsOf(
  db: Queries,
  { accountId, zipCodes, now }: { accountId: string; zipCodes: readonly string[]; now: Date },
): Promise<ZipFacts[]> {
  const week = lastDays(LIST_DAYS, now);
  const isRecent = join(soldIn(week), ' and ');
  const isPermitted = permittedFor('lists');
  return db.query<ZipFacts>(sql`
    with fates as (
      select c.zip, c.agent_id, c.sold_date, c.source_ids, greatest(c.created_at, c.received_at) as seen_at,
        ${isRecent} as is_recent,
        case when c.hidden_at is not null then 'hidden' when c.is_suppressed then 'opted-out' when not ${REPORTED} then 'retracted'
          when not ${isPermitted} then 'unlicensed'
          when not ${notMarkedBy(accountId, zipCodes)} then 'not-called'
          when not ${notListedBy(accountId)} then 'on-own-list' else 'listed' end as fate
      from closings c where c.zip = any(${zipCodes}::text[])),
    marked as materialized (
      select f.*, is_recent or not bool_or(is_recent) over (partition by zip) as counts from fates f),
    counted as (
      select zip, count(*) filter (where is_recent and fate = 'listed')::int as closings,
        min(sold_date) filter (where is_recent and fate = 'listed')::text as first_day,
        max(sold_date) filter (where is_recent and fate = 'listed')::text as last_day,
        max(seen_at) as seen_at,
        count(*) filter (where counts and fate = 'hidden')::int as hidden,
        count(*) filter (where counts and fate = 'opted-out')::int as opted_out,
        count(distinct agent_id) filter (where counts and fate = 'opted-out')::int as opted_out_agents,
        count(*) filter (where counts and fate = 'retracted')::int as retracted,
        count(*) filter (where counts and fate = 'unlicensed')::int as unlicensed,
        count(*) filter (where counts and fate = 'not-called')::int as not_called,
        count(distinct agent_id) filter (where counts and fate = 'not-called')::int as not_called_agents,
        count(*) filter (where counts and fate = 'on-own-list')::int as on_own_list,
        count(distinct agent_id) filter (where counts and fate = 'on-own-list')::int as on_own_list_agents,
        count(*) filter (where not is_recent and fate = 'listed')::int as old,
        max(sold_date) filter (where not is_recent and fate = 'listed')::text as newest_old
      from marked group by zip),
    causes as (
      select r.zip, r.field, ${EXPECTED} as expected, count(*)::int as rows
      from rejects r join batches b on b.id = r.batch_id
      where r.zip = any(${zipCodes}::text[]) and ${isReject.open}
        and b.started_at > ${now}::timestamptz - make_interval(days => ${LIST_DAYS})
      group by 1, 2, 3)
    select z.zip as "zipCode", coalesce(n.closings, 0) as closings, n.first_day as "firstDay",
      n.last_day as "lastDay", l.updated_at as "readyAt", n.seen_at as "lastDeliveryAt",
      coalesce(n.hidden, 0) as hidden, coalesce(n.opted_out, 0) as "optedOut", coalesce(n.opted_out_agents, 0) as "optedOutAgents",
      coalesce(n.retracted, 0) as retracted, coalesce(n.unlicensed, 0) as unlicensed,
      coalesce(n.not_called, 0) as "notCalled", coalesce(n.not_called_agents, 0) as "notCalledAgents",
      coalesce(n.on_own_list, 0) as "onOwnList", coalesce(n.on_own_list_agents, 0) as "onOwnListAgents",
      coalesce(n.old, 0) as old, n.newest_old as "newestOldDay",
      (select coalesce(json_agg(json_build_object('name', s.name,
          'endedAt', case when s.expires_at <= now() then s.expires_at end, 'hidesClosings', h.hides) order by s.name), '[]')
        from sources s cross join lateral (select bool_or(m.fate = 'unlicensed') as hides from marked m
          where m.zip = z.zip and m.counts and s.id = any(m.source_ids)) h
        where s.id = any(coalesce(${sourcesClosedTo('lists')}, '{}')) and h.hides is not null) as sources,
      (select coalesce(json_agg(json_build_object('field', k.field, 'expected', k.expected, 'rows', k.rows)
          order by k.rows desc, k.field, k.expected), '[]') from (
        select * from causes where causes.zip = z.zip order by rows desc, field, expected limit ${MOST_CAUSES}) k
      ) as rejected,
      (select coalesce(sum(rows), 0)::int from causes where causes.zip = z.zip) as "rejectedRows"
    from unnest(${zipCodes}::text[]) as z (zip)
      left join counted n on n.zip = z.zip left join lead_lists l on l.zip = z.zip
    order by z.zip`);
}

const lastDelivery = (db: Queries): Promise<{ at: Date | null }> =>
  db.one(sql`select max(started_at) as at from batches where accepted > 0 and undone_at is null`);

/** Returns the ZIPs that an account had and no longer has, the last end first. */
const formerZips = (db: Queries, accountId: string): Promise<FormerZip[]> =>
  db.query<FormerZip>(sql`
    select zip as "zipCode", ended_at as "endedAt", ended_by as "endedBy" from (
      select distinct on (zip) zip, cancelled_at as ended_at, ended_by from subscriptions
      where account_id = ${accountId} order by zip, cancelled_at desc nulls first) s
    where ended_at is not null order by ended_at desc, zip`);

async function holderOf({ pg, trialDays }: RouteDeps, userId: string): Promise<Holder> {
  const [{ standing, zips }, former, user] = await Promise.all([
    findReader(pg, userId),
    formerZips(pg, userId),
    pg.maybe<{ activatedAt: Date; isSuspended: boolean }>(
      sql`select activated_at as "activatedAt", status = 'suspended' as "isSuspended" from users where id = ${userId}`,
    ),
  ]);
  const rest = { zips, former, isSuspended: user?.isSuspended ?? false };
  if (standing) return { standing, ...rest };
  if (!user) throw new AppError('missing', 'not_found', 'There is no such user');
  return { standing: newStanding(user.activatedAt, trialDays), ...rest };
}

type DeliveryRow = Omit<CustomerDelivery, 'startedAt'> & { startedAt: Date };

/** Lists the newest deliveries by which closings of these ZIPs have their present state. */
async function deliveriesFor(db: Queries, zipCodes: readonly string[]): Promise<CustomerDelivery[]> {
  const rows = await db.query<DeliveryRow>(sql`
    select b.id, coalesce(s.name, '') as source, b.file_name as "fileName", b.started_at as "startedAt", d.zips
    from (
      select batch_id, json_agg(json_build_object('zipCode', zip, 'closings', closings) order by zip) as zips
      from (
        select c.batch_id, c.zip, count(*)::int as closings from closings c
        where c.zip = any(${zipCodes}::text[]) and c.batch_id is not null group by 1, 2) by_zip
      group by 1) d
      join batches b on b.id = d.batch_id left join sources s on s.id = b.source_id
    order by b.started_at desc, b.id limit ${MOST_DELIVERIES}`);
  return rows.map(row => ({ ...row, startedAt: row.startedAt.toISOString() }));
}

/** The lists and deliveries of one user, for admins. */
export const customerListRoutes = (deps: RouteDeps) => ({
  explainLists: impl.explainLists.handler(async ({ input: { userId, zip } }) => {
    const holder = await holderOf(deps, userId);
    const lost = holder.former.slice(0, MOST_FORMER).map(({ zipCode }) => zipCode);
    const zipCodes = zip ? [zip] : [...holder.zips.granted, ...holder.zips.charged, ...lost];
    const now = deps.clock();
    const [facts, last] = await Promise.all([
      factsOf(deps.pg, { accountId: userId, zipCodes, now }),
      lastDelivery(deps.pg),
    ]);
    return {
      lists: facts
        .map(one => explain(one, holder, now))
        .toSorted((a, b) => Number(a.kind === null) - Number(b.kind === null)),
      lastDeliveryAt: last.at?.toISOString() ?? null,
    };
  }),
  customerDeliveries: impl.customerDeliveries.handler(async ({ input: { userId } }) => {
    const { zips } = await holderOf(deps, userId);
    return { deliveries: await deliveriesFor(deps.pg, [...zips.granted, ...zips.charged]) };
  }),
});
