import type { Account, Terms, ZipCounts } from './account.ts';
import { addDays, trialState } from './trial.ts';

/** How long before the release the person is mailed. */
const WARNING_DAYS = 3;

type Held = Pick<Account, 'trialExpiresAt' | 'releaseAt' | 'stripeSubscriptionId'>;
type Hold = Pick<Terms, 'holdAfterTrialDays'>;

const warningDays = ({ holdAfterTrialDays }: Hold) => Math.min(WARNING_DAYS, holdAfterTrialDays);

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

/** The trial ends before which its person is to be warned now. */
export const warnedTrialEnd = (terms: Hold, now: Date): Date =>
  addDays(now, warningDays(terms) - terms.holdAfterTrialDays);

/** The release that a warning given now announces: never sooner than the warning promises. */
export function announcedRelease({ trialExpiresAt }: Held, terms: Hold, now: Date): Date {
  const due = addDays(trialExpiresAt, terms.holdAfterTrialDays);
  const soonest = addDays(now, warningDays(terms));
  return new Date(Math.max(due.getTime(), soonest.getTime()));
}
