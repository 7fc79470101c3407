import type { ContactFacts, ContactState } from '@closingwire/contracts/contacts';
import { formatDay, formatInstant } from '../../../lib/dates.ts';

/** Tells an agent's two numbers apart. */
export const fieldLabels: Record<Exclude<ContactFacts['field'], 'email'>, string> = {
  mobile: 'Mobile',
  phone: 'Office',
};

const stateLabels: Record<Exclude<ContactState, 'unknown'>, string> = {
  deliverable: 'Deliverable',
  risky: 'Risky: mail may come back',
  undeliverable: 'Undeliverable',
  mobile: 'Mobile phone',
  landline: 'Landline',
  voip: 'Internet phone',
  'do-not-call': 'On the do-not-call registry',
  wrong: 'Wrong: not this agent',
};

/** `checked`: a provider was asked and could not find out. */
const unknownLabels = {
  email: { unchecked: 'Not verified', checked: 'Could not be verified' },
  phone: { unchecked: 'Line type not checked', checked: 'Line type unknown' },
} as const;

/** Returns the state in words. An unknown state says what is unknown. */
export function stateLabel({
  kind,
  state,
  checkedAt,
}: Pick<ContactFacts, 'kind' | 'state' | 'checkedAt'>): string {
  if (state !== 'unknown') return stateLabels[state];
  return unknownLabels[kind][checkedAt === null ? 'unchecked' : 'checked'];
}

export const unknownHint =
  'No check proves that a contact may be used. Check the do-not-call registry before you call.';

const checkVerbs: Partial<Record<ContactState, string>> = {
  'do-not-call': 'list of',
  wrong: 'confirmed',
};

/** The registry's lists have a day, other checks a time. */
const whenText = (state: ContactState, at: string) =>
  state === 'do-not-call' ? formatDay(at.slice(0, 10)) : formatInstant(at);

/** Returns the state with the date of its check. */
export function stateText(contact: Pick<ContactFacts, 'kind' | 'state' | 'checkedAt'>): string {
  const { state, checkedAt } = contact;
  const label = stateLabel(contact);
  if (checkedAt === null) return label;
  return `${label} · ${checkVerbs[state] ?? 'checked'} ${whenText(state, checkedAt)}`;
}

const NOT_COVERED = 'Do-not-call registry not checked: no valid list covers this number';

/** Returns true if the state does not already forbid a call. */
const isOffRegistry = (state: ContactState) => state !== 'do-not-call' && state !== 'wrong';

/** Returns what else is known about a contact, a line for each fact. */
export function contactLines({
  kind,
  state,
  earlier,
  notOnListOf,
  source,
  firstSeenAt,
  lastSeenAt,
}: ContactFacts): string[] {
  const days = (from: string, to: string) =>
    `first seen ${formatInstant(from)}, last seen ${formatInstant(to)}`;
  return [
    earlier &&
      `Before: ${stateLabel({ kind, ...earlier })}, ${whenText(earlier.state, earlier.checkedAt)}; too old to count`,
    kind === 'phone' && isOffRegistry(state) && notOnListOf === null && NOT_COVERED,
    notOnListOf && `Not on the do-not-call list of ${formatDay(notOnListOf)}`,
    `Source: ${source ?? 'not known'}${firstSeenAt && lastSeenAt ? `, ${days(firstSeenAt, lastSeenAt)}` : ''}`,
  ].filter(line => typeof line === 'string');
}
