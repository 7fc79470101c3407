import type { ContactState, EvidenceKind } from '@closingwire/contracts/contacts';

export const providerNames: Record<EvidenceKind, string> = {
  verification: 'Email verification',
  'line-type': 'Phone line types',
};

/** The settings that configure a provider. */
export const providerSettings: Record<EvidenceKind, string> = {
  verification: 'EMAIL_VERIFICATION_URL and EMAIL_VERIFICATION_KEY',
  'line-type': 'LINE_TYPE_URL and LINE_TYPE_KEY',
};

export const stateNames: Record<ContactState, string> = {
  unknown: 'Unknown',
  deliverable: 'Deliverable',
  risky: 'Risky',
  undeliverable: 'Undeliverable',
  mobile: 'Mobile',
  landline: 'Landline',
  voip: 'Internet phone',
  'do-not-call': 'On the do-not-call registry',
  wrong: 'Confirmed as wrong',
};

export const kindNames = { email: 'Email addresses', phone: 'Phones' } as const;

export const listKinds = { full: 'Full list', changes: 'Changes' } as const;

export const uploadCopy = {
  title: 'Upload a do-not-call list',
  intro:
    'Download the flat file of your area codes at telemarketing.donotcall.gov, as a full list or as changes, and upload it here. A list counts for 31 days. A number outside your area codes stays unknown.',
  san: 'Subscription Account Number',
  sanHint: 'SAN of the organization that downloaded the list',
  listedOn: 'Day of the download',
  choose: 'Choose a list of the registry',
  missing: 'Enter the account number and the day of the download first',
  failed: 'The list cannot be stored',
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
