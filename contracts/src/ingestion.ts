import { z } from 'zod';
import { id, instant, pageQuery, zipCode } from './primitive.ts';
import { missing, routesOf } from './route.ts';

const route = routesOf('leads');

const countOf = z.int().min(0);

/** What a delivery may hold, and its reply. A JSON document is read whole; NDJSON and CSV may be of any length. */
export const deliveryLimits = { jsonBytes: 8 * 1024 * 1024, rowCharacters: 64 * 1024, rejectsInReply: 100 };

/** Result of one ingestion request; the rejects that are not in the reply are under `batches/{batchId}`. */
export const batchReply = z.object({
  batchId: id.describe('For `GET /api/v1/leads/batches/{batchId}`'),
  accepted: countOf.describe('Rows that are safe with us and will be stored within seconds'),
  rejected: countOf.describe('Rows that were not taken'),
  undisclosedPrices: countOf.describe(
    'Of the accepted rows, those whose price the source does not disclose: missing, 0, "N/A" and the like',
  ),
  rejects: z
    .array(
      z.object({
        line: z
          .int()
          .min(1)
          .describe('Line of CSV (its header is line 1) or NDJSON, or place in a JSON array, from 1'),
        field: z
          .string()
          .describe('The column of the file, or the path in JSON; empty when the row as a whole will not do'),
        message: z.string().describe('What was expected, and what came'),
      }),
    )
    .describe(
      `The first ${deliveryLimits.rejectsInReply} in the reply to a delivery; a page of them for a batch`,
    ),
});
export type BatchReply = z.output<typeof batchReply>;
export type Reject = BatchReply['rejects'][number];

export const batchState = batchReply.extend({
  state: z
    .enum(['receiving', 'loading', 'done', 'failed'])
    .describe('`done`: every accepted row is stored; `failed`: none counts, send the same rows again'),
  loaded: countOf.describe('Rows that are stored so far'),
});

/** A delivery as admins see it: with the name of its key and its first rejects. */
export const ingestedBatch = batchState.extend({
  source: z.string().describe('The name of the ingestion key; empty when it is gone'),
  failure: z.string().nullable(),
  startedAt: instant,
  finishedAt: instant.nullable(),
});
export type IngestedBatch = z.output<typeof ingestedBatch>;

/** ZIPs that somebody subscribes to, by the age of their list. */
export const listFreshness = z.object({
  day: countOf,
  twoDays: countOf,
  older: countOf,
  none: countOf.describe('Subscribed, and no list yet'),
  oldest: z.object({ zip: zipCode, updatedAt: instant }).nullable(),
});
export type ListFreshness = z.output<typeof listFreshness>;

/** What became of the rows of a delivery that is over, or that should have been an hour ago. */
export const batchTotals = z.object({
  batchId: id,
  state: z.enum(['loading', 'done', 'failed']),
  accepted: countOf.describe('Rows whose sender was promised that they will be stored'),
  rejected: countOf.describe('Rows that were not taken, and that the sender knows of'),
  stored: countOf,
  optedOut: countOf.describe('Accepted rows of agents who opted out, which are not stored'),
});
export type BatchTotals = z.output<typeof batchTotals>;

/** Deliveries of leads: what their senders and admins read of them. */
export const ingestionApi = {
  ingestionState: route('admin', {
    method: 'GET',
    path: '/api/admin/ingestion',
    summary:
      'Deliveries of leads, the newest first, each with its first ten rejects, and how fresh lists are',
  })
    .input(z.object(pageQuery(20)))
    .output(z.object({ batches: z.array(ingestedBatch), total: z.int(), freshness: listFreshness })),

  batchTotals: route('internal', {
    method: 'GET',
    path: '/internal/batch-totals',
    summary: 'A page of the deliveries that are over, by id, with what became of their rows',
    description:
      'Deliveries of the last `days` whose rows were accepted. One that still loads after an hour is listed, too. ' +
      '`after` is the last id of the page before.',
  })
    .input(
      z.object({
        days: z.int().min(1).max(90).default(7),
        after: id.optional(),
        limit: z.int().min(1).max(2_000).default(1_000),
      }),
    )
    .output(z.array(batchTotals)),

  batchOf: route('ingest', {
    method: 'GET',
    path: '/api/v1/leads/batches/{batchId}',
    summary: 'Deliver leads: the state of a batch and a page of its rejects',
    description: 'Only for the key that delivered it. Batches are kept for 90 days.',
  })
    .errors(missing)
    .input(z.object({ batchId: id, ...pageQuery(100) }))
    .output(batchState),
};
