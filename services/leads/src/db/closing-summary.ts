import type { Queries } from '@closingwire/chassis/pg';
import type { Property } from '@closingwire/contracts/lead';
import { type PriceStep, STEP_USD } from '../domain/price-spread.ts';
import { type ClosingFilter, filterValues, IN_LIST } from './closing-filter.ts';

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
const countsBy = (column: string, name: string, order = 'g.value') => `
  (select coalesce(json_agg(json_build_object('${name}', g.value, 'count', g.count) order by ${order}), '[]')
   from (select ${column} as value, count(*) as count from matching group by 1) g)`;

const SUMMARY = `
  with matching as materialized (select c.zip, c.sold_date, c.type, c.price from closings c ${IN_LIST}),
  disclosed as (select price from matching where price is not null)
  select (select count(*) from matching) as total,
    ${countsBy('sold_date', 'day')} as days,
    ${countsBy('type', 'type', 'g.count desc, g.value')} as types,
    ${countsBy('zip', 'zipCode')} as zips,
    (select count(*) from matching where price is null) as undisclosed,
    (select percentile_cont(array[0.25, 0.5, 0.75]) within group (order by price) from disclosed) as quartiles,
    (select coalesce(json_agg(json_build_object('floor', s.floor, 'count', s.count) order by floor), '[]')
     from (select price / ${STEP_USD} * ${STEP_USD} as floor, count(*) as count from disclosed group by 1) s) as steps`;

/** What a list amounts to, as of one moment. A price that is null is not disclosed. */
export function summaryOfClosings(db: Queries, filter: ClosingFilter): Promise<ClosingSummary> {
  return db.one<ClosingSummary>(SUMMARY, filterValues(filter));
}
