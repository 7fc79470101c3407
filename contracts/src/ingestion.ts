import { z } from 'zod';
import { id, instant, pageQuery, zipCode } from './primitive.ts';
import { missing, routesOf } from './route.ts';

const route = routesOf('leads');

const countOf = z.int().min(0);

/** Limits of a delivery. JSON is read as a whole; NDJSON and CSV may have any length. */
export const deliveryLimits = { jsonBytes: 8 * 1024 * 1024, rowCharacters: 64 * 1024, rejectsInReply: 100 };

/** The result of one ingestion request. `batches/{batchId}` has the rejects beyond the first ones. */
export const batchReply = z.object({
  batchId: id.describe('For `GET /api/v1/leads/batches/{batchId}`'),
  accepted: countOf.describe('Rows queued durably; they are stored within seconds'),
  rejected: countOf.describe('Rows that are invalid and are not stored'),
  undisclosedPrices: countOf.describe(
    'Accepted rows without a disclosed price: missing, 0, "N/A" and the like',
  ),
  rejects: z
    .array(
      z.object({
        line: z
          .int()
          .min(1)
          .describe('Line of CSV (its header is line 1) or NDJSON, or position in a JSON array, from 1'),
        field: z
          .string()
          .describe('The CSV header, or the path in JSON; empty if the row as a whole is invalid'),
        message: z.string().describe('The expected and the received value'),
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
    .describe('`done`: every accepted row is stored; `failed`: no row is accepted, send the same rows again'),
  loaded: countOf.describe('Rows stored so far'),
});

export type BatchState = z.output<typeof batchState>;

/** A batch for admins, with its key's name and first rejects. */
export const ingestedBatch = batchState.extend({
  source: z.string().describe('The name of the ingestion key; empty if it was deleted'),
  failure: z.string().nullable(),
  startedAt: instant,
  finishedAt: instant.nullable(),
});
export type IngestedBatch = z.output<typeof ingestedBatch>;

/** Subscribed ZIPs by the age of their list. */
export const listFreshness = z.object({
  day: countOf,
  twoDays: countOf,
  older: countOf,
  none: countOf.describe('Subscribed ZIPs without a list'),
  oldest: z.object({ zip: zipCode, updatedAt: instant }).nullable(),
});
export type ListFreshness = z.output<typeof listFreshness>;

/** The row counts of a batch that ended, or has been loading for an hour. */
export const batchTotals = z.object({
  batchId: id,
  state: z.enum(['loading', 'done', 'failed']),
  accepted: countOf.describe('Rows that were queued durably'),
  rejected: countOf.describe('Rows that were reported as invalid'),
  stored: countOf,
  optedOut: countOf.describe('Accepted rows that are not stored because their agent opted out'),
});
export type BatchTotals = z.output<typeof batchTotals>;

/** Routes of batches, for their senders and for admins. */
export const ingestionApi = {
  ingestionState: route('admin', 'GET /api/admin/ingestion', {
    summary: 'List batches, newest first, with their first ten rejects, and the age of lists',
  })
    .input(z.object(pageQuery(20)))
    .output(z.object({ batches: z.array(ingestedBatch), total: z.int(), freshness: listFreshness })),

  batchTotals: route('internal', 'GET /internal/batch-totals', {
    summary: 'List batches by id with the counts of their rows',
    description:
      'Batches of the last `days` that ended, or have been loading for an hour. `after` is the last id of the page before.',
  })
    .input(
      z.object({
        days: z.int().min(1).max(90).default(7),
        after: id.optional(),
        limit: z.int().min(1).max(2_000).default(1_000),
      }),
    )
    .output(z.array(batchTotals)),

  batchOf: route('ingest', 'GET /api/v1/leads/batches/{batchId}', {
    summary: 'Get the state of a batch and a page of its rejects',
    description: 'Only the key that delivered it may read it. Batches are kept for 90 days.',
  })
    .errors(missing)
    .input(z.object({ batchId: id, ...pageQuery(100) }))
    .output(batchState),
};
