import { z } from 'zod';
import { id, optionalQuery, pageQuery, stateCode, zipCode } from './primitive.ts';
import { signupIndustries } from './reference.ts';
import { routesOf } from './route.ts';

const route = routesOf('catalog');

const count = z.int().min(0);
const industry = z.enum(signupIndustries);

export const soldOut = z.object({
  shares: z
    .array(
      z.object({
        state: stateCode,
        industry,
        taken: count.describe('ZIPs of the state that the industry has a claim on'),
        zips: count.describe('All ZIPs of the state'),
      }),
    )
    .describe('States and sign-up industries with a claim, the highest share first'),
  fullZips: count.describe('ZIPs in which all sign-up industries are taken'),
});
export type SoldOut = z.output<typeof soldOut>;

const takenZip = z.object({
  zipCode,
  city: z.string(),
  state: stateCode,
  taken: count.describe('Sign-up industries with a claim on the ZIP'),
  userId: id.nullable().describe('The user with the claim of the asked industry; null without an industry'),
});
export type TakenZip = z.output<typeof takenZip>;

/** ZIPs that are sold out, for admins. */
export const soldOutApi = {
  readSoldOut: route('admin', 'GET /api/admin/sold-out', {
    summary: 'Get the share of taken ZIPs by state and industry, and the number of full ZIPs',
  }).output(soldOut),

  takenZips: route('admin', 'GET /api/admin/sold-out/zips', {
    summary: 'List the ZIPs behind a figure: those taken by an industry, or by all sign-up industries',
  })
    .input(
      z.object({
        state: optionalQuery(stateCode),
        industry: optionalQuery(industry).describe(
          'Without it, ZIPs in which all sign-up industries are taken',
        ),
        ...pageQuery(25),
      }),
    )
    .output(z.object({ rows: z.array(takenZip), total: count })),
};
