import { z } from 'zod';
import { instant } from './primitive.ts';

/**
 * The effect on charges if an admin takes a ZIP from a user:
 * - `free`: the ZIP was free, so no price changes
 * - `not-paying`: the user has no subscription at the provider, so nothing was charged and nothing is
 * - `before-first-charge`: the first charge, after the trial, is smaller; or there is none
 * - `reduced`: the unused days are credited on the next invoice, which is smaller
 * - `ended`: it was the last ZIP, so the subscription ends at once; the running month is not refunded
 */
export const zipRemoval = z.object({
  effect: z.enum(['free', 'not-paying', 'before-first-charge', 'reduced', 'ended']),
  monthlyCents: z.int().min(0).describe('What the other ZIPs cost a month, also if they are not paid yet'),
  chargedFrom: instant.nullable().describe('When the first charge is due, with `before-first-charge`'),
});
export type ZipRemoval = z.output<typeof zipRemoval>;
