import type { CreditRefusal } from '@closingwire/contracts/credits';
import type { ConfirmedContact, FlagCredit, FlaggedContact } from '@closingwire/contracts/leads';
import type { LeadFlag } from '@closingwire/contracts/screen-api';
import { formatDay, toDay } from '../../../lib/dates.ts';
import { formatCents } from '../../../lib/money.ts';

const reasons: Record<CreditRefusal, string> = {
  trial: 'the ZIP code is on trial',
  granted: 'the ZIP code is free of charge',
  unpaid: 'this month is not paid',
  'not-subscribed': 'the user does not have the ZIP code this month',
  'credited-before': 'this month is credited already',
  'account-closed': 'the account is closed',
};

/** Returns the outcome of a credit. */
export function creditText({ state, amountCents, reason }: FlagCredit): string {
  if (state === 'pending') return 'Crediting…';
  if (state === 'credited') return `Credited ${formatCents(amountCents)}`;
  return `Nothing to credit${reason ? `: ${reasons[reason]}` : ''}`;
}

/** Returns the label of a button that confirms a contact; a flag is credited once. */
export function confirmLabel(contact: FlaggedContact | undefined, hasCredit: boolean): string {
  return ['Confirm', contact && `wrong ${contact}`, hasCredit ? undefined : 'and credit']
    .filter(Boolean)
    .join(' ');
}

export const takeBackCopy = {
  label: 'Take back: the contact is right',
  titles: { email: 'Is this email right?', phone: 'Is this phone right?' },
  action: 'Take back',
};

const creditStaysText = ({ credit, user }: LeadFlag): string | undefined => {
  if (credit?.state === 'pending') return 'A credit that is being decided stays.';
  if (credit?.state !== 'credited') return undefined;
  const reporter = `${user.firstName} ${user.lastName}`.trim() || user.email;
  const to = reporter ? ` to ${reporter}` : '';
  return `The credit of ${formatCents(credit.amountCents)}${to} stays, because it may be on an invoice already.`;
};

/** Returns what happens when a confirmation is taken back. */
export function takeBackTexts(flag: LeadFlag, { kind, isConfirmedElsewhere }: ConfirmedContact): string[] {
  const contact = `the ${kind}${flag.agent[kind] ? ` ${flag.agent[kind]}` : ''}`;
  const mark = isConfirmedElsewhere
    ? `Lists still mark ${contact}: another flag confirms it as wrong, too.`
    : `Lists show ${contact} without the mark again within a second.`;
  return [mark, creditStaysText(flag)].filter(text => text !== undefined);
}

/** Returns when and by whom a confirmation was taken back. */
export function takenBackTexts({
  takenBackAt,
  takenBackBy,
  isConfirmedElsewhere,
}: ConfirmedContact): string[] {
  const day = formatDay(toDay(new Date(takenBackAt ?? 0)));
  const texts = [`Taken back on ${day}${takenBackBy ? ` by ${takenBackBy}` : ''}`];
  return isConfirmedElsewhere ? [...texts, 'Still marked: another flag confirms it'] : texts;
}
