import { DAYS_BEFORE_TODAY } from '@closingwire/contracts/leads';

const DAY_MS = 86_400_000;
const FIRST_YEAR = 1900;

const pad = (value: number) => String(value).padStart(2, '0');

/** YYYY-MM-DD of a day that exists. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const time = new Date(Date.UTC(year, month - 1, day));
  const exists = time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return exists && year >= FIRST_YEAR ? `${year}-${pad(month)}-${pad(day)}` : undefined;
}

const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/;
const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** Reads 2026-03-09, an instant (its day as written) or 3/9/2026. */
export function parseDay(text: string): string | undefined {
  const [, year, month, day] = iso.exec(text) ?? [];
  if (year) return dayOf(Number(year), Number(month), Number(day));
  const [, usMonth, usDay, usYear] = american.exec(text) ?? [];
  return usYear ? dayOf(Number(usYear), Number(usMonth), Number(usDay)) : undefined;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Tomorrow in UTC: the latest day that it can be anywhere in the country, with room for a clock that is off. */
export const latestSaleDay = (now: Date): string => addDays(now.toISOString().slice(0, 10), 1);

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

type Zone = { states: readonly string[]; dayAt: (now: Date) => string };

const zones: readonly Zone[] = Object.entries(statesOf).map(([timeZone, codes]) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return { states: codes.split(' '), dayAt: now => format.format(now) };
});

/** Today, YYYY-MM-DD, in each state; states of one day together, the earlier day first. */
export function todayByState(now: Date): { day: string; states: string[] }[] {
  const byDay = Map.groupBy(zones, zone => zone.dayAt(now));
  return [...byDay]
    .map(([day, group]) => ({ day, states: group.flatMap(zone => zone.states) }))
    .sort((a, b) => a.day.localeCompare(b.day));
}

/** The latest day that it is in any state. */
export const latestToday = (now: Date): string =>
  todayByState(now).at(-1)?.day ?? now.toISOString().slice(0, 10);

/**
 * Which sale dates a list covers, ends included. `from` holds everywhere but in `laterStates`, where the day has
 * already changed and the window begins a day later.
 */
export type SaleWindow = { from: string | null; to: string | null; laterStates: string[] };

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

export type Period = 'daily' | 'weekly';

/** How many days before its own day a list reaches back. */
export const periodDays: Record<Period, number> = { daily: 1, weekly: DAYS_BEFORE_TODAY };

/** The days of a list that was made ready on `day`, narrowed to the given ones. */
export function listWindow(day: string, from: string | undefined, to: string | undefined): SaleWindow {
  const first = addDays(day, -DAYS_BEFORE_TODAY);
  return between(from && from > first ? from : first, to && to < day ? to : day);
}
