import type { CustomerMoney, CustomerZip } from '@closingwire/contracts/customer-money';

/** Returns how a user has a ZIP. A trial with a saved card has a subscription, which is not charged yet. */
export function zipKindText(kind: CustomerZip['kind'], paymentState: CustomerMoney['paymentState']): string {
  if (kind === 'granted') return 'Assigned for free';
  if (kind === 'trial') return 'On trial';
  return paymentState === 'trialing' ? 'On trial, then paid' : 'Paid';
}
