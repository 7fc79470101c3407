import type { Quote } from '@closingwire/contracts/billing';
import { formatCents } from '@closingwire/contracts/prices';
import type { AccountStanding } from '@closingwire/contracts/screen-api';
import { freeFor, quotedFreeDays, standingFreeDays } from '../../product/trial-price.ts';
import type { OrderItem } from './order.ts';

/** The price of the order. A member is null while the page cannot know it for certain. */
export type Offer = {
  /** Free days of this order's ZIPs; 0 outside a trial. */
  freeDays: number | null;
  /** Per ZIP and month. */
  centsPerZip: number;
  /** ZIPs that this order adds to the account. */
  added: number | null;
};

type Known = {
  items: readonly OrderItem[];
  quote: Quote | undefined;
  /** The quote belongs to an earlier order. */
  isStale: boolean;
  standing: AccountStanding | undefined;
  subscribed: ReadonlySet<string> | undefined;
  /** The product's price, for orders without a quote. */
  publicCents: number;
  now: Date;
};

/**
 * Returns the offer from the quote. Without a quote, derives it from the account and the public price where these
 * suffice.
 */
export function offerOf({ items, quote, isStale, standing, subscribed, publicCents, now }: Known): Offer {
  const countWithout = (owned: ReadonlySet<string>) =>
    items.filter(({ zipCode }) => !owned.has(zipCode)).length;
  if (!quote) {
    return {
      freeDays: standing ? standingFreeDays(standing, now) : null,
      centsPerZip: publicCents,
      added: items.length === 0 ? 0 : subscribed ? countWithout(subscribed) : null,
    };
  }
  const kept = quote.zips.filter(({ standing }) => standing !== 'new').map(({ zipCode }) => zipCode);
  return {
    freeDays: quotedFreeDays(quote, now),
    centsPerZip: quote.centsPerZip,
    added: isStale
      ? countWithout(new Set([...kept, ...(subscribed ?? [])]))
      : quote.zips.length - kept.length,
  };
}

/** A price on this page: that of one ZIP, or of the whole order. Empty where it is not certain. */
export function priceText({ freeDays, centsPerZip }: Offer, zips: number | null): string {
  if (freeDays === null || zips === null) return '';
  return freeDays > 0 ? freeFor(freeDays) : `${formatCents(zips * centsPerZip)}/month`;
}

/** Shows this order's amount; an order that adds nothing has none. */
export function purchaseLabel(offer: Offer): string {
  if (offer.freeDays) return 'Start Trial';
  const price = offer.added ? priceText(offer, offer.added) : '';
  return price ? `Purchase Now - ${price}` : 'Purchase Now';
}
