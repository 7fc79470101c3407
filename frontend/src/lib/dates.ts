const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });
const shortDay = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const exactMoment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

export const formatLongDay = (date: Date): string => longDay.format(date);

/** A calendar day `YYYY-MM-DD` as people write it; no time zone shifts it. */
export const formatDay = (day: string): string => shortDay.format(new Date(`${day}T00:00:00Z`));

/** Two calendar days and those between, such as "Nov 19 – 25, 2026". */
export const formatDays = (from: string, to: string): string =>
  shortDay.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));

export const formatInstant = (instant: string): string => moment.format(new Date(instant));

/** To the second. */
export const formatExactInstant = (instant: string): string => exactMoment.format(new Date(instant));

/** The calendar day of a date in the viewer's own time zone, as `YYYY-MM-DD`. */
export const toDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('-');

/** Midnight of a `YYYY-MM-DD` day in the viewer's own time zone. */
export function fromDay(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

const DAY_MS = 24 * 60 * 60_000;

/** Whole days until an instant, begun ones counted; none or fewer once it is past. */
export const daysUntil = (instant: string, now: Date): number =>
  Math.ceil((Date.parse(instant) - now.getTime()) / DAY_MS);
