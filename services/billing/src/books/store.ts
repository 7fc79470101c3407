import { newId } from '@closingwire/chassis/ids';
import { type Queries, sql, type Tx } from '@closingwire/chassis/pg';
import { type BookDifference, type BookKind, type BookRun, MOST_REPAIRS } from '@closingwire/contracts/books';
import type { Difference } from './compare.ts';

type Run = Omit<BookRun, 'startedAt' | 'finishedAt'> & { startedAt: Date; finishedAt: Date | null };

const runColumns = sql`id, state, started_at as "startedAt", finished_at as "finishedAt", failure,
  accounts, claims, batches`;
const UNDER_WAY = sql`state in ('comparing', 'confirming')`;

export function findRunById(db: Queries, id: string): Promise<Run | undefined> {
  return db.maybe<Run>(sql`select ${runColumns} from book_runs where id = ${id}`);
}

function latestRun(db: Queries): Promise<Run | undefined> {
  return db.maybe<Run>(sql`select ${runColumns} from book_runs order by started_at desc limit 1`);
}

/** A run that takes longer no longer has a job. */
const GIVE_UP = sql`interval '6 hours'`;

/** Returns the run under way, or begins one. Gives up a run that has not ended for six hours. */
export async function takeRun(tx: Tx, now: Date): Promise<Run> {
  await tx.execute(
    sql`update book_runs set state = 'given-up', finished_at = ${now}::timestamptz
     where ${UNDER_WAY} and started_at < ${now}::timestamptz - ${GIVE_UP}`,
  );
  await tx.execute(
    sql`insert into book_runs (id, state, started_at) values (${newId()}, 'comparing', ${now}) on conflict do nothing`,
  );
  return tx.one<Run>(sql`select ${runColumns} from book_runs where ${UNDER_WAY}`);
}

export async function allowManyRepairs(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`update book_runs set repairs_many = true where id = ${id}`);
}

/** Returns the kinds with more differences than a run repairs, unless an admin allowed it for this run. */
export async function unrepairedKinds(db: Queries, runId: string): Promise<Set<string>> {
  const rows = await db.query<{ kind: string }>(
    sql`select kind from book_differences
     where resolved_at is null and not (select repairs_many from book_runs where id = ${runId})
     group by 1 having count(*) > ${MOST_REPAIRS}`,
  );
  return new Set(rows.map(({ kind }) => kind));
}

export type Compared = Pick<BookRun, 'accounts' | 'claims' | 'batches'>;

/** Ends the first look of a run. */
export async function storeCompared(
  tx: Tx,
  id: string,
  { accounts, claims, batches }: Compared,
): Promise<void> {
  await tx.execute(
    sql`update book_runs set state = 'confirming', failure = null, accounts = ${accounts}, claims = ${claims},
       batches = ${batches}
     where id = ${id}`,
  );
}

export async function storeFailure(db: Queries, id: string, failure: string): Promise<void> {
  await db.execute(sql`update book_runs set failure = ${failure} where id = ${id} and ${UNDER_WAY}`);
}

/** SQL that is true of a difference that a second look has confirmed and that is not resolved. */
const IS_OPEN = sql`confirmed_at is not null and resolved_at is null`;

const KEPT = sql`interval '90 days'`;

/** Ends a run and deletes rows older than 90 days. */
export async function finishRun(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.execute(
    sql`update book_runs set state = 'done', failure = null, finished_at = ${now}, left_open = (
       select count(*) from book_differences where ${IS_OPEN})
     where id = ${id} and ${UNDER_WAY}`,
  );
  await tx.execute(sql`delete from book_live_subscriptions`);
  await tx.execute(sql`delete from book_runs where started_at < ${now}::timestamptz - ${KEPT}`);
  await tx.execute(sql`delete from book_differences where resolved_at < ${now}::timestamptz - ${KEPT}`);
}

