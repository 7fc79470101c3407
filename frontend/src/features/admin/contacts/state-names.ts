import type { ContactState, EvidenceKind } from '@closingwire/contracts/contacts';

export const providerNames: Record<EvidenceKind, string> = {
  verification: 'Email verification',
  'line-type': 'Phone line types',
};

/** The consequence of a missing provider, and the setting with its address. */
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
