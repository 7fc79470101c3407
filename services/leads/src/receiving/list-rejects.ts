import { likePattern } from '@closingwire/chassis/like-pattern';
import { type Queries, sql } from '@closingwire/chassis/pg';
import type { RejectedRow } from '@closingwire/contracts/rejected-rows';
import { impl, type RouteDeps } from '../context.ts';
import { sliceOf } from '../lists/views.ts';

type Asked = {
  reason: string;
  sourceId?: number | undefined;
  zip?: string | undefined;
  page: number;
  limit: number;
};
type Row = Omit<RejectedRow, 'receivedAt'> & { receivedAt: Date };

async function rejectsBy(db: Queries, { reason, sourceId, zip, ...page }: Asked) {
  const { limit, offset } = sliceOf(page);
  const part = `%${likePattern(reason)}%`;
  const matching = sql`rejects r join batches b on b.id = r.batch_id left join sources s on s.id = b.source_id
    where (${reason} = '' or r.field ilike ${part} or r.message ilike ${part})
      and (${sourceId ?? null}::int is null or b.source_id = ${sourceId ?? null}::int)
      and (${zip ?? null}::text is null or r.zip = ${zip ?? null}::text)`;
  const [rows, { total }] = await Promise.all([
    db.query<Row>(sql`
      select r.batch_id as "batchId", coalesce(r.sheet_row, r.line) as row, r.field, r.message,
        r.zip as "zipCode", coalesce(s.name, '') as source, b.file_name as "fileName",
        b.started_at as "receivedAt"
      from ${matching} order by b.started_at desc, r.batch_id, r.line limit ${limit} offset ${offset}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from ${matching}`),
  ]);
  return { rows: rows.map(row => ({ ...row, receivedAt: row.receivedAt.toISOString() })), total };
}

export const rejectedRowRoutes = ({ pg }: RouteDeps) => ({
  listRejectedRows: impl.listRejectedRows.handler(({ input }) => rejectsBy(pg, input)),
});
