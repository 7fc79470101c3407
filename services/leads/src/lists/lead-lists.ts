import { newId } from '@closingwire/chassis/ids';
import { join, type Queries, type Sql, sql, type Tx } from '@closingwire/chassis/pg';
import { LIST_DAYS } from '@closingwire/contracts/shown-limits';
import { lastDays, todayByState, todayOf } from './calendar.ts';
import { mayBeCalledBy, mayBeShown, soldIn } from './closing-filter.ts';

/** `today` is the last day of the list, by the calendar of the ZIP's state. */
export type LeadList = {
  id: string;
  zipCode: string;
  version: number;
  agentCount: number;
  updatedAt: Date;
  today: string;
};

type Row = Omit<LeadList, 'today'> & { state: string | null };

/** Joins the state of a ZIP's newest closing, which decides the ZIP's time zone. Hardly any ZIP lies in two time zones. */
const stateOf = (zipCode: Sql) => sql`left join lateral (
  select state from closings c where c.zip = ${zipCode} order by c.sold_date desc limit 1) s on true`;

/** `accountId`: the reader, null for all of them. */
type ListQuery = { accountId: string | null; zipCodes: readonly string[]; days: number; now: Date };

/**
 * Returns the existing lists of these ZIPs. `agentCount` counts the closings of the last `days` days, with the same
 * conditions as `inList`.
 */
export async function findLists(
  db: Queries,
  { accountId, zipCodes, days, now }: ListQuery,
): Promise<LeadList[]> {
  const isCounted = [
    mayBeShown('lists'),
    ...soldIn(lastDays(days, now)),
    ...(accountId === null ? [] : [mayBeCalledBy(accountId, zipCodes)]),
  ];
  const rows = await db.query<Row>(
    sql`select l.id, l.zip as "zipCode", l.version, l.updated_at as "updatedAt", s.state, (
       select count(*) from closings c
       where c.zip = l.zip and c.created_at <= l.as_of and ${join(isCounted, ' and ')}) as "agentCount"
     from lead_lists l ${stateOf(sql`l.zip`)} where l.zip = any(${zipCodes}::text[]) order by l.zip`,
  );
  return rows.map(({ state, ...list }) => ({ ...list, today: todayOf(state, now) }));
}

/** Creates or updates the lists of these ZIPs as of now, and returns them. */
export async function refreshLists(tx: Tx, zipCodes: readonly string[], now: Date): Promise<LeadList[]> {
  const [earlier, later] = todayByState(now);
  await tx.execute(
    sql`insert into lead_lists as l (zip, id, version, updated_at, day, as_of)
     select t.zip, t.id, 1, ${now}::timestamptz,
       case when s.state = any(${later?.states ?? []}::text[]) then ${later?.day ?? null}::date
         else ${earlier?.day}::date end, clock_timestamp()
     from unnest(${zipCodes}::text[], ${zipCodes.map(() => newId())}::uuid[]) as t (zip, id) ${stateOf(sql`t.zip`)}
     order by t.zip
     on conflict (zip) do update
     set version = l.version + 1, updated_at = excluded.updated_at, day = excluded.day, as_of = excluded.as_of`,
  );
  return findLists(tx, { accountId: null, zipCodes, days: LIST_DAYS, now });
}

export function isListOf(db: Queries, id: string, zipCode: string): Promise<boolean> {
  return db.returnsRow(sql`select from lead_lists where id = ${id} and zip = ${zipCode}`);
}
