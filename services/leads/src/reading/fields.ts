import type { Repair } from '@closingwire/contracts/ingestion';
import { type Field, type Kind, type LeadField, leastSalePrice } from '@closingwire/contracts/lead-fields';
import { states } from '@closingwire/contracts/reference';
import { type DateOrder, parseDay } from './day.ts';
import { parseEmails } from './email.ts';
import { isNobody, isNoMailbox, isNoNumber } from './nobody.ts';
import { isDoubtful, parseAmount, parseNumber } from './number.ts';
import { parsePhones } from './phone.ts';
import { propertyTypeOf } from './property-type.ts';
import { isPlain, isStorable, isUnknown, isZero, tidy, wholeDigits, withoutGuard } from './text.ts';

/** The reason why a value is not read: the field at fault, and a message for the source. */
export class FieldError extends Error {
  readonly field: LeadField;
  /** The other faults of the row. */
  further: readonly FieldError[] = [];

  /** `because` follows the received value. */
  constructor(field: Field, expected: string, got: unknown, because = '') {
    super(`Expected ${expected}; got ${got === null ? 'nothing' : shown(got)}${because && `; ${because}`}`);
    this.field = field.name;
  }
}

const MAX_SHOWN = 60;

export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** How the values of a delivery are read, and who is told about repairs. */
export type Reading = {
  /** The last permitted sale day. */
  latest: string;
  dateOrder: DateOrder;
  /** With the order `mixed`: the days that prove both orders, if they are known. */
  bothOrders: string;
  repaired(field: Field, repair: Repair, from: string): void;
  /** A further email address or phone number of the same cell, or the extension of a phone. */
  extra(field: Field, kind: 'email' | 'phone' | 'extension', value: string): void;
};

/** Returns the text of a value on one line, null if it is blank or unknown. */
function textOf(value: unknown, field: Field, reading: Reading): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' && typeof value !== 'number') throw new FieldError(field, 'text', value);
  const text = String(value);
  const isTidy = isPlain(text);
  if (!isTidy && !isStorable(text))
    throw new FieldError(field, 'text of whole characters, without NUL', text);
  const clean = isTidy ? text : tidy(text);
  const bare = withoutGuard(clean);
  if (isUnknown(bare)) return null;
  if (bare !== clean) reading.repaired(field, 'guard', text);
  return bare;
}

/** `0` is unknown in a text, except the number of a unit. */
const isNoText = (text: string, { name }: Field) => isZero(text) && name !== 'address2';

export function readText(
  value: unknown,
  field: Field,
  reading: Reading,
  max: number = field.max,
): string | null {
  const text = textOf(value, field, reading);
  if (text === null || isNoText(text, field)) return null;
  if (text.length > max) throw new FieldError(field, `at most ${max} characters`, text);
  return text;
}

/** A cell may have several contacts, or a program's list of them. */
const MAX_CONTACTS = 2_000;

/** Reads an identifier of digits, whose digits a spreadsheet may have rewritten. */
function readNumberText(value: unknown, field: Field, reading: Reading): string | null {
  const text = readText(value, field, reading);
  if (text === null) return null;
  const digits = wholeDigits(text);
  if (digits === undefined) throw new FieldError(field, 'a number with all its digits', text);
  if (digits !== text) reading.repaired(field, 'digits', text);
  return digits;
}

const isNumberText: ReadonlySet<LeadField> = new Set(['licenseNumber', 'mlsId']);

function readName(value: unknown, field: Field, reading: Reading): string | null {
  const text = readText(value, field, reading);
  return text !== null && isNobody(text) ? null : text;
}

function readAnyText(value: unknown, field: Field, reading: Reading): string | null {
  if (isNumberText.has(field.name)) return readNumberText(value, field, reading);
  return field.name === 'fullName' ? readName(value, field, reading) : readText(value, field, reading);
}

/** Zero is no area. */
const isNoArea: ReadonlySet<LeadField> = new Set(['sqft', 'lotSize']);

function readNumber(given: unknown, field: Field, reading: Reading): number | null {
  const text = typeof given === 'number' ? '' : textOf(given, field, reading);
  if (text === null) return null;
  const { max, isWhole, kind } = field;
  const parsed = kind === 'price' ? parseAmount(text) : parseNumber(text, field.name);
  const value = typeof given === 'number' ? given : parsed;
  const isRead = value !== undefined && value >= 0 && value <= max && !(isWhole && isDoubtful(text));
  if (!isRead) throw new FieldError(field, `a number from 0 to ${max}`, given);
  if (value === 0 && isNoArea.has(field.name)) return null;
  return isWhole ? Math.round(value) : value;
}

