import { z } from 'zod';
import { leastPriceCents, monthlyCentsPerZip } from './prices.ts';

/** Cents per ZIP and month: billing charges it, the gateway writes it into the pages. */
export const priceConfig = {
  PRICE_CENTS: z.coerce.number().int().min(leastPriceCents).default(monthlyCentsPerZip),
};
