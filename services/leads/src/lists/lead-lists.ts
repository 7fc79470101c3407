import { newId } from '@closingwire/chassis/ids';
import type { Queries, Tx } from '@closingwire/chassis/pg';
import { DAYS_BEFORE_TODAY } from '@closingwire/contracts/leads';
import sql from 'sql-template-tag';
import { todayByState } from './calendar.ts';

/** `day` is today in the ZIP's state when the list was made ready. */
export type LeadList = {
  id: string;
  zip: string;
  version: number;
  agentCount: number;
  updatedAt: Date;
  day: string;
};

/** The lists of these ZIPs that exist, with what each held of its last days when it was made ready. */
export function findLists(db: Queries, zips: readonly string[], days: number): Promise<LeadList[]> {
  return db.query<LeadList>(
    `select l.id, l.zip, l.version, l.updated_at as "updatedAt", l.day, (
       select count(*) from closings c
       where c.zip = l.zip and c.sold_date between l.day - $2::integer and l.day and c.created_at <= l.as_of
         and not c.is_suppressed) as "agentCount"
     from lead_lists l where l.zip = any($1::text[]) order by l.zip`,
    [zips, days],
  );
}

/** Records that the lists of these ZIPs are up to date as of now, and returns their new state. */
export async function refreshLists(tx: Tx, zips: readonly string[], now: Date): Promise<LeadList[]> {
  const [earlier, later] = todayByState(now);
  // A ZIP lies in the state of its newest closing; hardly one crosses a border between two time zones.
  await tx.query(
    sql`insert into lead_lists as l (zip, id, version, updated_at, day, as_of)
     select t.zip, t.id, 1, ${now}::timestamptz,
       case when s.state = any(${later?.states ?? []}::text[]) then ${later?.day ?? null}::date
         else ${earlier?.day}::date end, clock_timestamp()
     from unnest(${zips}::text[], ${zips.map(() => newId())}::uuid[]) as t (zip, id)
     left join lateral (
       select state from closings c where c.zip = t.zip order by c.sold_date desc limit 1) s on true
     order by t.zip
     on conflict (zip) do update
     set version = l.version + 1, updated_at = excluded.updated_at, day = excluded.day, as_of = excluded.as_of`,
  );
  return findLists(tx, zips, DAYS_BEFORE_TODAY);
}

/** A list of this ZIP. */
export function findList(
  db: Queries,
  id: string,
  zip: string,
): Promise<Pick<LeadList, 'id' | 'day'> | undefined> {
  return db.maybe('select id, day from lead_lists where id = $1 and zip = $2', [id, zip]);
}
