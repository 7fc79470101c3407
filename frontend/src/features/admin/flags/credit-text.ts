import type { CreditRefusal } from '@closingwire/contracts/credits';
import type { FlagCredit, FlaggedContact } from '@closingwire/contracts/leads';
import type { LeadFlag } from '@closingwire/contracts/screen-api';
import { formatCents } from '../../../lib/money.ts';

const reasons: Record<CreditRefusal, string> = {
  trial: 'the ZIP code is on trial',
  granted: 'the ZIP code is free of charge',
  unpaid: 'this month is not paid',
  'not-subscribed': 'the user does not have the ZIP code this month',
  'credited-before': 'this month is credited already',
  'account-closed': 'the account is closed',
  'customer-gone': 'the payment provider no longer has the customer',
};

/** Returns the outcome of a credit. */
export function creditText({ state, amountCents, reason }: FlagCredit): string {
  if (state === 'pending') return 'Crediting…';
  if (state === 'credited') return `Credited ${formatCents(amountCents)}`;
  return `Nothing to credit${reason ? `: ${reasons[reason]}` : ''}`;
}

type Credited = Pick<LeadFlag, 'credit' | 'noCredit'>;

/** Returns the label of a button that confirms a contact. A flag is credited once, and only if something was paid. */
export function confirmLabel(contact: FlaggedContact | undefined, { credit, noCredit }: Credited): string {
  return ['Confirm', contact && `wrong ${contact}`, credit || noCredit ? undefined : 'and credit']
    .filter(Boolean)
    .join(' ');
}

type Confirmed = Pick<LeadFlag, 'agent' | 'user'> & Credited;

/** Returns the question before a contact is confirmed as wrong. */
export const confirmTitle = (contact: FlaggedContact | undefined): string =>
  contact ? `Is this ${contact} wrong?` : 'Is this contact wrong?';

/** Returns what a confirmation does: the mark that all customers see, and the credit of the reporter. */
export function confirmTexts(
  { agent, user, credit, noCredit }: Confirmed,
  contact: FlaggedContact | undefined,
  centsPerZip: number,
): string[] {
  const reporter = `${user.firstName} ${user.lastName}`.trim() || user.email || 'The reporter';
  return [
    contact
      ? `All customers see the ${contact} ${agent[contact]} marked as wrong, on every agent who has it.`
      : undefined,
    creditQuestion(reporter, { credit, noCredit }, centsPerZip),
  ].filter(text => text !== undefined);
}

function creditQuestion(reporter: string, { credit, noCredit }: Credited, centsPerZip: number): string {
  if (credit) return 'This flag gives no second credit.';
  if (noCredit) return `${reporter} gets no credit: ${reasons[noCredit]}.`;
  return `${reporter} gets a credit of up to ${formatCents(centsPerZip)}: the part of this month of the ZIP code that was paid and is not credited yet. If another flag has brought the credit for this month, there is no second one. The credit cannot be taken back.`;
}
