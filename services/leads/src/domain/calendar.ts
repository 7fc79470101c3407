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
export const latestDay = (now: Date): string => addDays(now.toISOString().slice(0, 10), 1);
