import { z } from 'zod';
import { deliveryWarning } from './delivery-warnings.ts';
import { day, id, instant, optionalQuery, pageQuery, trendDays, zipCode } from './primitive.ts';
import { missing, routesOf } from './route.ts';

const route = routesOf('leads');

const countOf = z.int().min(0);

/** Limits of a delivery. JSON is read as a whole; NDJSON and CSV may have any length. */
export const deliveryLimits = { jsonBytes: 8 * 1024 * 1024, rowCharacters: 64 * 1024, rejectsInReply: 100 };

/** Changes of a cell whose meaning is certain, and what decided how cells are read. */
export const repairs = {
  guard: 'Removed the marks that a spreadsheet puts around a value',
  digits: 'Wrote out the digits of a number',
  zeros: 'Restored the zeros at the beginning of a ZIP code',
  place: 'Took city or state from the ZIP code',
  address: 'Removed city, state and ZIP code behind the street',
  several: 'Used the first of several; the others are stored with it',
  wrapped: 'Removed what is around an email address',
  'day-first': 'Read the day before the month, as the whole file has it',
  'late-order':
    'Has day and month in another order than the rows before it, which are sent already: check their days, or undo the delivery',
} as const;
export type Repair = keyof typeof repairs;

const line = z
  .int()
  .min(1)
  .describe(
    'Line of CSV (its header is line 1) or NDJSON, row of a sheet, or position in a JSON array, from 1',
  );
const field = z.string().describe('The header, or the path in JSON; empty if the row as a whole is invalid');

export const fault = z.object({ field, message: z.string().describe('The expected and the received value') });
export type Fault = z.output<typeof fault>;

const reject = z.object({
  line,
  ...fault.shape,
  further: z
    .array(fault)
    .optional()
    .describe('The further faults of a rejected row; missing if there is one'),
});
export type Reject = z.output<typeof reject>;

/** Rows rejected, or cells left out, for one reason. */
const rejectKind = z.object({
  field,
  expected: z.string(),
  count: countOf,
  first: z.array(reject).describe('The first three'),
});
export type RejectKind = z.output<typeof rejectKind>;

/** The order in days such as 3/9/2026; `mixed`: both occur, so days that are possible in both are refused. */
export const dateOrders = ['month-first', 'day-first', 'mixed'] as const;

/** How a delivery was read: its form, its columns, what was repaired and what was left out. */
export const deliveryReport = z.object({
  format: z.object({
    container: z.enum(['none', 'gzip', 'zip', 'xlsx']),
    entry: z.string().nullable().describe('The file in a zip, or the sheet'),
    kind: z.enum(['csv', 'ndjson', 'json', 'sheet']),
    encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']).nullable(),
    delimiter: z.string().nullable(),
    headerLine: z.int().nullable(),
    mapping: z
      .string()
      .nullable()
      .describe('The known file that its headers name, such as `Redfin download`'),
    dateOrder: z.enum(dateOrders),
  }),
  columns: z
    .array(
      z.object({
        header: z.string(),
        field: z.string().nullable().describe('Our column, null if the column is not read'),
        note: z.string().nullable().describe('Why it is read so, null if its header shows that'),
        filled: countOf.describe('Rows with a value'),
        examples: z.array(z.string()).describe('The first three values'),
      }),
    )
    .describe('Only in a dry run'),
  notices: z.array(z.object({ line: z.int(), text: z.string() })).describe('Text above or below the table'),
  blankLines: countOf,
  repairs: z.array(
    z.object({
      field,
      repair: z.string(),
      count: countOf,
      first: z.array(z.object({ line, from: z.string() })).describe('The first three'),
    }),
  ),
  rejected: z.array(rejectKind).describe('Rejected rows by reason; a row with several faults is in each'),
  dropped: z.array(rejectKind).describe('Cells left out of accepted rows, by reason'),
});
export type DeliveryReport = z.output<typeof deliveryReport>;

const rowCounts = {
  accepted: countOf.describe('Rows queued durably; they are stored within seconds'),
  rejected: countOf.describe('Rows that are invalid and are not stored'),
  undisclosedPrices: countOf.describe(
    'Accepted rows without a disclosed price: missing, 0, "N/A" and the like',
  ),
  droppedCells: countOf.describe('Cells that are left out of accepted rows, because they cannot be read'),
};

/** The result of one ingestion request. `batches/{batchId}` has the rejects beyond the first ones. */
export const batchReply = z.object({
  batchId: id.describe('For `GET /api/v1/leads/batches/{batchId}`'),
  ...rowCounts,
  rejects: z
    .array(reject)
    .describe(
      `The first ${deliveryLimits.rejectsInReply} in the reply to a delivery; a page of them for a batch`,
    ),
  dropped: z.array(reject).describe('The same of the cells left out'),
  report: deliveryReport.nullable().describe('How the delivery was read; null until it has been read'),
});
export type BatchReply = z.output<typeof batchReply>;

/** Each agent counts once, in whatever ZIPs and rows; so does each closing, with all its agents. */
const effectCounts = z.object({
  new: countOf.describe('Not stored before, in no row and no ZIP'),
  changed: countOf.describe(
    'Stored before, and the delivery says something new: another fact, day or agent of a closing, a further ZIP of an agent, or a further source',
  ),
  same: countOf.describe('Stored before, and the delivery says nothing new'),
});

const changes = effectCounts.extend({
  optedOut: countOf.describe(
    'Agents who opted out, or closings of which all agents did; these are not stored',
  ),
});

