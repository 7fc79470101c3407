import type { DoNotCallList } from '@closingwire/contracts/contacts';
import { formatDay } from '../../../lib/dates.ts';

export const listKinds = { full: 'Full list', changes: 'Changes' } as const;

export const uploadCopy = {
  title: 'Upload a do-not-call list',
  intro:
    'Download the flat file of your area codes at telemarketing.donotcall.gov, as a full list or as changes, and upload it here. A list counts for 31 days. A number outside your area codes stays unknown.',
  san: 'Subscription Account Number',
  sanHint: 'SAN of the organization that downloaded the list',
  listedOn: 'Day of the download',
  kind: 'Content of the file',
  choose: 'Choose a list of the registry',
  chooseHint: 'The file is checked first. Nothing is stored before you see the result.',
  missing: 'Enter the account number and the day of the download first',
  kindMissing: 'Choose first whether the file is the complete list or has changes',
  checkFailed: 'The list cannot be stored',
  failed: 'The list is not stored',
};

export const kindChoices = [
  {
    kind: 'full',
    label: 'This is the complete list of these area codes',
    text: 'It replaces the stored numbers of its area codes. All their other numbers then read “Not on the do-not-call list”.',
  },
  {
    kind: 'changes',
    label: 'These are changes, with the mark A or D in each line',
    text: 'They add numbers to the stored full lists and take numbers off.',
  },
] as const;

export const removeCopy = {
  title: 'Remove this do-not-call list?',
  action: 'Remove',
  succeeded: 'The list is removed',
  failed: 'The list is not removed',
};

export const number = (count: number) => count.toLocaleString('en-US');

export const numbersText = (count: number): string =>
  `${number(count)} ${count === 1 ? 'number' : 'numbers'}`;

/** Returns the area codes of a list, the first ones by name. */
export function areasText(areaCodes: readonly string[]): string {
  const named = areaCodes.slice(0, 5).join(', ');
  const more = areaCodes.length - 5;
  return more > 0 ? `${named} and ${number(more)} more` : named;
}

export const areaCodesText = (areaCodes: readonly string[]) =>
  `area ${areaCodes.length === 1 ? 'code' : 'codes'} ${areasText(areaCodes)}`;

/** Such as 'Full list of Mar 12, 2026'. */
export const listText = ({ kind, listedOn }: Pick<DoNotCallList, 'kind' | 'listedOn'>): string =>
  `${listKinds[kind]} of ${formatDay(listedOn)}`;

/** Returns the area codes in which a list is in effect. */
export const effectiveCodes = ({ areaCodes, uncoveredAreaCodes }: DoNotCallList): string[] =>
  areaCodes.filter(code => !uncoveredAreaCodes.includes(code));

/** Returns what the removal of a list does. */
export function removalText(list: DoNotCallList): string {
  const codes = effectiveCodes(list);
  if (codes.length === 0) return 'No number of this list is stored. Only its entry is marked as removed.';
  return `All stored numbers of the ${areaCodesText(codes)} are removed, also those of earlier lists. Their do-not-call state is unknown until you upload a full list again.`;
}
