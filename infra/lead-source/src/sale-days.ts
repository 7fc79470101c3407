const DAY_MS = 24 * 3_600_000;

/** The calendar day, YYYY-MM-DD, that it is in a time zone. */
export const dayIn = (zone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now);

export const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * DAY_MS).toISOString().slice(0, 10);

/** The last `count` days, `today` first. */
export const lastDays = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => daysBefore(today, index));
