import type { Queries } from '@closingwire/chassis/pg';
import type { Reject } from '@closingwire/contracts/leads';
import type { BatchState } from './batches.ts';

export type BatchReport = {
  batchId: string;
  state: BatchState;
  accepted: number;
  rejected: number;
  undisclosedPrices: number;
  loaded: number;
  rejects: Reject[];
};

type Row = Omit<BatchReport, 'batchId'> & { id: string };

/** A batch that was sent with this key, with one page of its rejects, in the order of the lines. */
export async function findBatch(
  db: Queries,
  { id, keyId }: { id: string; keyId: string },
  page: { limit: number; offset: number },
): Promise<BatchReport | undefined> {
  const row = await db.maybe<Row>(
    `select b.id, b.state, b.accepted, b.rejected,
       b.undisclosed_prices as "undisclosedPrices", b.loaded, coalesce((
       select json_agg(json_build_object('line', r.line, 'field', r.field, 'message', r.message) order by r.line)
       from (select * from rejects where batch_id = b.id order by line limit $3 offset $4) r), '[]') as rejects
     from batches b where b.id = $1 and b.key_id = $2`,
    [id, keyId, page.limit, page.offset],
  );
  if (!row) return undefined;
  const { id: batchId, ...report } = row;
  return { batchId, ...report };
}
