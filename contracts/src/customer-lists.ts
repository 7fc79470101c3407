import { z } from 'zod';
import { day, id, instant, optionalQuery, zipCode } from './primitive.ts';
import { missing, routesOf } from './route.ts';

const route = routesOf('leads');

const count = z.int().min(0);

/** A reason why a list has no closings, or fewer than were delivered. Each closing counts for its first reason. */
export const listReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no-subscription') }),
  /** `trial-over`: the trial ended without a payment; `ended`: the payments ended, or a charge failed for good. */
  z.object({
    kind: z.literal('not-open'),
    cause: z.enum(['trial-over', 'ended']),
    since: instant.nullable().describe('When the trial ended; null if the user paid after it'),
  }),
  z.object({ kind: z.literal('no-delivery') }),
  z.object({
    kind: z.literal('rejected'),
    rows: count,
    causes: z.array(z.object({ field: z.string(), expected: z.string(), rows: count })),
  }),
  z.object({ kind: z.literal('hidden-by-admin'), closings: count }),
  z.object({ kind: z.literal('opted-out'), closings: count, agents: count }),
  z.object({ kind: z.literal('retracted'), closings: count }),
  z.object({
    kind: z.literal('not-permitted'),
    closings: count,
    sources: z.array(z.object({ name: z.string(), endedAt: instant.nullable() })),
  }),
  z.object({ kind: z.literal('do-not-call'), closings: count, agents: count }),
  z.object({ kind: z.literal('too-old'), closings: count, newestDay: day }),
]);
export type ListReason = z.output<typeof listReason>;

/** The list of the last 7 days of one ZIP, as the user reads it. */
export const explainedList = z.object({
  zipCode,
  kind: z.enum(['granted', 'charged']).nullable().describe('Null if the user has no subscription to the ZIP'),
  isOpen: z.boolean().describe('Whether the user may read the list now'),
  closings: count.describe('Closings that the list has, also while it is not open'),
  firstDay: day.nullable().describe('First day of sale in the list'),
  lastDay: day.nullable(),
  readyAt: instant.nullable().describe('When the list was last made ready'),
  lastDeliveryAt: instant.nullable().describe('When a delivery last had a closing of the ZIP'),
  reasons: z.array(listReason),
});
export type ExplainedList = z.output<typeof explainedList>;

export const customerDelivery = z.object({
  id,
  source: z.string(),
  fileName: z.string().nullable(),
  startedAt: instant,
  zips: z.array(z.object({ zipCode, closings: count })),
});
export type CustomerDelivery = z.output<typeof customerDelivery>;

/** Lists of one user, for admins. */
export const customerListsApi = {
  explainLists: route('admin', 'GET /api/admin/customers/{userId}/lists', {
    summary: "Explain a user's lists: the closings of each ZIP, or why there are none",
    description:
      'Explains the ZIPs that the user has; with `zip`, that ZIP only, also one that the user does not have.',
  })
    .errors(missing)
    .input(z.object({ userId: id, zip: optionalQuery(zipCode) }))
    .output(
      z.object({
        lists: z.array(explainedList),
        lastDeliveryAt: instant.nullable().describe('The last delivery of any ZIP'),
      }),
    ),

  customerDeliveries: route('admin', 'GET /api/admin/customers/{userId}/deliveries', {
    summary: "List the deliveries that last changed closings of a user's ZIPs, newest first",
    description: 'The 25 newest ones. Deliveries are kept for 90 days.',
  })
    .errors(missing)
    .input(z.object({ userId: id }))
    .output(z.object({ deliveries: z.array(customerDelivery) })),
};
