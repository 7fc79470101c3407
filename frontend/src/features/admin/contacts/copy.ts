import type {
  ContactState,
  DoNotCallAreaCheck,
  DoNotCallCheck,
  DoNotCallList,
  EvidenceKind,
} from '@closingwire/contracts/contacts';
import { formatDay } from '../../../lib/dates.ts';

export const providerNames: Record<EvidenceKind, string> = {
  verification: 'Email verification',
  'line-type': 'Phone line types',
};

/** What a missing provider means, and the setting with its address. */
export const providerMissing: Record<EvidenceKind, { text: string; setting: string }> = {
  verification: { text: 'Email addresses are not verified.', setting: 'EMAIL_VERIFICATION_URL' },
  'line-type': { text: 'The line types of phones are not checked.', setting: 'LINE_TYPE_URL' },
};

export const providerAdvice =
  'The operator connects a provider: see the handbook, “Contact providers”. The setting for its address is';

const stateNames: Record<Exclude<ContactState, 'unknown'>, string> = {
  deliverable: 'Deliverable',
  risky: 'Risky',
  undeliverable: 'Undeliverable',
  mobile: 'Mobile',
  landline: 'Landline',
  voip: 'Internet phone',
  'do-not-call': 'On the do-not-call registry',
  wrong: 'Confirmed as wrong',
};

const unknownNames = { email: 'Not verified', phone: 'Line type unknown' } as const;

export const stateName = (kind: 'email' | 'phone', state: ContactState): string =>
  state === 'unknown' ? unknownNames[kind] : stateNames[state];

export const kindNames = { email: 'Email addresses', phone: 'Phones' } as const;

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

export const checkCopy = {
  nothingStored: 'Nothing is stored yet.',
  stored: 'This list is stored already',
  storedText: 'Uploading it again changes nothing.',
  smallTitle: 'This is probably not the complete list',
  smallText:
    'An area code of the registry has hundreds of thousands of numbers. A number that the file lacks would read “Not on the do-not-call list”, although it may be on it.',
  store: 'Store the list',
  another: 'Choose another file',
  again: 'Check the file again',
  confirmTitle: 'Store it as the complete list?',
  confirm: 'Store as the complete list',
};

export const removeCopy = {
  title: 'Remove this do-not-call list?',
  action: 'Remove',
  succeeded: 'The list is removed',
  failed: 'The list is not removed',
};

const number = (count: number) => count.toLocaleString('en-US');

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

const sumOf = (areas: readonly DoNotCallAreaCheck[], field: 'added' | 'removed') =>
  areas.reduce((sum, area) => sum + area[field], 0);

/** Returns what a checked list would do, in one or two sentences. */
export function effectText({ kind, numbers, areas }: DoNotCallCheck): string {
  const lines = `${number(numbers)} ${numbers === 1 ? 'line' : 'lines'} with a number`;
  const codes = areaCodesText(areas.map(({ areaCode }) => areaCode));
  const change = `It would add ${numbersText(sumOf(areas, 'added'))} and take ${number(sumOf(areas, 'removed'))} off.`;
  const others =
    kind === 'full' ? ' All other numbers of these area codes would read “Not on the do-not-call list”.' : '';
  return `${lines}, ${codes}. ${change}${others}`;
}

const MOST_WARNINGS = 5;

/** Returns a line for each area code whose full list is too small, the first ones by name. */
export function warningLines(areas: readonly DoNotCallAreaCheck[]): string[] {
  const small = areas.filter(({ warning }) => warning !== null);
  const named = small
    .slice(0, MOST_WARNINGS)
    .map(({ areaCode, warning }) => `Area code ${areaCode}: ${warning}`);
  const more = small.length - MOST_WARNINGS;
  return more > 0 ? [...named, `And ${number(more)} more area codes`] : named;
}

/** Returns the area codes in which a list is in effect. */
export const effectiveCodes = ({ areaCodes, uncoveredAreaCodes }: DoNotCallList): string[] =>
  areaCodes.filter(code => !uncoveredAreaCodes.includes(code));

/** Returns what the removal of a list does. */
export function removalText(list: DoNotCallList): string {
  const codes = effectiveCodes(list);
  if (codes.length === 0) return 'No number of this list is stored. Only its entry is marked as removed.';
  return `All stored numbers of the ${areaCodesText(codes)} are removed, also those of earlier lists. Their do-not-call state is unknown until you upload a full list again.`;
}
