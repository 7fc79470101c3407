import { likePattern } from '@closingwire/chassis/like-pattern';
import { empty, join, type Queries, type Sql, sql } from '@closingwire/chassis/pg';
import { MOST_COUNTED } from '@closingwire/contracts/counted';
import type { RejectedRow, RejectState } from '@closingwire/contracts/rejected-rows';
import { impl, type RouteDeps } from '../context.ts';
import { sliceOf } from '../lists/views.ts';
import { EXPECTED, isReject, REJECT_STATE } from '../reject-state.ts';

type Asked = {
  reason: string;
  /** The cause, with `field`. */
  expected?: string | undefined;
  field?: string | undefined;
  /** Only deliveries that began then or later. */
  since?: Date | undefined;
  state?: RejectState | 'all' | undefined;
  sourceId?: number | undefined;
  zip?: string | undefined;
  page: number;
  limit: number;
};
type Row = Omit<RejectedRow, 'receivedAt'> & { receivedAt: Date };

/** Only the asked conditions are in the text: a condition that may be unused would keep the planner from its index. */
function matching({ reason, field = '', expected, since, state = 'open', sourceId, zip }: Asked): Sql {
  const part = `%${likePattern(reason)}%`;
  const conditions = [
    reason !== '' &&
      sql`(r.field ilike ${part} or r.message ilike ${part} or fault_texts(r.further) ilike ${part})`,
    expected !== undefined && sql`r.field = ${field}::text and ${EXPECTED} = ${expected}::text`,
    since !== undefined && sql`b.started_at > ${since}::timestamptz`,
    state !== 'all' && isReject[state],
    sourceId !== undefined && sql`b.source_id = ${sourceId}::smallint`,
    zip !== undefined && sql`r.zip = ${zip}::text`,
  ].filter(condition => condition !== false);
  return sql`rejects r join batches b on b.id = r.batch_id left join sources s on s.id = b.source_id
    ${conditions.length > 0 ? sql`where ${join(conditions, ' and ')}` : empty}`;
}

/** Returns the statements of a page and of its total, which counts up to one more than `MOST_COUNTED`. */
export function rejectsBy(asked: Asked): { page: Sql; total: Sql } {
  const { limit, offset } = sliceOf(asked);
  const rows = matching(asked);
  return {
    page: sql`
      select r.batch_id as "batchId", coalesce(r.sheet_row, r.line) as row, r.field, r.message,
        coalesce(r.further, '[]') as further, ${REJECT_STATE} as state,
        r.zip as "zipCode", coalesce(s.name, '') as source, b.file_name as "fileName",
        b.started_at as "receivedAt"
      from ${rows} order by b.started_at desc, b.id, r.line limit ${limit} offset ${offset}`,
    total: sql`select count(*)::int as total from (select from ${rows} limit ${MOST_COUNTED + 1}) counted`,
  };
}

async function readRejects(db: Queries, asked: Asked) {
  const statements = rejectsBy(asked);
  const [rows, { total }] = await Promise.all([
    db.query<Row>(statements.page),
    db.one<{ total: number }>(statements.total),
  ]);
  return { rows: rows.map(row => ({ ...row, receivedAt: row.receivedAt.toISOString() })), total };
}

const DAY_MS = 86_400_000;

export const rejectedRowRoutes = ({ pg, clock }: RouteDeps) => ({
  listRejectedRows: impl.listRejectedRows.handler(({ input: { days, ...asked } }) =>
    readRejects(pg, { ...asked, ...(days && { since: new Date(clock().getTime() - days * DAY_MS) }) }),
  ),
});
