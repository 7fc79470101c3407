import type { ReceivedLead } from '@closingwire/contracts/leads';

type Place = Pick<ReceivedLead['property'], 'zip' | 'address1' | 'address2'>;

/** Words of addresses that sources also abbreviate, by the USPS (Publication 28, appendix C). */
const shortForms: ReadonlyMap<string, string> = new Map([
  ['avenue', 'ave'],
  ['av', 'ave'],
  ['boulevard', 'blvd'],
  ['circle', 'cir'],
  ['court', 'ct'],
  ['cove', 'cv'],
  ['crossing', 'xing'],
  ['drive', 'dr'],
  ['expressway', 'expy'],
  ['heights', 'hts'],
  ['highway', 'hwy'],
  ['lane', 'ln'],
  ['loop', 'loop'],
  ['parkway', 'pkwy'],
  ['place', 'pl'],
  ['point', 'pt'],
  ['road', 'rd'],
  ['square', 'sq'],
  ['street', 'st'],
  ['terrace', 'ter'],
  ['trail', 'trl'],
  ['north', 'n'],
  ['south', 's'],
  ['east', 'e'],
  ['west', 'w'],
  ['northeast', 'ne'],
  ['northwest', 'nw'],
  ['southeast', 'se'],
  ['southwest', 'sw'],
  ['saint', 'st'],
  ['mount', 'mt'],
  ['fort', 'ft'],
]);

const unitWords: ReadonlySet<string> = new Set(['#', 'apt', 'apartment', 'unit', 'ste', 'suite', 'no', 'rm']);

/** Returns words in lower case; `#4` is the words `#` and `4`. */
const wordsOf = (text: string) => text.toLowerCase().match(/#|[\p{L}\p{N}]+/gu) ?? [];

/**
 * Returns the key of a place, the same however sources abbreviate its address. Undefined for an address without a house
 * number: 'Undisclosed' is no place.
 */
export function placeKey({ zip, address1, address2 }: Place): string | undefined {
  const words = wordsOf(address1);
  if (words.length < 2 || !/^\d/.test(words[0] ?? '')) return undefined;
  let key = zip;
  for (const word of words) {
    if (!unitWords.has(word)) key += ` ${shortForms.get(word) ?? word}`;
    else if (!key.endsWith('#')) key += ' #';
  }
  const unit = address2 ? wordsOf(address2).filter(word => !unitWords.has(word)) : [];
  return unit.length === 0 ? key : `${key} # ${unit.join(' ')}`;
}

const NUMBER = '#';

/** Returns the key of a source's listing number. It has no ZIP, which can be corrected. */
export const numberKey = (sourceId: number, mlsId: string): string =>
  `${NUMBER}${sourceId} ${mlsId.toUpperCase()}`;

/** The same in SQL, of a column or value with the source and one with the number. */
export const numberKeySql = (sourceId: string, mlsId: string): string =>
  `'${NUMBER}' || ${sourceId} || ' ' || upper(${mlsId})`;

/** The listing number of a closing `c` at one of its sources. */
export const mlsIdAt = (sourceId: string): string =>
  `coalesce(c.reports -> (${sourceId})::text -> 'facts' ->> 'mls_id', c.mls_id)`;

export const isNumberKey = (key: string): boolean => key.startsWith(NUMBER);
