import { asUser } from '@closingwire/chassis/identity';
import { type Queries, raw, type Sql, sql } from '@closingwire/chassis/pg';
import type { LeadDay } from '@closingwire/contracts/ingestion';
import type { Property } from '@closingwire/contracts/lead';
import { LIST_DAYS } from '@closingwire/contracts/shown-limits';
import { addDays } from '@closingwire/contracts/state-days';
import { impl, type RouteDeps } from '../context.ts';
import { latestToday, todayByState } from './calendar.ts';
import { askedZips, type ClosingFilter, dashboardFilter, hasDates, inList } from './closing-filter.ts';
import { binPrices, type PriceStep, STEP_USD } from './price-spread.ts';
import { readableZips } from './readers.ts';

type ClosingSummary = {
  total: number;
  days: { day: string; count: number }[];
  /**
   * Closings by age: the days from the sale to today in the closing's state. `todays` are the days that are today in
   * these states.
   */
  ages: { age: number; count: number }[];
  todays: string[];
  types: { type: Property['type']; count: number }[];
  zips: { zipCode: string; count: number }[];
  undisclosed: number;
  /** Lower quartile, median and upper quartile of disclosed prices; null without any. */
  quartiles: [number, number, number] | null;
  steps: PriceStep[];
};

/** Counts closings by the values of a column, as JSON `[{name, count}]`. */
const countsBy = (column: string, name: string, order = 'g.value') =>
  raw(`
  (select coalesce(json_agg(json_build_object('${name}', g.value, 'count', g.count) order by ${order}), '[]')
   from (select ${column} as value, count(*) as count from matching group by 1) g)`);

const STEP = raw(String(STEP_USD));

/** Today in the state of a closing `c`. */
function todayThere(now: Date): Sql {
  const [earlier, later] = todayByState(now);
  if (!later) return sql`${earlier?.day ?? latestToday(now)}::date`;
  return sql`case when c.state = any(${later.states}::text[]) then ${later.day}::date else ${earlier?.day}::date end`;
}

const summaryQuery = (filter: ClosingFilter, now: Date) => sql`
  with matching as materialized (
    select c.zip, c.sold_date, c.type, c.price, ${todayThere(now)} as today from closings c ${inList(filter)}),
  disclosed as (select price from matching where price is not null)
  select (select count(*) from matching) as total,
    ${countsBy('sold_date', 'day')} as days,
    ${countsBy('today - sold_date', 'age')} as ages,
    (select coalesce(json_agg(distinct today order by today), '[]') from matching) as todays,
    ${countsBy('type', 'type', 'g.count desc, g.value')} as types,
    ${countsBy('zip', 'zipCode')} as zips,
    (select count(*) from matching where price is null) as undisclosed,
    (select percentile_cont(array[0.25, 0.5, 0.75]) within group (order by price) from disclosed) as quartiles,
    (select coalesce(json_agg(json_build_object('floor', s.floor, 'count', s.count) order by floor), '[]')
     from (select price / ${STEP} * ${STEP} as floor, count(*) as count from disclosed group by 1) s) as steps`;

/**
 * Counts the closings of each day of the list, today last. While states have different days, a day of the list is two
 * calendar days.
 */
function listDaysOf({ ages, todays }: Pick<ClosingSummary, 'ages' | 'todays'>, now: Date) {
  const [from, to] = [todays.at(0) ?? latestToday(now), todays.at(-1) ?? latestToday(now)];
  const counts = new Map(ages.map(({ age, count }) => [age, count]));
  return Array.from({ length: LIST_DAYS }, (_, n) => {
    const age = LIST_DAYS - 1 - n;
    return { from: addDays(from, -age), to: addDays(to, -age), count: counts.get(age) ?? 0 };
  });
}

/** Counts the rows received and rejected on each of the last `days` days, by the UTC day on which their batch began. */
function leadsByDay(db: Queries, days: number, now: Date): Promise<LeadDay[]> {
  return db.query<LeadDay>(
    sql`select d.day::date as day, coalesce(sum(b.accepted), 0)::int as received,
       coalesce(sum(b.rejected), 0)::int as rejected,
       coalesce(sum(b.accepted) filter (where b.undo_started_at is not null), 0)::int as undone
     from generate_series((${now}::timestamptz at time zone 'UTC')::date - ${days}::int + 1,
       (${now}::timestamptz at time zone 'UTC')::date, interval '1 day') as d (day)
     left join batches b on b.started_at >= d.day at time zone 'UTC'
       and b.started_at < (d.day + interval '1 day') at time zone 'UTC'
     group by 1 order by 1`,
  );
}

export function figuresRoutes(deps: RouteDeps) {
  const { pg, clock } = deps;
  return {
    summariseAgents: impl.summariseAgents.handler(async ({ input, context }) => {
      const now = clock();
      const { id: accountId } = asUser(context.caller);
      const { window, ...summary } = await deps.reads(accountId, async db => {
        const zipCodes = await readableZips({ ...deps, pg: db }, context.caller, askedZips(input));
        const filter = dashboardFilter(accountId, zipCodes, input, now);
        return { window: filter.window, ...(await db.one<ClosingSummary>(summaryQuery(filter, now))) };
      });
      const { quartiles, undisclosed, steps, ages, todays, ...counts } = summary;
      const [lowerQuartile, median, upperQuartile] = quartiles ?? [null, null, null];
      const listDays = hasDates(input) ? null : listDaysOf({ ages, todays }, now);
      return {
        ...counts,
        listDays,
        from: listDays?.at(0)?.from ?? window.from,
        to: listDays?.at(-1)?.to ?? window.to ?? latestToday(now),
        prices: { undisclosed, lowerQuartile, median, upperQuartile, bins: binPrices(steps) },
      };
    }),

    leadStatistics: impl.leadStatistics.handler(async ({ input }) => ({
      days: await leadsByDay(pg, input.days, clock()),
    })),
  };
}
