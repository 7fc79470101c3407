import { AppError } from '@closingwire/chassis/app-error';
import {
  type CorrectableField,
  type Corrections,
  correctableFields,
} from '@closingwire/contracts/flagged-closings';
import { type Kind, leadField, leastSalePrice } from '@closingwire/contracts/lead-fields';
import { parseEmails } from '../reading/email.ts';
import { parsePhones } from '../reading/phone.ts';
import { isStorable, tidy } from '../reading/text.ts';

const sole = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined);

/** Readers of values as deliveries write them; undefined if a value cannot be read. */
const readers: Partial<Record<Kind, (text: string) => string | undefined>> = {
  email: text => sole(parseEmails(text)),
  phone: text => {
    const phone = sole(parsePhones(text));
    return phone && !phone.extension ? phone.number : undefined;
  },
};

const expected: Partial<Record<Kind, string>> = {
  email: 'one email address',
  phone: 'one phone number with all its digits, without an extension',
};

function readOne(field: CorrectableField, value: string | number | null): string | number | null {
  const { kind, label } = leadField[field];
  const refuse = (what: string) =>
    new AppError('invalid', 'unreadable', `${label}: Expected ${what}; got ${JSON.stringify(value)}`);
  if (typeof value === 'number') {
    if (value >= leastSalePrice) return value;
    throw refuse(`a sale price of at least $${leastSalePrice.toLocaleString('en-US')}`);
  }
  if (value === null || value === '') return null;
  if (!isStorable(value)) throw refuse('text of whole characters, without NUL');
  const text = tidy(value);
  const read = (readers[kind] ?? (plain => plain || undefined))(text);
  if (read === undefined) throw refuse(expected[kind] ?? 'a text');
  return read;
}

/** Returns the values of corrections as deliveries are read; throws `unreadable`. */
export const readCorrections = (fields: Corrections): [CorrectableField, string | number | null][] =>
  correctableFields.flatMap((field): [CorrectableField, string | number | null][] => {
    const value = fields[field];
    return value === undefined ? [] : [[field, readOne(field, value)]];
  });
