import type { CustomerMoney, CustomerZip } from '@closingwire/contracts/customer-money';

type Standing = Pick<CustomerMoney, 'paymentState' | 'trialExpiresAt'>;
type Kind = { text: string; tone: 'positive' | 'neutral' | 'danger' };

/** Returns how a user has a ZIP. A trial with a saved card has a subscription, which is not charged yet. */
export function zipKind(
  { kind, cancelledAt }: Pick<CustomerZip, 'kind' | 'cancelledAt'>,
  { paymentState, trialExpiresAt }: Standing,
  now: Date,
): Kind {
  if (cancelledAt !== null) return { text: 'Ended', tone: 'neutral' };
  if (kind === 'granted') return { text: 'Assigned for free', tone: 'positive' };
  if (kind === 'paid') {
    return { text: paymentState === 'trialing' ? 'On trial, then paid' : 'Paid', tone: 'positive' };
  }
  if (new Date(trialExpiresAt) > now) return { text: 'On trial', tone: 'positive' };
  return { text: 'Trial over, not paid', tone: 'danger' };
}
