import { type Queries, type Sql, sql } from '@closingwire/chassis/pg';
import { type ContactsOverview, type DoNotCallList, EVIDENCE_DAYS } from '@closingwire/contracts/contacts';
import { IS_AREA_VALID } from './states.ts';

type ListRow = Omit<DoNotCallList, 'uploadedAt' | 'removedAt'> & { uploadedAt: Date; removedAt: Date | null };

const listsAt = (now: Date): Sql => sql`
  select l.id, l.kind, l.account_number as "accountNumber", l.listed_on::text as "listedOn",
    l.file_name as "fileName", l.uploaded_at as "uploadedAt", coalesce(u.email, '') as "uploadedBy",
    l.number_count as numbers, l.area_codes as "areaCodes",
    l.listed_on >= (${now}::timestamptz at time zone 'UTC')::date - ${EVIDENCE_DAYS['do-not-call']}::int as "isValid",
    l.uncovered_area_codes as "uncoveredAreaCodes", l.removed_at as "removedAt", coalesce(r.email, '') as "removedBy"
  from do_not_call_lists l left join users u on u.id = l.uploaded_by left join users r on r.id = l.removed_by`;

const shown = (row: ListRow): DoNotCallList => ({
  ...row,
  uploadedAt: row.uploadedAt.toISOString(),
  removedAt: row.removedAt?.toISOString() ?? null,
});

export async function findRegistryList(
  db: Queries,
  id: string,
  now: Date,
): Promise<DoNotCallList | undefined> {
  const row = await db.maybe<ListRow>(sql`${listsAt(now)} where l.id = ${id}`);
  return row && shown(row);
}

const MOST_LISTS = 100;

/** Returns the last lists, newest first. */
export async function registryLists(db: Queries, now: Date): Promise<DoNotCallList[]> {
  const rows = await db.query<ListRow>(sql`${listsAt(now)} order by l.position desc limit ${MOST_LISTS}`);
  return rows.map(shown);
}

/** Returns the covered area codes with the day of their list, and the count of all numbers. */
export async function registryCover(db: Queries, now: Date): Promise<ContactsOverview['registry']> {
  const rows = await db.query<{ areaCode: string; listedOn: string; isValid: boolean; numbers: number }>(
    sql`select a.area_code as "areaCode", a.listed_on::text as "listedOn", a.number_count as numbers,
       ${IS_AREA_VALID(sql`${now}::timestamptz`)} as "isValid"
     from do_not_call_areas a order by 1`,
  );
  return {
    numbers: rows.reduce((sum, { numbers }) => sum + numbers, 0),
    areaCodes: rows.map(({ numbers: _, ...area }) => area),
  };
}
