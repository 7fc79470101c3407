import { z } from 'zod';

/** The highest count of a log or of a search for users. */
export const MOST_COUNTED = 10_000;

/** Number of matching log entries or users. `MOST_COUNTED` + 1 means more than `MOST_COUNTED`. */
export const logTotal = z
  .int()
  .min(0)
  .max(MOST_COUNTED + 1)
  .describe('How many match, counted up to 10,000; 10,001 stands for more');
