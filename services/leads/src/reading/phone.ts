import { findPhoneNumbersInText, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { wholeDigits } from './text.ts';

/** A phone number for screens, with its extension apart. */
export type Phone = { number: string; extension?: string };

/** Ten digits of a US number in the usual forms; libphonenumber reads the others at ten times the cost. */
const usual = /^(?:\+?1[ .-]?)?\(?([2-9]\d{2})\)?[ ./_-]?([2-9]\d{2})[ ._-]?(\d{4})$/;
/** Ten digits that a spreadsheet shows with signs between thousands. */
const grouped = /^([2-9]),(\d{3}),(\d{3}),(\d{3})$/;
const northAmerican = /^[2-9]\d{2}[2-9]\d{6}$/;
const label = String.raw`(?:c|cell|m|mobile|o|off|office|w|work|h|home|d|direct|p|ph|phone|t|tel|f|fax)\b[.:]?`;
const separators = new RegExp(
  [
    String.raw`[;|\n]`,
    String.raw`\/(?=\s*[+(\d])`,
    String.raw`(?<!,),(?!,)(?=\s*[+(\d])`,
    String.raw`\s+(?:or|and|&)\s+`,
    // Two whole numbers, as in `206-555-0142 206-555-0143`.
    String.raw`(?<=\d{3}[ .-]?\d{4})\s+(?=\(?[2-9]\d{2}\)?[ .-]?\d{3}[ .-]?\d{4}\b)`,
    // A word before the next number, as in `C: 206-555-0142 O: 206-555-0100`.
    String.raw`(?<=\d)[\s,/]+(?=${label}\s*[+(\d])`,
  ].join('|'),
  'i',
);
const isFax = (text: string) => /^\s*f(?:ax)?\b|\bfax\b/i.test(text);

/** Writes a US number as (206) 555-0192 and others as +44 20 7946 0018; undefined if it cannot be dialed. */
function written(found: PhoneNumber | undefined): Phone | undefined {
  if (!found?.isPossible()) return undefined;
  const { countryCallingCode, nationalNumber, ext } = found;
  if (countryCallingCode === '1' && !northAmerican.test(nationalNumber)) return undefined;
  const [area, exchange, line] = [
    nationalNumber.slice(0, 3),
    nationalNumber.slice(3, 6),
    nationalNumber.slice(6),
  ];
  const number = countryCallingCode === '1' ? `(${area}) ${exchange}-${line}` : found.formatInternational();
  return ext ? { number, extension: ext } : { number };
}

/** Our own files write `+44` as `0044`. */
const withPlus = (text: string) => text.replace(/^00(?=[1-9])/, '+');

const readOne = (text: string) =>
  written(parsePhoneNumberFromString(withPlus(text.trim()), { defaultCountry: 'US', extract: true }));

/** Reads lists of programs, such as `['2065550142']` or `[{'number': '2065550142', 'type': 'Mobile'}]`. */
const readList = (text: string) =>
  findPhoneNumbersInText(text, { defaultCountry: 'US' }).map(({ number }) => written(number));

/** Reads one or several phone numbers; none if there is no number, or if a spreadsheet lost its digits. */
export function parsePhones(text: string): Phone[] {
  const [, area, exchange, line] = usual.exec(text) ?? [];
  if (area) return [{ number: `(${area}) ${exchange}-${line}` }];
  const digits = wholeDigits(text.replace(grouped, '$1$2$3$4'));
  if (digits === undefined) return [];
  const found = /^[[{]/.test(digits)
    ? readList(digits)
    : digits.split(separators).map(piece => (isFax(piece) ? undefined : readOne(piece)));
  const phones = found.filter(phone => phone !== undefined);
  return phones.filter((phone, at) => phones.findIndex(({ number }) => number === phone.number) === at);
}
