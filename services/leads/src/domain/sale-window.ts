import { LIST_DAYS } from '@closingwire/contracts/leads';
import { addDays } from './calendar.ts';
import { todayByState } from './state-time-zone.ts';

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
export const periodDays: Record<Period, number> = { daily: 1, weekly: LIST_DAYS };

/** The days of a list that was made ready on `day`, narrowed to the given ones. */
export function listWindow(day: string, from: string | undefined, to: string | undefined): SaleWindow {
  const first = addDays(day, -LIST_DAYS);
  return between(from && from > first ? from : first, to && to < day ? to : day);
}
