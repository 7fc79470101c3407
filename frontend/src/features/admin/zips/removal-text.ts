import type { ZipRemoval } from '@closingwire/contracts/zip-removal';
import { formatDay, toDay } from '../../../lib/dates.ts';
import { formatCents } from '../../../lib/money.ts';

/** Returns what billing does when the ZIP is taken from its user. */
export function removalText({ effect, monthlyCents, chargedFrom }: ZipRemoval): string {
  const sum = `${formatCents(monthlyCents)} a month`;
  switch (effect) {
    case 'free':
      return 'The ZIP code is free for them, so nothing changes in price.';
    case 'not-paying':
      return monthlyCents === 0
        ? 'Nothing is charged for it, so no charge changes.'
        : `Nothing is charged for it yet. Their other ZIP codes cost ${sum} once they pay.`;
    case 'before-first-charge':
      return chargedFrom === null
        ? 'Nothing is charged for it yet. It is their last ZIP code that would be charged, so the subscription ends and nothing is charged.'
        : `Nothing is charged for it yet. From ${formatDay(toDay(new Date(chargedFrom)))}, they pay ${sum} for their other ZIP codes.`;
    case 'reduced':
      return `Their subscription goes on with ${sum} for their other ZIP codes. The next invoice credits the unused days.`;
    case 'ended':
      return 'It is their last ZIP code that is charged, so the subscription ends at once. The rest of the month is not refunded by itself.';
  }
}
