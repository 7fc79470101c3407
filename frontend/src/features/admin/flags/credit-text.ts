import type { CreditRefusal } from '@closingwire/contracts/credits';
import type { FlagCredit, FlaggedContact } from '@closingwire/contracts/leads';
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
