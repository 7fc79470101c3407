import type { ZipWait } from '@closingwire/contracts/zip-waits';
import { formatInstant } from '../../../lib/dates.ts';

export const panel = {
  title: 'ZIP codes you wait for',
  text: 'We email you when one of them becomes free for you. Then you have a day to order it.',
  silent:
    'Your email notifications are off, so no email says when one is free for you. Turn them on in the settings, or look here: you have a day to order it.',
  none: 'You are not waiting for any ZIP code.',
  failed: 'The ZIP codes you wait for could not be loaded.',
  retry: 'Load them again',
};

const NOT_ON_SALE = 'Not for sale now, so no offer is open';

/** The place in line. A ZIP that left the sale ended its offer; its users keep their place. */
export function placeText({ place, isOnSale }: Pick<ZipWait, 'place' | 'isOnSale'>): string {
  const text = place === 1 ? 'First in line' : `Number ${place} in line`;
  return isOnSale !== false ? text : `${NOT_ON_SALE}. You stay ${text.toLowerCase()}`;
}

export const offerText = (offerEndsAt: string) => `Yours to order until ${formatInstant(offerEndsAt)}`;

export const waitCopy = {
  succeeded: (wait: ZipWait) => ({
    title: `You wait for ${wait.zipCode}`,
    description: wait.offerEndsAt
      ? `${offerText(wait.offerEndsAt)}.`
      : `${placeText(wait)}. This page shows when it is your turn.`,
  }),
  failed: { title: 'Error', fallback: 'Failed to put you in line' },
};

export const stopCopy = {
  succeeded: (zipCode: string) => ({ title: `Stopped waiting for ${zipCode}` }),
  failed: { title: 'Error', fallback: 'Failed to take you out of the line' },
};
