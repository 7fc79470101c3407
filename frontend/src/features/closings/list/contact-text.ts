import type { ContactFacts, ContactState } from '@closingwire/contracts/contacts';
import { formatDay, formatInstant } from '../../../lib/dates.ts';

export const stateLabels: Record<ContactState, string> = {
  unknown: 'Unknown',
  deliverable: 'Deliverable',
  risky: 'Risky: mail may come back',
  undeliverable: 'Undeliverable',
  mobile: 'Mobile phone',
  landline: 'Landline',
  voip: 'Internet phone',
  'do-not-call': 'On the do-not-call registry',
  wrong: 'Wrong: not this agent',
};

export const unknownHint =
  'Unknown means that nothing proves a contact. Check the do-not-call registry before you call.';

const checkVerbs: Partial<Record<ContactState, string>> = {
  'do-not-call': 'list of',
  wrong: 'confirmed',
};

/** The registry's lists have a day, other checks a time. */
const whenText = (state: ContactState, at: string) =>
  state === 'do-not-call' ? formatDay(at.slice(0, 10)) : formatInstant(at);

/** Returns the state with the date of its check. */
export function stateText({ state, checkedAt }: Pick<ContactFacts, 'state' | 'checkedAt'>): string {
  if (checkedAt === null) return stateLabels[state];
  return `${stateLabels[state]} · ${checkVerbs[state] ?? 'checked'} ${whenText(state, checkedAt)}`;
}

/** Returns what else is known about a contact, a line for each fact. */
export function contactLines({
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
      `Before: ${stateLabels[earlier.state]}, ${whenText(earlier.state, earlier.checkedAt)}; too old to count`,
    notOnListOf && `Not on the do-not-call list of ${formatDay(notOnListOf)}`,
    `Source: ${source ?? 'not known'}${firstSeenAt && lastSeenAt ? `, ${days(firstSeenAt, lastSeenAt)}` : ''}`,
  ].filter(line => typeof line === 'string');
}
