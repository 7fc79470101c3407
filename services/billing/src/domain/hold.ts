import type { Account, Terms, ZipCounts } from './account.ts';
import { addDays, trialState } from './trial.ts';

type Held = Pick<Account, 'trialExpiresAt' | 'releaseAt' | 'stripeSubscriptionId'>;
type Hold = Pick<Terms, 'holdAfterTrialDays'>;

/** When the ZIPs of an expired, unpaid trial go back; null when none are held that way. */
export function releaseTime(
  account: Held,
  { unpaid }: Pick<ZipCounts, 'unpaid'>,
  terms: Hold,
  now: Date,
): Date | null {
  const isHeld =
    unpaid > 0 && account.stripeSubscriptionId === null && trialState(account, now).kind === 'over';
  if (!isHeld) return null;
  return account.releaseAt ?? addDays(account.trialExpiresAt, terms.holdAfterTrialDays);
}
