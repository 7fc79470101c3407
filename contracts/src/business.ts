import { z } from 'zod';
import { id, instant, optionalQuery, pageQuery, stateCode, zipCode } from './primitive.ts';
import { routesOf } from './route.ts';

const route = routesOf('billing');

const count = z.int().min(0);

/**
 * The rows behind a figure:
 * - `paid-zips`: ZIPs that running subscriptions pay for
 * - `payers`: users with a running subscription
 * - `trials-ended`: users whose trial ended in the last 90 days; `trials-paid`: those of them with a paid invoice;
 *   `trials-unpaid`: the others
 * - `churn-base`: paid ZIPs that users had 30 days ago; `churned`: those of them that ended since
 * - `zips`: all ZIPs that users have now; `granted-zips`: those of them that an admin assigned for free; `unpaid-zips`:
 *   those that are neither paid nor free
 */
export const businessFigure = z.enum([
  'paid-zips',
  'payers',
  'trials-ended',
  'trials-paid',
  'trials-unpaid',
  'churn-base',
  'churned',
  'zips',
  'granted-zips',
  'unpaid-zips',
]);
export type BusinessFigure = z.output<typeof businessFigure>;

export const business = z.object({
  testMode: z.boolean().describe('Whether the money is test money'),
  mrrCents: count.describe('Number of paid ZIPs times the price of a ZIP a month'),
  counts: z.record(businessFigure, count).describe('The number of rows of each figure'),
  sold: z.array(
    z.object({
      state: stateCode,
      industry: z.string(),
      zips: count,
      paid: count.describe('ZIPs that running subscriptions pay for; not those of a trial with a saved card'),
      granted: count.describe('ZIPs that an admin assigned for free'),
    }),
  ),
});
export type Business = z.output<typeof business>;

const businessRow = z.object({
  key: z.string(),
  userId: id,
  email: z.string(),
  zipCode: zipCode.nullable(),
  at: instant.describe('When the ZIP was added or ended, or the trial ended'),
});
export type BusinessRow = z.output<typeof businessRow>;

/** The business in figures, from billing's books in the present payment mode. */
export const businessApi = {
  readBusiness: route('admin', 'GET /api/admin/business', {
    summary: 'Get revenue, payers, trials, churn and sold ZIPs',
  }).output(business),

  businessRows: route('admin', 'GET /api/admin/business/rows', {
    summary: 'List the rows behind a figure, newest first',
  })
    .input(
      z.object({
        figure: businessFigure,
        state: optionalQuery(stateCode).describe('Only ZIPs of this state'),
        industry: optionalQuery(z.string().max(200)).describe('Only ZIPs of this industry'),
        ...pageQuery(25),
      }),
    )
    .output(z.object({ rows: z.array(businessRow), total: count })),
};