/** Returns null for an undisclosed price; sources also write it as 0. Small sums are no sale prices. */
function readPrice(value: unknown, field: Field, reading: Reading): number | null {
  const price = readNumber(value, field, reading) || null;
  if (price === null || price >= leastSalePrice) return price;
  throw new FieldError(field, `a sale price of at least $${leastSalePrice.toLocaleString('en-US')}`, value);
}

const stateNames = new Map<string, string>([
  ...Object.entries({ ...states, DC: 'District of Columbia' }).flatMap(([code, name]): [string, string][] => [
    [code, code],
    [name.toUpperCase(), code],
  ]),
]);

/** Reads a state or DC, by code or name, as its code. */
function readState(value: unknown, field: Field, reading: Reading): string | null {
  const text = readText(value, field, reading);
  if (text === null) return null;
  const code = stateNames.get(text) ?? stateNames.get(text.toUpperCase().replace(/\./g, ''));
  if (!code) throw new FieldError(field, 'a US state such as CA', text);
  return code;
}

const zip = /^(?:[A-Z]{2},? ?)?(\d{5})(?: ?[-+_/]? ?(?:\d{4}|X{4}|_{4})?)?(?:,? (?:[A-Z]{2}|USA))?$/i;
/** A number that a spreadsheet shows with a sign between thousands. */
const groupedZip = /^(\d{1,2}),(\d{3})$/;

/** Reads five digits; drops the four digits of ZIP+4. Leading zeros that a spreadsheet lost are missing here. */
function readZip(value: unknown, field: Field, reading: Reading): string | null {
  const text = textOf(value, field, reading);
  if (text === null || isZero(text)) return null;
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Pd}/gu, '-')
    .replace(groupedZip, '$1$2');
  const digits = wholeDigits(plain) ?? text;
  const zipCode = zip.exec(digits)?.[1] ?? /^(\d{3,4})(?:-\d{4})?$/.exec(digits)?.[1];
  if (!zipCode) throw new FieldError(field, 'a ZIP code of five digits', text);
  if (digits !== text) reading.repaired(field, 'digits', text);
  return zipCode;
}

function readEmail(value: unknown, field: Field, reading: Reading): string | null {
  const text = readText(value, field, reading, MAX_CONTACTS);
  if (text === null) return null;
  const found = parseEmails(text).filter(email => email.length <= field.max);
  const [first, ...others] = found.filter(email => !isNoMailbox(email));
  if (!first && found.length > 0) return null;
  if (!first) throw new FieldError(field, 'an email address', text);
  for (const other of others) reading.extra(field, 'email', other);
  if (first !== text) reading.repaired(field, others.length > 0 ? 'several' : 'wrapped', text);
  return first;
}

function readPhone(value: unknown, field: Field, reading: Reading): string | null {
  const text = readText(value, field, reading, MAX_CONTACTS);
  if (text === null || isNoNumber(text)) return null;
  const [first, ...others] = parsePhones(text);
  if (!first) throw new FieldError(field, 'a phone number with all its digits', text);
  if (first.extension) reading.extra(field, 'extension', first.extension);
  for (const { number } of others) reading.extra(field, 'phone', number);
  if (others.length > 0) reading.repaired(field, 'several', text);
  else if (first.number !== text && /\d(?:\.0|e\+?\d+)$/i.test(text)) reading.repaired(field, 'digits', text);
  return first.number;
}

/** Reads an http or https address; adds https if the scheme is missing. Refuses others, such as `javascript:`. */
function readUrl(value: unknown, field: Field, reading: Reading): string | null {
  const text = readText(value, field, reading);
  if (text === null) return null;
  if (/^https?:\/\/[^\s"'<>]+$/i.test(text)) return text;
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+(\/[^\s"'<>]*)?$/i.test(text)) return `https://${text}`;
  throw new FieldError(field, 'a web address', text);
}

function readDay(value: unknown, field: Field, reading: Reading): string | null {
  const text = readText(value, field, reading);
  if (text === null) return null;
  const { latest, dateOrder, bothOrders } = reading;
  const day = parseDay(text, latest, dateOrder);
  if (!day && dateOrder === 'mixed' && parseDay(text, latest)) {
    throw new FieldError(field, 'a day with one meaning, such as 2026-03-09', text, bothOrders);
  }
  if (!day) {
    const order = dateOrder === 'day-first' ? ', with the day first as in the rest of the file' : '';
    throw new FieldError(field, `a day such as 2026-03-09${order}`, text);
  }
  if (day > latest) throw new FieldError(field, `a day not after ${latest}`, text);
  return day;
}

function readType(value: unknown, field: Field, reading: Reading) {
  const word = readText(value, field, reading);
  return word === null ? null : propertyTypeOf(word);
}

export const readByKind: Record<Kind, (value: unknown, field: Field, reading: Reading) => unknown> = {
  text: readAnyText,
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
