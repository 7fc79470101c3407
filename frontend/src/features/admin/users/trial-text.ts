import type { User } from '@closingwire/contracts/screen-api';
import { daysUntil, formatInstant } from '../../../lib/dates.ts';

/** The trial's end and the days left, including begun ones. */
export function trialText({ trialExpiresAt }: Pick<User, 'trialExpiresAt'>, now: Date): string {
  if (trialExpiresAt === null) return 'Not started';
  const daysLeft = daysUntil(trialExpiresAt, now);
  const end = formatInstant(trialExpiresAt);
  if (daysLeft <= 0) return `Expired ${end}`;
  return `Ends ${end} (${daysLeft} ${daysLeft === 1 ? 'day' : 'days'} left)`;
}
