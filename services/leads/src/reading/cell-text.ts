const DAY_S = 86_400;
/** December 31, 9999: the last day of both date systems. */
const LAST_SERIAL = 2_958_465;
/** Days between the date systems of 1900 and 1904. */
const DAYS_1904 = 1462;
/** Excel counts February 29, 1900, which did not exist, as day 60. */
const LEAP_BUG_DAY = 60;
const MAX_ZIP = 99_999;

/** Returns the shortest decimal of a number, without an exponent below 1e21. */
export function plainNumber(value: number): string {
  if (value === 0) return '0';
  const text = String(value);
  const [, sign = '', whole = '', fraction = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${whole}${fraction}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Returns a date, with its time if it has one, or only the time of a serial below 1; undefined if it is no date. */
export function dateText(serial: number, is1904: boolean): string | undefined {
  const seconds = Math.round(serial * DAY_S);
  const minute = Math.floor((seconds % DAY_S) / 60);
  const time = `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
  const ownDay = Math.floor(seconds / DAY_S);
  if (ownDay === 0 && minute > 0) return time;
  const day = is1904 ? ownDay + DAYS_1904 : ownDay;
  if (!(ownDay >= 0 && day >= 1 && day <= LAST_SERIAL) || day === LEAP_BUG_DAY) return undefined;
  const daysFrom1900 = day < LEAP_BUG_DAY ? day : day - 1;
  const date = new Date(Date.UTC(1899, 11, 31 + daysFrom1900)).toISOString().slice(0, 10);
  return minute > 0 ? `${date}T${time}` : date;
}

/** Returns the text of a cell with an ISO 8601 date in the form of other dates. */
export function isoDateText(text: string): string {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?/.exec(text) ?? [];
  if (!date) return text;
  return time && time !== '00:00' ? `${date}T${time}` : date;
}

/** How the number of a cell is shown; undefined for a plain number. */
export type NumberFormat = { kind: 'date' } | { kind: 'zeros'; sections: ZeroSection[] };

/** A section such as `00000-0000`; `upTo` is its condition `[<=99999]`. */
type ZeroSection = { groups: number[]; separators: string[]; upTo?: number };

/** Built-in formats of dates and times (ECMA-376 part 1, 18.8.30), and those of East Asian Excel; 46 is a duration. */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 45],
  [47, 47],
  [50, 58],
] as const;

const zeroSection = /^(?:\[<=(\d+)\])?(0+(?:[- ]0+)*)$/;
const duration = /\[(?:h+|m+|s+)\]/i;

function zeroSectionOf(code: string): ZeroSection | undefined {
  const [, upTo, zeros] = zeroSection.exec(code) ?? [];
  if (!zeros || zeros === '0') return undefined;
  const groups = zeros.split(/[- ]/).map(group => group.length);
  const separators = zeros.match(/[- ]/g) ?? [];
  return upTo === undefined ? { groups, separators } : { groups, separators, upTo: Number(upTo) };
}

/** Removes locales, colors, quotes and escapes, which do not change how the digits are laid out. */
const bare = (code: string): string =>
  code
    .replace(/\[(?![<>=])[^\]]*\]/g, '')
    .replace(/\\(.)/g, '$1')
    .replaceAll('"', '')
    .trim();

/** Returns the kind of a format with this number and code; codes of built-in formats are not in the file. */
export function numberFormat(id: number, code: string | undefined): NumberFormat | undefined {
  if (code === undefined)
    return builtInDates.some(([from, to]) => id >= from && id <= to) ? { kind: 'date' } : undefined;
  const sections = code.split(';').map(section => zeroSectionOf(bare(section)));
  if (sections[0]) return { kind: 'zeros', sections: sections.filter(section => section !== undefined) };
  // Letters that are quoted, escaped, padding, filling, of a color or of a locale are not those of a date.
  const letters = code.replace(/"[^"]*"|[\\_*]./g, '').replace(/\[[^\]]*\]/g, '');
  return !duration.test(code) && /[ymdhs]/i.test(letters) ? { kind: 'date' } : undefined;
}

function zeroPadded(value: number, sections: ZeroSection[]): string | undefined {
  if (!Number.isSafeInteger(value) || value < 0) return undefined;
  const section = sections.find(({ upTo }) => upTo === undefined || value <= upTo);
  if (!section) return undefined;
  const { groups, separators } = section;
  // In a column of ZIP+4 codes this is a ZIP code alone; with zeros before it, it would be another.
  if (groups.length === 2 && groups[0] === 5 && groups[1] === 4 && value <= MAX_ZIP)
    return String(value).padStart(5, '0');
  const length = groups.reduce((sum, each) => sum + each, 0);
  const digits = String(value).padStart(length, '0');
  // Digits beyond the format belong to its first group.
  let at = digits.length - length + (groups[0] ?? 0);
  let text = digits.slice(0, at);
  for (const [index, group] of groups.slice(1).entries()) {
    text += (separators[index] ?? '') + digits.slice(at, at + group);
    at += group;
  }
  return text;
}

/** Returns the number of a cell as text: a date, zeros that its format shows, or a plain number. */
export function numberText(text: string, format: NumberFormat | undefined, is1904: boolean): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return text;
  const formatted =
    format?.kind === 'date'
      ? dateText(value, is1904)
      : format?.kind === 'zeros'
        ? zeroPadded(value, format.sections)
        : undefined;
  return formatted ?? plainNumber(value);
}
