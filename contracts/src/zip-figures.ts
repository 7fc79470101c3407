import { z } from 'zod';
import { instant, zipCode } from './primitive.ts';
import { routesOf } from './route.ts';
import { MOST_ZIPS_WITH_FIGURES } from './shown-limits.ts';

const route = routesOf('leads');

const countOf = z.int().min(0);

/** Counts of a ZIP over what its list would show an account without own lists and outcomes. */
export const zipFigures = z.object({
  zipCode,
  closings7: countOf.describe('Closings of the last 7 days'),
  closings30: countOf.describe('Closings of the last 30 days'),
  agents: countOf.describe('Agents with a closing in the last 30 days'),
  withEmail: countOf.describe('Those of the agents with an email address'),
  withMobile: countOf.describe('Those of the agents with a mobile number'),
  lastReceivedAt: instant
    .nullable()
    .describe(
      'When the newest of these closings was stored; without one, the newest older closing; null if none ever was',
    ),
});
export type ZipFigures = z.output<typeof zipFigures>;

const fiveDigits = /^\d{5}(,\d{5})*$/;

export const zipFiguresApi = {
  zipFigures: route('user', 'GET /api/zips/figures', {
    summary: 'Count closings and agents of ZIPs, before the user orders them',
    description: 'One entry for each ZIP, by ZIP. Names no agent. The reply may be 5 minutes old.',
  })
    .input(
      z.object({
        zips: z
          .string()
          .trim()
          .regex(fiveDigits, 'Expected ZIP codes of 5 digits, separated by commas')
          .transform(text => [...new Set(text.split(','))])
          .refine(zips => zips.length <= MOST_ZIPS_WITH_FIGURES, {
            error: `Expected at most ${MOST_ZIPS_WITH_FIGURES} ZIP codes`,
          })
          .describe(`Up to ${MOST_ZIPS_WITH_FIGURES} ZIPs, separated by commas`),
      }),
    )
    .output(z.object({ zips: z.array(zipFigures) })),
};
