import { z } from 'zod';
import { subscriptionEnd } from './billing.ts';
import { day, id, instant, optionalQuery, zipCode } from './primitive.ts';
import { missing, routesOf } from './route.ts';

const route = routesOf('leads');

const count = z.int().min(0);

const closedSource = z.object({ name: z.string(), endedAt: instant.nullable() });

const ofAgents = { closings: count, agents: count };

/**
 * A reason why a list has no closings, or fewer than were delivered. Each closing counts for its first reason. Closings
 * older than 7 days count if the ZIP has no newer ones.
 */
export const listReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no-subscription') }),
  /** The user had the ZIP. */
  z.object({
    kind: z.literal('subscription-ended'),
    endedAt: instant,
    endedBy: subscriptionEnd.nullable().describe('Null if it is not known'),
  }),
  /**
   * `suspended`: an admin suspended the user; `trial-over`: the trial ended without a payment; `ended`: the payments
   * ended, or a charge failed for good.
   */
  z.object({
    kind: z.literal('not-open'),
    cause: z.enum(['suspended', 'trial-over', 'ended']),
    since: instant.nullable().describe('When the trial ended; null for other causes'),
  }),
  z.object({ kind: z.literal('no-delivery') }),
  z.object({
    kind: z.literal('rejected'),
    rows: count,
    causes: z
      .array(z.object({ field: z.string(), expected: z.string(), rows: count }))
      .describe('The ten with the most rows'),
  }),
  z.object({ kind: z.literal('hidden-by-admin'), closings: count }),
  z.object({ kind: z.literal('opted-out'), ...ofAgents }),
  z.object({ kind: z.literal('retracted'), closings: count }),
  z.object({ kind: z.literal('not-permitted'), closings: count, sources: z.array(closedSource) }),
  z.object({ kind: z.literal('do-not-call'), ...ofAgents }),
  z.object({ kind: z.literal('on-own-list'), ...ofAgents }),
  z.object({
    kind: z.literal('too-old'),
    closings: count,
    newestDay: day,
    sources: z.array(closedSource).describe('Sources of the closings whose license has ended'),
  }),
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
      'Explains the ZIPs that the user has, then the 50 that they lost last. With `zip`, explains that ZIP only, also one that the user never had.',
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
