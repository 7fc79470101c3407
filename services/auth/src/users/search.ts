import { likePattern } from '@closingwire/chassis/like-pattern';
import type { Queries } from '@closingwire/chassis/pg';
import { MOST_COUNTED } from '@closingwire/contracts/counted';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { COUNT_USERS, SELECT_LISTED } from './store.ts';
import type { ListedUser } from './user.ts';

/**
 * `text` is matched word by word; an empty one lets everybody through, and so does no `status`, which only confirmed
 * accounts have. Without `limit` there is one page.
 */
export type UserSearch = {
  text: string;
  status?: ListedUser['status'] | undefined;
  withoutIndustries?: readonly string[] | undefined;
  page: number;
  limit?: number | undefined;
};

const TEXT =
  'user_search_text(u.first_name, u.last_name, u.email, u.industry, u.company_name, u.contact_phone)';

/** Every word is part of a name, the e-mail, industry, company or phone, whose digits alone do too. */
const matching = ({ text, status, withoutIndustries = [] }: UserSearch): Sql => sql`
  ${patternsOf(text)
    .map(pattern => sql`and ${raw(TEXT)} ilike ${pattern}`)
    .reduce(joined, empty)}
  ${status === undefined ? empty : sql`and u.status = ${status} and u.email_confirmed_at is not null`}
  ${withoutIndustries.length === 0 ? empty : sql`and u.industry <> all (${withoutIndustries}::text[])`}`;

const joined = (before: Sql, after: Sql) => sql`${before} ${after}`;

const patternsOf = (text: string) =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map(word => `%${likePattern(word)}%`);

type Found = { users: ListedUser[]; total: number };

/** One page of the users that match, newest first, and how many match: of a search up to one more than `MOST_COUNTED`. */
export function searchUsers(pg: Queries, search: UserSearch): Promise<Found> {
  const { page, limit = null } = search;
  const matches = matching(search);
  const slice = sql`limit ${limit}::bigint offset ${(page - 1) * (limit ?? 0)}::bigint`;
  if (matches.sql.trim() === '') return listEverybody(pg, slice);
  const most = limit === null ? null : Math.max(MOST_COUNTED + 1, page * limit);
  return listMatching(pg, { matches, slice, most });
}

async function listEverybody(pg: Queries, slice: Sql): Promise<Found> {
  const [users, { total }] = await Promise.all([
    pg.query<ListedUser>(sql`${raw(SELECT_LISTED)} order by u.created_at desc, u.id ${slice}`),
    pg.one<{ total: number }>(COUNT_USERS),
  ]);
  return { users, total };
}

/** One statement, so that the text is compared once with each of the newest `most`, for the page and for the total. */
async function listMatching(
  pg: Queries,
  { matches, slice, most }: { matches: Sql; slice: Sql; most: number | null },
): Promise<Found> {
  const rows = await pg.query<ListedUser & { total: number }>(
    sql`with matches as materialized (
        select u.id, u.created_at from users u where u.deleted_at is null ${matches}
        order by u.created_at desc, u.id limit ${most}::bigint),
      page as materialized (select id from matches order by created_at desc, id ${slice})
      select least(t.total, ${MOST_COUNTED + 1})::int as total, listed.*
      from (select count(*) as total from matches) t
      left join (${raw(SELECT_LISTED)} and u.id in (select id from page)) listed on true
      order by listed."createdAt" desc, listed.id`,
  );
  const users = rows.filter(({ id }) => id !== null).map(({ total: _, ...user }) => user);
  return { users, total: rows[0]?.total ?? 0 };
}

export type SignUpDay = { day: string; signUps: number };

/** The users that there are, by the day in UTC on which they signed up: each of so many days up to today. */
export async function signUpsByDay(
  pg: Queries,
  days: number,
  now: Date,
): Promise<{ total: number; days: SignUpDay[] }> {
  const rows = await pg.query<SignUpDay & { total: number }>(
    sql`with users as (
       select key as day, sum(amount)::int as "signUps" from stored_totals where name = 'users' group by key)
     select d.day::date as day, coalesce(u."signUps", 0) as "signUps",
       (select coalesce(sum("signUps"), 0)::int from users) as total
     from generate_series((${now}::timestamptz at time zone 'UTC')::date - ${days}::int + 1,
       (${now}::timestamptz at time zone 'UTC')::date, interval '1 day') as d (day)
     left join users u on u.day = d.day::date::text
     order by 1`,
  );
  return { total: rows[0]?.total ?? 0, days: rows.map(({ day, signUps }) => ({ day, signUps })) };
}
