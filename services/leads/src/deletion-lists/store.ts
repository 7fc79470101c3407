import { type Queries, sql } from '@closingwire/chassis/pg';
import type { DeletionList } from '@closingwire/contracts/deletion-lists';

type Instant = 'uploadedAt' | 'finishedAt' | 'repliedAt';
type ListRow = Omit<DeletionList, Instant> & {
  uploadedAt: Date;
  finishedAt: Date | null;
  repliedAt: Date | null;
};

const LISTS = sql`select l.id, l.kind, l.file_name as "fileName", l.listed_on::text as "listedOn",
    l.uploaded_at as "uploadedAt", coalesce(u.email, '') as "uploadedBy", l.state, l.record_count as records, l.deleted,
    l.opted_out as "optedOut", l.finished_at as "finishedAt", l.replied_at as "repliedAt"
  from deletion_lists l left join users u on u.id = l.uploaded_by`;

const toList = (row: ListRow): DeletionList => ({
  ...row,
  uploadedAt: row.uploadedAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  repliedAt: row.repliedAt?.toISOString() ?? null,
});

/** Lists a page of the uploads, newest first. */
export async function findLists(
  db: Queries,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeletionList[]> {
  const rows = await db.query<ListRow>(
    sql`${LISTS} order by l.uploaded_at desc, l.id desc limit ${limit} offset ${offset}`,
  );
  return rows.map(toList);
}

export async function findList(db: Queries, id: string): Promise<DeletionList | undefined> {
  const row = await db.maybe<ListRow>(sql`${LISTS} where l.id = ${id}`);
  return row && toList(row);
}

export async function countLists(db: Queries): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`select count(*)::int as total from deletion_lists`);
  return total;
}

export async function markReplied(db: Queries, id: string, now: Date): Promise<void> {
  await db.execute(
    sql`update deletion_lists set replied_at = ${now} where id = ${id} and replied_at is null`,
  );
}
