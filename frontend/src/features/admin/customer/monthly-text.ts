import type { CustomerMoney } from '@closingwire/contracts/customer-money';
import { formatDay, toDay } from '../../../lib/dates.ts';
import { formatCents } from '../../../lib/money.ts';

type Money = Pick<
  CustomerMoney,
  'monthlyAmountCents' | 'paymentState' | 'trialExpiresAt' | 'hasActivePayment'
>;

/** Returns what the ZIPs of a user cost a month, and from when: a trial is not charged yet. */
export function monthlyText(
  { monthlyAmountCents, paymentState, trialExpiresAt, hasActivePayment }: Money,
  now: Date,
): string {
  const sum = formatCents(monthlyAmountCents);
  if (monthlyAmountCents === 0 || paymentState === 'active' || paymentState === 'past_due') return sum;
  const end = new Date(trialExpiresAt);
  const willPay = paymentState === 'trialing' || hasActivePayment;
  if (end <= now) return willPay ? sum : `${sum} if the user pays; nothing is charged now`;
  return `${sum} from ${formatDay(toDay(end))}${willPay ? '' : ', if the user pays'}`;
}
