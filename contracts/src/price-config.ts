import { z } from 'zod';
import { monthlyCentsPerZip } from './prices.ts';

/**
 * The provider's minimum, so a configured price of 19.00 is a mistake.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const leastPriceCents = 50;

/** Cents per ZIP and month. Billing charges it; the gateway writes it into the pages. */
export const priceConfig = {
  PRICE_CENTS: z.coerce.number().int().min(leastPriceCents).default(monthlyCentsPerZip),
};
