import { addDays } from '@closingwire/contracts/state-days';

export type OneOrder = 'month-first' | 'day-first';

/** The order of the parts in a day such as 3/9/2026. `mixed`: both occur, so only days with one meaning are read. */
export type DateOrder = OneOrder | 'mixed';

const FIRST_YEAR = 1900;

/** Returns tomorrow in UTC: no state is ahead of UTC, and one more day allows for a wrong clock. */
export const latestSaleDay = (now: Date): string => addDays(now.toISOString().slice(0, 10), 1);

const pad = (value: number) => String(value).padStart(2, '0');

/** Returns YYYY-MM-DD if the day exists. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const time = new Date(Date.UTC(year, month - 1, day));
  const exists = time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return exists && year >= FIRST_YEAR ? `${year}-${pad(month)}-${pad(day)}` : undefined;
}

/** A time of day after the day; the day is taken as written. */
const time = String.raw`(?:[T ,]+(?:at )?\d{1,2}(?::\d{2}){0,2}(?:[.,]\d+)?\s*(?:[ap]\.?m\.?)?\s*(?:Z|UTC|GMT|[ECMPAH][SD]?T)?\s*(?:[+-]\d\d(?::?\d\d)?)?(?: ?\([^)]*\))?)?`;
const pattern = (day: string) => new RegExp(`^${day}${time}$`, 'i');