/** The effects of a delivery on agents and closings. */
const effects = z.object({ agents: effectCounts, closings: effectCounts });
export type Effects = z.output<typeof effects>;

/** The effects that a delivery would have. */
export const dryRunReply = z.object({
  ...rowCounts,
  rejects: batchReply.shape.rejects,
  dropped: batchReply.shape.dropped,
  report: deliveryReport,
  agents: changes,
  closings: changes,
  warnings: z.array(deliveryWarning).describe('Empty if subscribers can see and use every row'),
});
/** The reply of both: a dry run has no batch, but the counts of changes. */
export const deliveryReply = batchReply
  .partial({ batchId: true })
  .extend(dryRunReply.pick({ agents: true, closings: true, warnings: true }).partial().shape);
export type DryRunReply = z.output<typeof dryRunReply>;

export const batchState = batchReply.extend({
  state: z
    .enum(['receiving', 'loading', 'done', 'failed'])
    .describe('`done`: every accepted row is stored; `failed`: no row is accepted, send the same rows again'),
  loaded: countOf.describe('Rows stored so far'),
  effects: effects
    .nullable()
    .describe(
      'What storing the rows did, counted as in a dry run; null until all are stored, and for older batches',
    ),
});

export type BatchState = z.output<typeof batchState>;

/** Days for which a delivery can be undone. */
export const UNDO_DAYS = 30;

/** Days for which the content of rejected rows is kept. */
export const REJECTED_ROW_DAYS = 30;

/** Counts of the closings that the delivery had added or changed, by what the undo did; each counts as in `effects`. */
const undoCounts = z.object({
  removed: countOf.describe('Closings that only this delivery reported'),
  restored: countOf.describe('Closings that have again what they had before'),
  kept: countOf.describe('Closings that a later delivery reported too, as it left them'),
  agents: z
    .object({
      removed: countOf.describe('Agents whom only this delivery reported'),
      restored: countOf.describe('Agents who have again what they had before, in all ZIPs'),
      kept: countOf.describe('Agents who stay: a later delivery reported them, or they opted out'),
    })
    .optional()
    .describe('The same of agents; missing for an undo before 2026-11-26'),
});
export type UndoCounts = z.output<typeof undoCounts>;

const undo = z.discriminatedUnion('state', [
  z.object({ state: z.literal('possible') }),
  z.object({ state: z.literal('impossible'), reason: z.string().describe('One sentence for the admin') }),
  z.object({ state: z.literal('running'), startedAt: instant }),
  z.object({ state: z.literal('done'), at: instant, counts: undoCounts }),
]);
export type Undo = z.output<typeof undo>;

/** A batch for admins, with its key's name and first rejects. */
export const ingestedBatch = batchState.extend({
  source: z
    .string()
    .describe('The name of the ingestion key, the admin or the feed that delivered; empty if deleted'),
  sender: z
    .enum(['key', 'admin', 'feed'])
    .nullable()
    .describe('Whose name `source` is: of a key, an admin, or a source with a feed; null if deleted'),
  sourceName: z.string().describe('The source that its rows are from; empty if unknown'),
  fileName: z.string().nullable(),
  failure: z.string().nullable(),
  startedAt: instant,
  finishedAt: instant.nullable(),
  undo,
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

/** The rows of the batches that began on a day. `undone` of the received ones are of undone deliveries. */
export const leadDay = z.object({ day, received: countOf, rejected: countOf, undone: countOf.optional() });
export type LeadDay = z.output<typeof leadDay>;

const rowsOfMonth = z.object({ accepted: countOf, undone: countOf });

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
    .input(
      z.object({
        ...pageQuery(20),
        month: optionalQuery(day).describe('Only batches that began in the UTC month of this day'),
      }),
    )
    .output(
      z.object({
        batches: z.array(ingestedBatch),
        total: z.int(),
        rows: rowsOfMonth.optional().describe('The accepted rows of the month; missing without `month`'),
        freshness: listFreshness,
      }),
    ),

  leadStatistics: route('admin', 'GET /api/admin/statistics/leads', {
    summary: 'Count leads received and rejected by day',
    description:
      'The day is the UTC day on which the batch began. Batches are kept for 90 days. `undone` of the received rows are of undone deliveries.',
  })
    .input(trendDays)
    .output(z.object({ days: z.array(leadDay) })),

  undoDelivery: route('admin', 'POST /api/admin/ingestion/{batchId}/undo', {
    summary: 'Undo a delivery, within seconds',
    description:
      'Closings and agents have again what they had before. What a later delivery reported stays. Undoing it again changes nothing.',
    status: 202,
  })
    .errors({ ...missing, not_undoable: { status: 409, message: 'The delivery cannot be undone' } })
    .input(z.object({ batchId: id }))
    .output(z.object({ batchId: id, undo })),

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

  retractLeads: route('ingest', 'POST /api/v1/leads/retractions', {
    summary: 'Retract listings that this source reported',
    description:
      'Their closings leave every list at once, unless another source reports them too. A later delivery of a listing shows it again. Unknown numbers change nothing.',
  })
    .input(z.object({ mlsIds: z.array(z.string().trim().min(1).max(100)).min(1).max(10_000) }))
    .output(z.object({ retracted: countOf.describe('Closings that the source no longer reports') })),

  batchOf: route('ingest', 'GET /api/v1/leads/batches/{batchId}', {
    summary: 'Get the state of a batch and a page of its rejects',
    description: 'Only the key that delivered it may read it. Batches are kept for 90 days.',
  })
    .errors(missing)
    .input(z.object({ batchId: id, ...pageQuery(100) }))
    .output(batchState),
};