/** Stores the differences of the first look. Updates a difference that is not resolved yet. */
export async function upsertDifferences(
  db: Queries,
  differences: readonly Difference[],
  now: Date,
): Promise<void> {
  if (differences.length === 0) return;
  await db.execute(
    sql`insert into book_differences (id, kind, subject, account_id, seen, first_seen_at, last_seen_at)
     select id, kind, subject, account_id, seen, ${now}, ${now}
     from unnest(${differences.map(() => newId())}::uuid[], ${differences.map(({ kind }) => kind)}::text[],
         ${differences.map(({ subject }) => subject)}::text[], ${differences.map(({ accountId }) => accountId)}::uuid[],
         ${differences.map(({ seen }) => JSON.stringify(seen))}::jsonb[])
       as d (id, kind, subject, account_id, seen)
     on conflict (kind, subject) where resolved_at is null
     do update set seen = excluded.seen, last_seen_at = excluded.last_seen_at`,
  );
}

export type StoredDifference = Difference & { id: string; lastSeenAt: Date };

const columns = sql`id, kind, subject, account_id as "accountId", seen, last_seen_at as "lastSeenAt"`;

/**
 * Returns the unresolved differences with an id after `after`. With `confirmed`, only those that a second look has
 * confirmed.
 */
export function unresolvedDifferences(
  db: Queries,
  { after, limit, confirmed }: { after: string; limit: number; confirmed: boolean },
): Promise<StoredDifference[]> {
  return db.query<StoredDifference>(
    sql`select ${columns} from book_differences
     where resolved_at is null and id > ${after} and (confirmed_at is not null or not ${confirmed})
     order by id limit ${limit}`,
  );
}

export async function confirmDifference(
  db: Queries,
  id: string,
  { seen }: Pick<Difference, 'seen'>,
  now: Date,
): Promise<void> {
  await db.execute(
    sql`update book_differences set confirmed_at = coalesce(confirmed_at, ${now}), last_seen_at = ${now},
       seen = ${JSON.stringify(seen)}
     where id = ${id} and resolved_at is null`,
  );
}

/** Resolves a difference. One that no second look has confirmed is deleted: an event or webhook was under way. */
export async function resolveDifference(db: Queries, id: string, now: Date): Promise<void> {
  await db.execute(sql`delete from book_differences where id = ${id} and confirmed_at is null`);
  await db.execute(
    sql`update book_differences set resolved_at = ${now} where id = ${id} and resolved_at is null`,
  );
}

type Row = Omit<BookDifference, 'firstSeenAt' | 'lastSeenAt' | 'resolvedAt'> & {
  firstSeenAt: Date;
  lastSeenAt: Date;
  resolvedAt: Date | null;
};

const isShown = (now: Date) => sql`
  confirmed_at is not null and (resolved_at is null or resolved_at > ${now}::timestamptz - interval '30 days')`;

const shown = ({ firstSeenAt, lastSeenAt, resolvedAt, ...row }: Row): BookDifference => ({
  ...row,
  firstSeenAt: firstSeenAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
  resolvedAt: resolvedAt?.toISOString() ?? null,
});

export const shownRun = ({ startedAt, finishedAt, ...run }: Run): BookRun => ({
  ...run,
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});

/** Returns the latest run, and a page of the differences, unresolved ones first. */
export async function bookPage(db: Queries, { page, limit }: { page: number; limit: number }, now: Date) {
  const [run, counts, rows] = await Promise.all([
    latestRun(db),
    db.one<{ open: number; total: number; agreedAt: Date | null; held: BookKind[] }>(
      sql`select count(*) filter (where resolved_at is null)::int as open, count(*)::int as total,
         (select max(finished_at) from book_runs where state = 'done' and left_open = 0) as "agreedAt",
         array(select kind from book_differences where ${IS_OPEN}
               group by 1 having count(*) > ${MOST_REPAIRS}) as held
       from book_differences where ${isShown(now)}`,
    ),
    db.query<Row>(
      sql`select ${columns}, first_seen_at as "firstSeenAt", resolved_at as "resolvedAt"
       from book_differences where ${isShown(now)}
       order by resolved_at desc nulls first, last_seen_at desc, id limit ${limit} offset ${(page - 1) * limit}`,
    ),
  ]);
  return {
    run: run ? shownRun(run) : null,
    agreedAt: counts.agreedAt?.toISOString() ?? null,
    open: counts.open,
    total: counts.total,
    held: counts.held,
    differences: rows.map(shown),
  };
}
