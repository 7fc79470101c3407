import { LIST_DAYS, type ListPeriod } from '@closingwire/contracts/leads';
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
 * Today, YYYY-MM-DD, in each state; states of one day together, the earlier day first. Looked up once a minute: days begin
 * at full minutes, and formatting them is slow.
 */
export function todayByState(now: Date): Today {
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  if (minute !== known.minute) known = { minute, today: findTodayByState(now) };
  return known.today;
}

/** The latest day that it is in any state. */
export const latestToday = (now: Date): string =>
  todayByState(now).at(-1)?.day ?? now.toISOString().slice(0, 10);

/** Today in the state of a ZIP; of an unknown state, the earliest day that it is anywhere. */
export function todayOf(state: string | null, now: Date): string {
  const [earlier, later] = todayByState(now);
  const known = state !== null && later?.states.includes(state) ? later : earlier;
  return known?.day ?? latestToday(now);
}

/**
 * Which sale dates a list covers, ends included; null is open. While the day has changed in `laterStates` and not yet
 * elsewhere, `from` holds elsewhere and `to` in these states: each state has the same number of days.
 */
export type SaleWindow = { from: string | null; to: string | null; laterStates: readonly string[] };

/** Today and the days before it, `days` in all, by the calendar of the property's own state. */
export function lastDays(days: number, now: Date): SaleWindow {
  const [earlier, later] = todayByState(now);
  return {
    from: earlier ? addDays(earlier.day, 1 - days) : null,
    to: later?.day ?? earlier?.day ?? null,
    laterStates: later?.states ?? [],
  };
}

/** From one given day to another; undefined is open. Days are the same in every state. */
export const between = (from: string | undefined, to: string | undefined): SaleWindow => ({
  from: from ?? null,
  to: to ?? null,
  laterStates: [],
});

/** How many days a list has, its own day included. */
export const periodDays: Record<ListPeriod, number> = { daily: 2, weekly: LIST_DAYS };
