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

/** Formats a calendar day `YYYY-MM-DD`, independent of time zones. */
export const formatDay = (day: string): string => shortDay.format(new Date(`${day}T00:00:00Z`));

/** Formats a range of days, such as "Nov 19 – 25, 2026". */
export const formatDays = (from: string, to: string): string =>
  shortDay.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));

export const formatInstant = (instant: string): string => moment.format(new Date(instant));

/** To the second. */
export const formatExactInstant = (instant: string): string => exactMoment.format(new Date(instant));

/** Returns the date's day in the viewer's time zone, `YYYY-MM-DD`. */
export const toDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map(number => String(number).padStart(2, '0'))
    .join('-');

/** Returns midnight of a `YYYY-MM-DD` day in the viewer's time zone. */
export function fromDay(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

const DAY_MS = 24 * 60 * 60_000;

/** Returns the days until an instant, rounded up; 0 or less if it has passed. */
export const daysUntil = (instant: string, now: Date): number =>
  Math.ceil((Date.parse(instant) - now.getTime()) / DAY_MS);
