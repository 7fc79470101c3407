import type { Quote } from '@closingwire/contracts/billing';
import { formatCents } from '@closingwire/contracts/prices';
import type { AccountStanding } from '@closingwire/contracts/reader-api';
import { freeFor, quotedFreeDays, standingFreeDays } from '../../product/trial-price.ts';
import type { OrderItem } from './order.ts';

/** The price of the order. A member is null while it is not certain. */
export type Offer = {
  /** Days for which the ZIPs of this order are free; 0 outside a trial. */
  freeDays: number | null;
  /** Per ZIP and month. */
  zipCents: number;
  /** How many ZIPs this order adds to those that the user has. */
  added: number | null;
};

type Known = {
  items: readonly OrderItem[];
  quote: Quote | undefined;
  /** The quote is that of an earlier order. */
  isStale: boolean;
  standing: AccountStanding | undefined;
  /** ZIPs that the user receives. */
  subscribed: ReadonlySet<string> | undefined;
  /** What the product charges where no quote states it. */
  publicCents: number;
  now: Date;
};

/** The offer from the quote. Without a quote, from the account and the public price, as far as they decide it. */
export function offerOf({ items, quote, isStale, standing, subscribed, publicCents, now }: Known): Offer {
  const countWithout = (owned: ReadonlySet<string>) =>
    items.filter(({ zipCode }) => !owned.has(zipCode)).length;
  if (!quote) {
    return {
      freeDays: standing ? standingFreeDays(standing, now) : null,
      zipCents: publicCents,
      added: items.length === 0 ? 0 : subscribed ? countWithout(subscribed) : null,
    };
  }
  const held = quote.zips.filter(({ standing }) => standing !== 'new').map(({ zipCode }) => zipCode);
  return {
    freeDays: quotedFreeDays(quote, now),
    zipCents: quote.centsPerZip,
    added: isStale
      ? countWithout(new Set([...held, ...(subscribed ?? [])]))
      : quote.zips.length - held.length,
  };
}

/** A price on this page: that of one ZIP, or of the whole order. Empty where it is not certain. */
export function priceText({ freeDays, zipCents }: Offer, zips: number | null): string {
  if (freeDays === null || zips === null) return '';
  return freeDays > 0 ? freeFor(freeDays) : `${formatCents(zips * zipCents)}/month`;
}

/** The amount is that of this order; an order that adds nothing has none. */
export function purchaseLabel(offer: Offer): string {
  if (offer.freeDays) return 'Start Trial';
  const price = offer.added ? priceText(offer, offer.added) : '';
  return price ? `Purchase Now - ${price}` : 'Purchase Now';
}
