import { asUser } from '@closingwire/chassis/identity';
import type { Queries } from '@closingwire/chassis/pg';
import type { Property } from '@closingwire/contracts/lead';
import sql, { raw } from 'sql-template-tag';
import { impl, type RouteDeps } from '../context.ts';
import { latestToday } from './calendar.ts';
import { type ClosingFilter, dashboardFilter, inList } from './closing-filter.ts';
import { binPrices, type PriceStep, STEP_USD } from './price-spread.ts';
import { readableZips } from './readers.ts';

export type ClosingSummary = {
  total: number;
  days: { day: string; count: number }[];
  types: { type: Property['type']; count: number }[];
  zips: { zipCode: string; count: number }[];
  undisclosed: number;
  /** Lower quartile, median and upper quartile of what is disclosed; null without any. */
  quartiles: [number, number, number] | null;
  steps: PriceStep[];
};

/** JSON of how many closings each value of a column has, as `[{name, count}]`. */
const countsBy = (column: string, name: string, order = 'g.value') =>
  raw(`
  (select coalesce(json_agg(json_build_object('${name}', g.value, 'count', g.count) order by ${order}), '[]')
   from (select ${column} as value, count(*) as count from matching group by 1) g)`);

const STEP = raw(String(STEP_USD));

const summaryQuery = (filter: ClosingFilter) => sql`
  with matching as materialized (select c.zip, c.sold_date, c.type, c.price from closings c ${inList(filter)}),
  disclosed as (select price from matching where price is not null)
  select (select count(*) from matching) as total,
    ${countsBy('sold_date', 'day')} as days,
    ${countsBy('type', 'type', 'g.count desc, g.value')} as types,
    ${countsBy('zip', 'zipCode')} as zips,
    (select count(*) from matching where price is null) as undisclosed,
    (select percentile_cont(array[0.25, 0.5, 0.75]) within group (order by price) from disclosed) as quartiles,
    (select coalesce(json_agg(json_build_object('floor', s.floor, 'count', s.count) order by floor), '[]')
     from (select price / ${STEP} * ${STEP} as floor, count(*) as count from disclosed group by 1) s) as steps`;

/** What a list amounts to, as of one moment. A price that is null is not disclosed. */
function summaryOfClosings(db: Queries, filter: ClosingFilter): Promise<ClosingSummary> {
  return db.one<ClosingSummary>(summaryQuery(filter));
}

export type LeadDay = { day: string; received: number; rejected: number };

/** Rows that sources sent, by the day in UTC on which their batch began: each of so many days up to today. */
function leadsByDay(db: Queries, days: number, now: Date): Promise<LeadDay[]> {
  return db.query<LeadDay>(
    sql`select d.day::date as day, coalesce(sum(b.accepted), 0)::int as received,
       coalesce(sum(b.rejected), 0)::int as rejected
     from generate_series((${now}::timestamptz at time zone 'UTC')::date - ${days}::int + 1,
       (${now}::timestamptz at time zone 'UTC')::date, interval '1 day') as d (day)
     left join batches b on b.started_at >= d.day at time zone 'UTC'
       and b.started_at < (d.day + interval '1 day') at time zone 'UTC'
     group by 1 order by 1`,
  );
}

/** What pictures are drawn from. */
export function figuresRoutes(deps: RouteDeps) {
  const { pg, clock } = deps;
  return {
    summariseAgents: impl.summariseAgents.handler(async ({ input, context }) => {
      const now = clock();
      const { window, ...summary } = await deps.reads(asUser(context.caller).id, async db => {
        const zips = await readableZips({ ...deps, pg: db }, context.caller, input.zipCode);
        const filter = dashboardFilter(zips, input, now);
        return { window: filter.window, ...(await summaryOfClosings(db, filter)) };
      });
      const { quartiles, undisclosed, steps, ...counts } = summary;
      const [lowerQuartile, median, upperQuartile] = quartiles ?? [null, null, null];
      return {
        ...counts,
        from: window.from,
        to: window.to ?? latestToday(now),
        prices: { undisclosed, lowerQuartile, median, upperQuartile, bins: binPrices(steps) },
      };
    }),

    leadStatistics: impl.leadStatistics.handler(async ({ input }) => ({
      days: await leadsByDay(pg, input.days, clock()),
    })),
  };
}
