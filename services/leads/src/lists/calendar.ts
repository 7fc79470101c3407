import { DAYS_BEFORE_TODAY, type ListPeriod } from '@closingwire/contracts/leads';

const DAY_MS = 86_400_000;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The states of each time zone; a state that has several is where most of its people live. */
const statesOf = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
} as const;

const MINUTE_MS = 60_000;

const zones = Object.entries(statesOf).map(([timeZone, codes]) => ({
  states: codes.split(' '),
  format: new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
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

/**
 * Which sale dates a list covers, ends included. `from` holds everywhere but in `laterStates`, where the day has
 * already changed and the window begins a day later.
 */
export type SaleWindow = { from: string | null; to: string | null; laterStates: readonly string[] };

/** Today and the `days` days before it, by the calendar of the property's own state. */
export function lastDays(days: number, now: Date): SaleWindow {
  const [earlier, later] = todayByState(now);
  return {
    from: earlier ? addDays(earlier.day, -days) : null,
    to: null,
    laterStates: later?.states ?? [],
  };
}

/** From one given day to another; null is open. Days are the same in every state. */
export const between = (from: string | undefined, to: string | undefined): SaleWindow => ({
  from: from ?? null,
  to: to ?? null,
  laterStates: [],
});

/** How many days before its own day a list reaches back. */
export const periodDays: Record<ListPeriod, number> = { daily: 1, weekly: DAYS_BEFORE_TODAY };

/** The days of a list that was made ready on `day`, narrowed to the given ones. */
export function listWindow(day: string, from: string | undefined, to: string | undefined): SaleWindow {
  const first = addDays(day, -DAYS_BEFORE_TODAY);
  return between(from && from > first ? from : first, to && to < day ? to : day);
}
