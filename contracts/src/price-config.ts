import { z } from 'zod';
import { monthlyCentsPerZip } from './prices.ts';

/**
 * The provider takes no less, so a configured price of 19.00 is a slip.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const leastPriceCents = 50;

/** Cents per ZIP and month: billing charges it, the gateway writes it into the pages. */
export const priceConfig = {
  PRICE_CENTS: z.coerce.number().int().min(leastPriceCents).default(monthlyCentsPerZip),
};
