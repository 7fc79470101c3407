import type { Field, Kind, LeadField } from '@closingwire/contracts/lead-fields';
import { states } from '@closingwire/contracts/reference';
import { propertyTypeOf } from './property-type.ts';

/** The reason why a row is rejected: the field at fault, and a message for the source. */
export class FieldError extends Error {
  readonly field: LeadField;

  constructor(field: Field, expected: string, got: unknown) {
    super(got === null ? `Expected ${expected}; got nothing` : `Expected ${expected}; got ${shown(got)}`);
    this.field = field.name;
  }
}

const MAX_SHOWN = 60;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters do not belong in lists
const untidy = /[\u0000-\u001f\u007f]|\s\s|^\s|\s$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const gaps = /[\u0000-\u001f\u007f\s]+/g;

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** Reads a field as one line of text, null if it is blank or missing. */
export function readText(value: unknown, field: Field): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' && typeof value !== 'number') throw new FieldError(field, 'text', value);
  const text = String(value);
  if (!isStorable(text)) throw new FieldError(field, 'text of whole characters, without NUL', text);
  const clean = untidy.test(text) ? text.replace(gaps, ' ').trim() : text;
  const { max } = field;
  if (clean.length > max) throw new FieldError(field, `at most ${max} characters`, clean);
  return clean === '' ? null : clean;
}

/** Reads a number, or text such as `$221,900`. */
function readNumber(given: unknown, field: Field): number | null {
  if (given === undefined || given === null) return null;
  const text = typeof given === 'string' ? given.trim() : '';
  if (typeof given === 'string' && text === '') return null;
  const plain = /^[$\d]/.test(text) && text.includes(',') ? text.replace(/,(?=\d{3})/g, '') : text;
  const value = typeof given === 'number' ? given : Number(plain.replace(/^\$\s*/, '') || Number.NaN);
  const { max, isWhole } = field;
  if (!(value >= 0 && value <= max)) throw new FieldError(field, `a number from 0 to ${max}`, given);
  return isWhole ? Math.round(value) : value;
}

const stateNames = new Map<string, string>([
  ...Object.entries({ ...states, DC: 'District of Columbia' }).flatMap(([code, name]): [string, string][] => [
    [code, code],
    [name.toUpperCase(), code],
  ]),
]);

/** Reads a state or DC, by code or name, as its code. */
function readState(value: unknown, field: Field): string | null {
  const text = readText(value, field);
  if (text === null) return null;
  const code = stateNames.get(text) ?? stateNames.get(text.toUpperCase());
  if (!code) throw new FieldError(field, 'a US state such as CA', text);
  return code;
}

/** Reads five digits; drops the four digits of ZIP+4. */
function readZip(value: unknown, field: Field): string | null {
  const text = readText(value, field);
  if (text === null) return null;
  const zipCode = /^(\d{5})(-?\d{4})?$/.exec(text)?.[1];
  if (!zipCode) throw new FieldError(field, 'a ZIP code of five digits', text);
  return zipCode;
}

const email = /^[^\s@"<>(),;:\\[\]]+@[^\s@"<>(),;:\\[\]]+\.[^\s@"<>(),;:\\[\].]+$/;

function readEmail(value: unknown, field: Field): string | null {
  const text = readText(value, field);
  if (text !== null && !email.test(text)) throw new FieldError(field, 'an email address', text);
  return text;
}

/** Writes a US number as (206) 555-0192; leaves others as they are. */
function readPhone(value: unknown, field: Field): string | null {
  const text = readText(value, field);
  if (text === null) return null;
  if (/^\(\d{3}\) \d{3}-\d{4}$/.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  if (digits.length < 7 || digits.length > 20) throw new FieldError(field, 'a phone number', text);
  const us = /^\+?[\d\s().-]+$/.test(text) && /^1?([2-9]\d{2})([2-9]\d{2})(\d{4})$/.exec(digits);
  return us ? `(${us[1]}) ${us[2]}-${us[3]}` : text;
}

/** Reads an http or https address; adds https if the scheme is missing. Refuses others, such as `javascript:`. */
function readUrl(value: unknown, field: Field): string | null {
  const text = readText(value, field);
  if (text === null) return null;
  if (/^https?:\/\/[^\s"'<>]+$/i.test(text)) return text;
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+(\/[^\s"'<>]*)?$/i.test(text)) return `https://${text}`;
  throw new FieldError(field, 'a web address', text);
}

const FIRST_YEAR = 1900;

const pad = (value: number) => String(value).padStart(2, '0');

/** Returns YYYY-MM-DD if the day exists. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const time = new Date(Date.UTC(year, month - 1, day));
  const exists = time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return exists && year >= FIRST_YEAR ? `${year}-${pad(month)}-${pad(day)}` : undefined;
}

const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/;
const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** Reads 2026-03-09, 3/9/2026, or the day of an instant as written. */
export function parseDay(text: string): string | undefined {
  const [, year, month, day] = iso.exec(text) ?? [];
  if (year) return dayOf(Number(year), Number(month), Number(day));
  const [, usMonth, usDay, usYear] = american.exec(text) ?? [];
  return usYear ? dayOf(Number(usYear), Number(usMonth), Number(usDay)) : undefined;
}

function readDay(value: unknown, field: Field, latest: string): string | null {
  const text = readText(value, field);
  if (text === null) return null;
  const day = parseDay(text);
  if (!day) throw new FieldError(field, 'a day such as 2026-03-09', text);
  if (day > latest) throw new FieldError(field, `a day not after ${latest}`, text);
  return day;
}

/** Words for an undisclosed price, letters only: `N/A`, `Non-disclosure`, or just `$ -`. */
const undisclosed = new Set([
  '',
  'confidential',
  'na',
  'nan',
  'nil',
  'none',
  'nondisclosed',
  'nondisclosure',
  'notapplicable',
  'notavailable',
  'notdisclosed',
  'notgiven',
  'notpublished',
  'notreported',
  'null',
  'tbd',
  'undisclosed',
  'unknown',
  'withheld',
]);

const isUndisclosed = (price: unknown) =>
  typeof price === 'string' &&
  !/\d/.test(price) &&
  undisclosed.has(price.toLowerCase().replace(/[^a-z]/g, ''));

/** Returns null for an undisclosed price; sources also write it as 0. */
function readPrice(value: unknown, field: Field): number | null {
  if (isUndisclosed(value)) return null;
  return readNumber(value, field) || null;
}

function readType(value: unknown, field: Field) {
  const word = readText(value, field);
  return word === null ? null : propertyTypeOf(word);
}

export const readByKind: Record<Kind, (value: unknown, field: Field, latest: string) => unknown> = {
  text: readText,
  email: readEmail,
  phone: readPhone,
  url: readUrl,
  state: readState,
  zip: readZip,
  day: readDay,
  number: readNumber,
  price: readPrice,
  type: readType,
};
