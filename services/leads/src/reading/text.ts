/** Characters that a line of text does not need: control characters, blanks that look alike, invisible marks. */
const untidy =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters do not belong in lists
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u200b\u200e\u200f\u2000-\u200a\u2028-\u202f\u205f-\u2064\u3000\ufeff]|\s\s|^\s|\s$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const gaps = /[\u0000-\u001f\u007f-\u00a0\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\s]+/g;
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;
/** Words of ASCII with single blanks between them: nearly every value. */
const plainWords = /^[!-~]+(?: [!-~]+)*$/;

/** Whether a text is what `tidy` makes of it, and can be stored. */
export const isPlain = (text: string) => plainWords.test(text);

/** Returns text as one line of visible characters in NFC. */
export function tidy(text: string): string {
  const line = untidy.test(text) ? text.replace(invisible, '').replace(gaps, ' ').trim() : text;
  return line.normalize('NFC');
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/**
 * How a spreadsheet keeps a number as text: `="02134"`, or an apostrophe before it or before a formula sign. Other
 * programs put quotes around a text twice.
 */
const guarded = /^=?\s*"([^"]*)"$|^'([\d=+\-@\uff1d\uff0b\uff0d\uff20].*)$/su;

/** Removes the marks that a spreadsheet or our own files put around text. */
export function withoutGuard(text: string): string {
  const first = text.charCodeAt(0);
  if (first !== 34 && first !== 39 && first !== 61) return text;
  const [, quoted, marked] = guarded.exec(text) ?? [];
  return quoted ?? marked ?? text;
}

/** Words for a value that the source does not have, without signs around them. */
const unknownWords = [
  'n a',
  'na',
  'nan',
  'nat',
  'nil',
  '(?:nan|none|null)(?: (?:nan|none|null))+',
  'none',
  'none (?:given|listed|provided|available|on file)',
  'null',
  'undefined',
  'unk',
  'unknown',
  'undisclosed',
  'unavailable',
  'un(?:listed|specified)',
  'not ?(?:applicable|avail|available|disclosed|entered|given|known|listed|provided|published|recorded|reported|specified|found)',
  'non ?disclos(?:ed|ure)',
  'no (?:data|value|email|phone|number|record|info|information|license|website|agent)',
  'confidential',
  'withheld',
  'private',
  'missing',
  'blank',
  'empty',
  'tb[adc]',
  'to be (?:determined|announced|confirmed)',
  'pending',
  'x{3,}',
];

/** Error values of spreadsheets, after their `#`. */
const errorWords = 'ref|value|name|num|div 0';

const unknown = new RegExp(`^(?:${unknownWords.join('|')})?$`);
const error = new RegExp(`^(?:${errorWords})$`);
const signs = /[\s\p{P}\p{S}]+/gu;
/** The longest of these texts, with signs. */
const MAX_UNKNOWN = 32;

/** The beginnings of the words. A text of ASCII that begins otherwise is known, which is quick to see. */
const beginning =
  /^[^a-z0-9]*(?:$|n[^a-z0-9]*a|n[iou]|un|conf|with|priv|miss|blank|empty|tb|to be|pend|xxx|ref|value|num|div)|[^\x20-\x7e]/i;

/** How databases write that there is no value. */
const DATABASE_NULL = '\\N';

/** Whether a text says that there is no value: blank, `N/A`, `-`, `none`, `Not available`, `#N/A`. */
export function isUnknown(text: string): boolean {
  if (text === DATABASE_NULL) return true;
  if (text.length > MAX_UNKNOWN || !beginning.test(text)) return false;
  const words = text.replace(signs, ' ').trim().toLowerCase();
  return unknown.test(words) || (text.startsWith('#') && error.test(words));
}

/** Whether a text is a number of nothing but zeros. */
export const isZero = (text: string) => /^[+-]?0+(?:[.,]0*)?$/.test(text);

const exponent = /^(\d)(?:\.(\d+))?[eE]\+?(\d{1,2})$/;

/**
 * Writes `2.065550142E9` and `2065550142.0`, as data frames write whole numbers, with all their digits. Returns
 * undefined if digits are lost, as in `2.06555E+09`, and other text as it is.
 */
export function wholeDigits(text: string): string | undefined {
  if (!/^\d+[.e]/i.test(text)) return text;
  const plain = text.replace(/^(\d+)\.0+$/, '$1');
  const [, first, rest = '', power] = exponent.exec(plain) ?? [];
  if (first === undefined) return plain;
  const places = Number(power);
  return rest.length >= places && /^0*$/.test(rest.slice(places)) ? first + rest.slice(0, places) : undefined;
}