const iso = pattern(String.raw`(\d{4})([-/. ])(\d{1,2})\2(\d{1,2})(?:Z|[+-]\d\d:\d\d)?`);
const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})(?:[T ]?\d{2}:?\d{2}(?::?\d{2}(?:\.\d+)?)?Z?)?$/;
const numeric = pattern(String.raw`(\d{1,2}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{4}|\d{2})`);
/** Counties write 03092026. With the year first, the month would be 19 or 20. */
const compactYearLast = /^(\d{2})(\d{2})((?:19|20)\d{2})$/;

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const month = String.raw`(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`;
const gap = '[-/., ]*(?:of )?';
const dayInMonth = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const monthDayYear = pattern(`${month}${gap}${dayInMonth}[-/., ]+(\\d{4}|\\d{2})`);
const dayMonthYear = pattern(`${dayInMonth}${gap}${month}${gap}(\\d{4}|\\d{2})`);
const yearMonthDay = pattern(`(\\d{4})${gap}${month}${gap}${dayInMonth}`);
/** The text of a time in Java and on Unix: Mon Mar 09 00:00:00 PST 2026. */
const monthDayTimeYear = new RegExp(
  `^${month} ${dayInMonth} \\d{1,2}:\\d{2}:\\d{2}(?: [A-Z]{2,5})? (\\d{4})$`,
  'i',
);
/** Words in front of a day: `Sold on`, a weekday. */
const leadingWords = /^(?:(?:sold|closed)(?: on)?:?\s+)?(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?/i;

/** The expressions for days are slow on a long text. */
const MAX_DAY = 80;

/** Returns the text of a day without the words in front of it, '' for a text too long for a day. */
const dayText = (text: string): string => (text.length > MAX_DAY ? '' : text.replace(leadingWords, ''));

const monthOf = (name: string) => monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** Two digits mean a year of this century unless that is after `latest`. */
function fullYear(digits: string, latest: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return 2000 + year <= Number(latest.slice(0, 4)) ? 2000 + year : 1900 + year;
}

const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets; they count a 29 February 1900, which does not exist, so that this holds from March 1900. */
const SERIAL_ZERO_MS = Date.UTC(1899, 11, 30);
/** Days of 1954 to 2119: shorter numbers are years or counts. */
const serial = /^([2-7]\d{4})(?:\.\d+)?$/;
/** Seconds or milliseconds since 1970, as portals export instants. */
const epoch = /^(?:\/Date\()?(\d{10})(\d{3})?(?:\.0+)?(?:[+-]\d{4})?(?:\)\/)?$/;

const isoDayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function ofNumber(text: string): string | undefined {
  const [, serialDay] = serial.exec(text) ?? [];
  if (serialDay) return isoDayOf(SERIAL_ZERO_MS + Number(serialDay) * DAY_MS);
  const [, seconds] = epoch.exec(text) ?? [];
  return seconds && isoDayOf(Number(seconds) * 1_000);
}

function ofWords(text: string, latest: string): string | undefined {
  const [, m1, d1 = '', y1 = ''] = monthDayYear.exec(text) ?? monthDayTimeYear.exec(text) ?? [];
  if (m1) return dayOf(fullYear(y1, latest), monthOf(m1), Number(d1));
  const [, d2, m2 = '', y2 = ''] = dayMonthYear.exec(text) ?? [];
  if (d2) return dayOf(fullYear(y2, latest), monthOf(m2), Number(d2));
  const [, y3, m3 = '', d3 = ''] = yearMonthDay.exec(text) ?? [];
  return y3 && dayOf(Number(y3), monthOf(m3), Number(d3));
}

const MONTHS = 12;

/** Returns the order that the parts of a day show by themselves: one above 12 is no month. */
function shownOrder(first: number, second: number): OneOrder | undefined {
  if (first > MONTHS) return 'day-first';
  return second > MONTHS || first === second ? 'month-first' : undefined;
}

function ofParts([first, second, year]: NumericDay, latest: string, order: DateOrder): string | undefined {
  const given = order === 'mixed' ? shownOrder(Number(first), Number(second)) : order;
  if (!given) return undefined;
  const [month, day] = given === 'month-first' ? [first, second] : [second, first];
  return dayOf(fullYear(year, latest), Number(month), Number(day));
}

type NumericDay = [first: string, second: string, year: string];

function numericDay(text: string): NumericDay | undefined {
  const [, first, , second = '', year = ''] = numeric.exec(text) ?? [];
  if (first !== undefined) return [first, second, year];
  const [, one, other = '', lastYear = ''] = compactYearLast.exec(text) ?? [];
  return one === undefined ? undefined : [one, other, lastYear];
}

/**
 * Reads a day as county and portal exports write it, with or without a time: 2026-03-09, 3/9/2026, 20260309T000000,
 * 03092026, March-9-2026, 9-Mar-26, the serial number of a spreadsheet, seconds or milliseconds since 1970. Returns
 * YYYY-MM-DD. `latest` decides the century of a year of two digits.
 */
export function parseDay(
  given: string,
  latest: string,
  order: DateOrder = 'month-first',
): string | undefined {
  const text = dayText(given);
  const [, year, , isoMonth, isoDay] = iso.exec(text) ?? [];
  if (year) return dayOf(Number(year), Number(isoMonth), Number(isoDay));
  const parts = numericDay(text);
  if (parts) return ofParts(parts, latest, order);
  const [, compactYear, compactMonth, compactDay] = compact.exec(text) ?? [];
  if (compactYear) return dayOf(Number(compactYear), Number(compactMonth), Number(compactDay));
  return ofNumber(text) ?? ofWords(text, latest);
}

/** Evidence of an order. Without `isProof` the order is only likely: the other one leads to a day after `latest`. */
export type Evidence = { order: OneOrder; isProof: boolean };

/**
 * Returns what a day such as 13/2/2026 shows about the order. `open`: it is possible in both orders, and they differ.
 * Undefined: the text has no such day, or the same one in both orders.
 */
export function orderOf(text: string, latest: string): Evidence | 'open' | undefined {
  const parts = numericDay(dayText(text));
  if (!parts) return undefined;
  const [monthFirst, dayFirst] = (['month-first', 'day-first'] as const).map(order =>
    ofParts(parts, latest, order),
  );
  if (monthFirst === dayFirst) return undefined;
  if (!monthFirst || !dayFirst) return { order: monthFirst ? 'month-first' : 'day-first', isProof: true };
  const [isLate, isOtherLate] = [monthFirst > latest, dayFirst > latest];
  if (isLate === isOtherLate) return 'open';
  return { order: isLate ? 'day-first' : 'month-first', isProof: false };
}
