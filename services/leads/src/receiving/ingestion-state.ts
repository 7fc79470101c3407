import { nameChanges } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import { empty, type Pg, type Queries, type Sql, sql } from '@closingwire/chassis/pg';
import { changeOf } from '@closingwire/contracts/audit';
import type { IngestedBatch, ListFreshness } from '@closingwire/contracts/ingestion';
import { impl, type RouteDeps } from '../context.ts';
import { sliceOf } from '../lists/views.ts';
import { batchColumns, totalsOfBatches } from '../loading/batches.ts';
import { startUndo, UNDO_FACTS, type UndoFacts, undoOf } from '../undo/start.ts';

const SHOWN_REJECTS = 10;

type Slice = { limit: number; offset: number };
type BatchRow = Omit<IngestedBatch, 'startedAt' | 'finishedAt' | 'undo'> & {
  startedAt: Date;
  finishedAt: Date | null;
  undo: UndoFacts;
};

/** Conditions of batches `b` that began in the UTC month of a day. */
const inMonth = (month: string | undefined): Sql =>
  month === undefined
    ? empty
    : sql`where b.started_at >= date_trunc('month', ${month}::date)::timestamp at time zone 'UTC'
        and b.started_at < (date_trunc('month', ${month}::date) + interval '1 month')::timestamp at time zone 'UTC'`;

async function listBatches(
  db: Queries,
  { limit, offset }: Slice,
  month: string | undefined,
  now: Date,
): Promise<IngestedBatch[]> {
  const rows = await db.query<BatchRow>(
    sql`select ${batchColumns({ limit: SHOWN_REJECTS, offset: 0 })}, b.failure, b.started_at as "startedAt",
       b.finished_at as "finishedAt", coalesce(k.name, nullif(u.email, ''), s.name, '') as source,
       case when k.id is not null then 'key' when nullif(u.email, '') is not null then 'admin'
         when b.key_id is null and b.delivered_by is null and s.id is not null then 'feed' end as sender,
       coalesce(s.name, '') as "sourceName", b.file_name as "fileName", ${UNDO_FACTS} as undo
     from batches b left join ingestion_keys k on k.id = b.key_id left join users u on u.id = b.delivered_by
     left join sources s on s.id = b.source_id
     ${inMonth(month)}
     order by b.started_at desc, b.id limit ${limit} offset ${offset}`,
  );
  return rows.map(row => ({
    ...row,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    undo: undoOf(row.undo, now),
  }));
}

type BatchCounts = { total: number; accepted: number; undone: number };

const countBatches = (db: Queries, month: string | undefined): Promise<BatchCounts> =>
  db.one(
    sql`select count(*)::int as total, coalesce(sum(b.accepted), 0)::int as accepted,
       coalesce(sum(b.accepted) filter (where b.undo_started_at is not null), 0)::int as undone
     from batches b ${inMonth(month)}`,
  );

async function freshnessOf(db: Queries, now: Date): Promise<ListFreshness> {
  const row = await db.one<
    Omit<ListFreshness, 'oldest'> & { zipCode: string | null; updatedAt: Date | null }
  >(
    sql`with subscribed as (
         select s.zip, l.updated_at, ${now}::timestamptz - l.updated_at as age
         from (select distinct zip from subscriptions where cancelled_at is null) s left join lead_lists l using (zip)
       ), oldest as (select zip, updated_at from subscribed where updated_at is not null order by 2, 1 limit 1)
       select count(*) filter (where age < interval '1 day')::int as day,
         count(*) filter (where age >= interval '1 day' and age < interval '2 days')::int as "twoDays",
         count(*) filter (where age >= interval '2 days')::int as older,
         count(*) filter (where age is null)::int as none,
         (select zip from oldest) as "zipCode", (select updated_at from oldest) as "updatedAt"
       from subscribed`,
  );
  const { zipCode, updatedAt, ...counts } = row;
  const oldest = zipCode && updatedAt ? { zip: zipCode, updatedAt: updatedAt.toISOString() } : null;
  return { ...counts, oldest };
}

/** The file and the source of a delivery, for the audit log. */
const originOf = (pg: Pg, batchId: string) =>
  pg.one<{ fileName: string | null; source: string }>(
    sql`select b.file_name as "fileName", s.name as source from batches b join sources s on s.id = b.source_id
     where b.id = ${batchId}`,
  );

const DAY_MS = 86_400_000;

/** Lists batches for admins, and their counts for billing's comparison of the books. */
export const ingestionStateRoutes = ({ pg, clock }: RouteDeps) => ({
  ingestionState: impl.ingestionState.handler(async ({ input }) => {
    const { month } = input;
    const [batches, { total, ...rows }, freshness] = await Promise.all([
      listBatches(pg, sliceOf(input), month, clock()),
      countBatches(pg, month),
      freshnessOf(pg, clock()),
    ]);
    return { batches, total, ...(month && { rows }), freshness };
  }),
  undoDelivery: impl.undoDelivery.handler(async ({ input: { batchId }, context }) => {
    const { id: adminId } = asUser(context.caller);
    const undo = await pg.transaction(tx => startUndo(tx, { batchId, adminId, now: clock() }));
    const { fileName, source } = await originOf(pg, batchId);
    nameChanges(
      [changeOf('fileName', null, fileName ?? 'without a name'), changeOf('source', null, source)],
      context.responseHeaders,
    );
    return { batchId, undo };
  }),
  batchTotals: impl.batchTotals.handler(({ input: { days, after, limit } }) => {
    const now = clock();
    const startedAfter = new Date(now.getTime() - days * DAY_MS);
    return totalsOfBatches(pg, { startedAfter, after, limit }, now);
  }),
});
