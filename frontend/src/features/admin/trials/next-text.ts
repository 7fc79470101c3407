import type { EndingTrial } from '@closingwire/contracts/notifications';
import { formatInstant } from '../../../lib/dates.ts';

/** Returns when the next email about the end of a trial is sent, or why none is. */
export function nextText({
  getsNotices,
  nextMailAt,
}: Pick<EndingTrial, 'getsNotices' | 'nextMailAt'>): string {
  if (!getsNotices) return 'No email: the user gets no notices.';
  return nextMailAt ? `Next email ${formatInstant(nextMailAt)}` : 'No further email.';
}

export const zipsText = (zips: number): string =>
  zips === 1 ? '1 ZIP code' : `${zips === 0 ? 'No' : zips.toLocaleString('en-US')} ZIP codes`;
