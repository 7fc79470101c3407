import type { CheckedZip } from '@closingwire/contracts/catalog';
import { MAX_CHECKED_ZIPS, MAX_ORDERED_ZIPS } from '@closingwire/contracts/shown-limits';
import type { ReadCodes } from './read-codes.ts';

const counted = (count: number, one: string, more = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;

export const zipsText = (count: number) => counted(count, 'ZIP code');

const SHOWN = 8;
/** Names the first codes of a group, and counts the rest. */
export const namesOf = (texts: readonly string[]) =>
  texts.slice(0, SHOWN).join(', ') +
  (texts.length > SHOWN ? ` and ${(texts.length - SHOWN).toLocaleString('en-US')} more` : '');

/** A group of codes with one sentence on what to do. */
export type Group = { title: string; text: string; codes: readonly string[] };

type Checked = { read: ReadCodes; zips: readonly CheckedZip[]; ordered: ReadonlySet<string> };

type FreeZips = { fit: CheckedZip[]; rest: CheckedZip[]; withoutHomes: CheckedZip[] };

/** Splits the free ZIPs into those that the order has room for, the rest, and those with few homes or none. */
export function freeZips({ zips, ordered }: Omit<Checked, 'read'>): FreeZips {
  const free = zips.filter(({ zipCode, standing }) => standing === 'free' && !ordered.has(zipCode));
  const wanted = free.filter(({ kind }) => kind === 'standard');
  const room = Math.max(MAX_ORDERED_ZIPS - ordered.size, 0);
  return {
    fit: wanted.slice(0, room),
    rest: wanted.slice(room),
    withoutHomes: free.filter(({ kind }) => kind !== 'standard'),
  };
}

/** Says of each other code why it does not join the order. */
export function otherGroups(checked: Checked): Group[] {
  const { read, zips, ordered } = checked;
  const known = new Set(zips.map(({ zipCode }) => zipCode));
  const asked = read.zipCodes.slice(0, MAX_CHECKED_ZIPS);
  const group = (codes: readonly string[], noun: string, text: string): Group[] =>
    codes.length === 0 ? [] : [{ title: `${codes.length.toLocaleString('en-US')} ${noun}`, text, codes }];
  const standing = (wanted: CheckedZip['standing']) =>
    zips.filter(zip => zip.standing === wanted).map(({ zipCode }) => zipCode);
  return [
    ...group(
      freeZips(checked).rest.map(({ zipCode }) => zipCode),
      'more are free',
      `An order has at most ${MAX_ORDERED_ZIPS} ZIP codes. Order these afterwards.`,
    ),
    ...group(
      freeZips(checked).withoutHomes.map(({ zipCode }) => zipCode),
      'with few or no homes',
      'They are for PO boxes or one organization. Add them one by one if you want them.',
    ),
    ...group(
      standing('taken'),
      'taken',
      "Another company of your industry has them, or they are not for sale now. Search for one and press 'Wait for' in its row to get it once it is free, or choose neighbors on the map.",
    ),
    ...group(standing('yours'), 'yours', 'You have them already.'),
    ...group(
      standing('free').filter(zipCode => ordered.has(zipCode)),
      'in your order',
      'They are in your order already.',
    ),
    ...group(
      asked.filter(code => !known.has(code)),
      'unknown',
      'The catalog has no such ZIP code. Check them for a typing mistake.',
    ),
    ...group(
      read.zipCodes.slice(MAX_CHECKED_ZIPS),
      'not checked',
      `At most ${MAX_CHECKED_ZIPS.toLocaleString('en-US')} codes are checked at once. Paste these afterwards.`,
    ),
    ...group(read.unreadable, 'not read', 'Expected 5 digits, such as 98030 or 98030-1234.'),
  ];
}
