import { raw, type Sql, sql } from '@closingwire/chassis/pg';
import type { ListPeriod } from '@closingwire/contracts/leads';
import { LIST_DAYS } from '@closingwire/contracts/shown-limits';
import { addDays, dayFormat, statesByZone } from '@closingwire/contracts/state-days';

const MINUTE_MS = 60_000;

const zones = Object.entries(statesByZone).map(([timeZone, codes]) => ({
  states: codes.split(' '),
  format: dayFormat(timeZone),
}));

type Today = readonly { day: string; states: readonly string[] }[];

function findTodayByState(now: Date): Today {
  const byDay = Map.groupBy(zones, ({ format }) => format.format(now));
  return [...byDay]
    .map(([day, group]) => ({ day, states: group.flatMap(zone => zone.states) }))
    .sort((a, b) => a.day.localeCompare(b.day));
}

let known: { minute: number; today: Today } = { minute: Number.NaN, today: [] };

/**
 * Returns each day, `YYYY-MM-DD`, that is today in some state, with those states; the earlier day first. Cached for a
 * minute, because formatting is slow and days begin at full minutes.
 */
export function todayByState(now: Date): Today {
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  if (minute !== known.minute) known = { minute, today: findTodayByState(now) };
  return known.today;
}

/** Returns the latest day that it is in any state. */
export const latestToday = (now: Date): string =>
  todayByState(now).at(-1)?.day ?? now.toISOString().slice(0, 10);

/** Returns today in a state; for an unknown state, the earlier of the days that are today somewhere. */
export function todayOf(state: string | null, now: Date): string {
  const [earlier, later] = todayByState(now);
  const known = state !== null && later?.states.includes(state) ? later : earlier;
  return known?.day ?? latestToday(now);
}

/** A day begins last in this zone. */
const LAST_ZONE = 'Pacific/Honolulu';

const ZONE_OF_CODES = raw(
  Object.entries(statesByZone)
    .map(([zone, codes]) => `when '{${codes.replaceAll(' ', ',')}}'::text[] @> array[c.state] then '${zone}'`)
    .join(' '),
);

/** The condition that a closing `c` was in the list at an instant: sold in its last days, by the calendar of its state. */
export const wasListedAt = (instant: Sql): Sql =>
  sql`c.sold_date > (${instant} at time zone case ${ZONE_OF_CODES} else ${raw(`'${LAST_ZONE}'`)} end)::date - ${LIST_DAYS}::int`;

/** Selects the first sale day that a list at an instant or later can have, in any state. */
export const firstListedDay = (instant: Sql): Sql =>
  sql`((${instant} at time zone ${raw(`'${LAST_ZONE}'`)})::date - ${LIST_DAYS - 1}::int)`;

/**
 * The first and the last sale day of a list; null is open. While the states have two different days, only
 * `laterStates` include `to` and only the other states include `from`. So every state's list has the same number of
 * days.
 */
export type SaleWindow = { from: string | null; to: string | null; laterStates: readonly string[] };

/** Returns the window of the last `days` days, today included, by each state's own calendar. */
export function lastDays(days: number, now: Date): SaleWindow {
  const [earlier, later] = todayByState(now);
  return {
    from: earlier ? addDays(earlier.day, 1 - days) : null,
    to: later?.day ?? earlier?.day ?? null,
    laterStates: later?.states ?? [],
  };
}

/** Returns the window between two days; undefined is open. The days are the same in every state. */
export const between = (from: string | undefined, to: string | undefined): SaleWindow => ({
  from: from ?? null,
  to: to ?? null,
  laterStates: [],
});

/** Days of a list, today included. */
export const periodDays: Record<ListPeriod, number> = { daily: 2, weekly: LIST_DAYS };
