import { z } from 'zod';

/** How far logs that grow without end are counted, and what a search of users finds. */
export const MOST_COUNTED = 10_000;

/** How many entries of a log, or users, match; one more than `MOST_COUNTED` stands for all that are more. */
export const logTotal = z
  .int()
  .min(0)
  .max(MOST_COUNTED + 1)
  .describe('How many match, counted up to 10,000; 10,001 stands for more');
