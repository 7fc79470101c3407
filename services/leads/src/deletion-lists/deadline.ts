import { type Queries, raw, type Sql, sql } from '@closingwire/chassis/pg';
import { DELETION_DAYS, type DeletionDeadline } from '@closingwire/contracts/deletion-lists';

/**
 * Selects the day until which both kinds of lists must be processed again, as `due`, and the days left at an instant.
 * No row without a list: the first one starts the count for both kinds. A list is complete when its reply file was
 * downloaded; an empty one needs no reply.
 */
export const deadlineAt = (now: Sql): Sql => sql`
  select due, due - (${now} at time zone 'UTC')::date as days_left
  from (
    select min(last) + ${raw(String(DELETION_DAYS))} as due from (
      select coalesce(max(l.listed_on) filter (where l.kind = wanted.kind and l.replied_at is not null),
        min(l.listed_on)) as last
      from (values ('email'), ('phone')) wanted (kind) cross join deletion_lists l group by wanted.kind) k
    having count(*) > 0) d`;

/** Returns null if no list was uploaded. */
export async function findDeadline(db: Queries, now: Date): Promise<DeletionDeadline | null> {
  const found = await db.maybe<DeletionDeadline>(
    sql`select due::text as "dueOn", days_left as "daysLeft" from (${deadlineAt(sql`${now}::timestamptz`)}) d`,
  );
  return found ?? null;
}
