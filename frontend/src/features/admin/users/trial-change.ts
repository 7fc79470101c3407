import type { CustomerMoney } from '@closingwire/contracts/customer-money';
import type { User } from '@closingwire/contracts/screen-api';
import { formatInstant } from '../../../lib/dates.ts';
import { formatCents } from '../../../lib/money.ts';

type TrialUser = Pick<User, 'trialExpiresAt' | 'hasActivePayment'>;

const DAY_MS = 24 * 60 * 60_000;

const isRunning = ({ trialExpiresAt }: TrialUser, now: Date) =>
  trialExpiresAt !== null && Date.parse(trialExpiresAt) > now.getTime();

/** Returns true if the credit ends a running trial at once. */
export const endsTrial = (user: TrialUser, trialDays: number | undefined, now: Date): boolean =>
  trialDays === 0 && isRunning(user, now);

const TRIAL_HINT = '0 to 365. The trial then ends so many days from today; empty leaves it as it is.';

/** Returns the hint of the field; it names both ends of a trial that becomes shorter. */
export function trialHint(user: TrialUser, trialDays: number | undefined, now: Date): string {
  if (trialDays === undefined || !Number.isInteger(trialDays) || trialDays < 0) return TRIAL_HINT;
  const { trialExpiresAt, hasActivePayment } = user;
  const newEnd = new Date(now.getTime() + trialDays * DAY_MS).toISOString();
  if (trialExpiresAt === null || !isRunning(user, now) || newEnd >= trialExpiresAt) return TRIAL_HINT;
  const end = trialDays === 0 ? 'now' : formatInstant(newEnd);
  const charge = hasActivePayment ? ' The card is charged then.' : '';
  return `Shorter: the trial ends ${end} instead of ${formatInstant(trialExpiresAt)}.${charge}`;
}

type Money = Pick<CustomerMoney, 'hasActivePayment' | 'monthlyAmountCents' | 'zips'>;

/** Returns the number of ZIPs that the user has and that are not free. */
const billableCount = (zips: Money['zips']) =>
  new Set(zips.filter(zip => zip.cancelledAt === null && zip.kind !== 'granted').map(zip => zip.zipCode))
    .size;

function chargeText(money: Money | undefined): string {
  if (!money)
    return 'The charge could not be loaded. A user with a payment method is charged now for all paid and trial ZIP codes.';
  const { hasActivePayment, monthlyAmountCents, zips } = money;
  const count = billableCount(zips);
  if (count === 0) return 'Nothing is charged: the user has no ZIP codes to pay for.';
  const codes = count === 1 ? '1 ZIP code' : `${count} ZIP codes`;
  const sum = formatCents(monthlyAmountCents);
  return hasActivePayment
    ? `The user's card is charged now: ${codes} × ${formatCents(monthlyAmountCents / count)} = ${sum}, less any credit of the user.`
    : `Nothing is charged now: the user has no payment method. Their lists close until they pay ${sum} a month for ${codes}.`;
}

/** Returns the effects of ending a trial now; `money` is undefined if it could not be loaded. */
export const endTrialTexts = ({ trialExpiresAt }: TrialUser, money: Money | undefined): string[] => [
  `The trial ends now${trialExpiresAt === null ? '' : ` instead of ${formatInstant(trialExpiresAt)}`}.`,
  chargeText(money),
];
