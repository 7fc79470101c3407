import { z } from 'zod';
import { logTotal } from './counted.ts';
import { fault } from './ingestion.ts';
import { id, instant, optionalQuery, pageQuery, zipCode } from './primitive.ts';
import { routesOf } from './route.ts';

const route = routesOf('leads');

/**
 * `repaired`: a later delivery accepted the row. `rejected-again`: a later delivery rejected it, and its newer entry is
 * listed. `undone`: its delivery was undone.
 */
export const rejectState = z.enum(['open', 'repaired', 'rejected-again', 'undone']);
export type RejectState = z.output<typeof rejectState>;

const rejectedRow = z.object({
  batchId: id,
  row: z.int().describe('The row as a spreadsheet counts it'),
  field: z.string(),
  message: z.string().describe('What was expected, and what came'),
  further: z.array(fault).describe('The faults after the first one'),
  state: rejectState,
  zipCode: zipCode.nullable().describe('Null if the row has no readable ZIP, or was stored before ZIPs were'),
  source: z.string(),
  fileName: z.string().nullable(),
  receivedAt: instant,
});
export type RejectedRow = z.output<typeof rejectedRow>;

/** Rejected rows of all deliveries, for admins. */
export const rejectedRowsApi = {
  listRejectedRows: route('admin', 'GET /api/admin/rejected-rows', {
    summary:
      'List the rejected rows of the last 90 days by reason, state, source and ZIP, newest delivery first',
  })
    .input(
      z.object({
        reason: z
          .string()
          .trim()
          .max(100)
          .default('')
          .describe('Part of the field or of the message of any of its faults'),
        field: z
          .string()
          .max(200)
          .optional()
          .describe('With `expected`: the field of the first fault, exactly'),
        expected: z
          .string()
          .max(2_000)
          .optional()
          .describe('The message of the first fault before “; got”, exactly: a cause of rejected rows'),
        days: z.coerce.number().int().min(1).max(90).optional().describe('Only deliveries of the last days'),
        state: rejectState.or(z.literal('all')).default('open'),
        sourceId: z.int().min(1).max(32_767).optional(),
        zip: optionalQuery(zipCode),
        ...pageQuery(25),
      }),
    )
    .output(z.object({ rows: z.array(rejectedRow), total: logTotal })),
};
