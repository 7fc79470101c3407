import type { Queries } from '@closingwire/chassis/pg';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { SELECT_LISTED } from './store.ts';
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
    .map(word => `%${word.replace(/[\\%_]/g, '\\$&')}%`);

/** One page of the users that match, newest first, and how many match in all. */
export async function searchUsers(
  pg: Queries,
  search: UserSearch,
): Promise<{ users: ListedUser[]; total: number }> {
  const { page, limit = null } = search;
  const matches = matching(search);
  const offset = (page - 1) * (limit ?? 0);
  const [users, { total }] = await Promise.all([
    pg.query<ListedUser>(
      sql`${raw(SELECT_LISTED)} ${matches}
        order by u.created_at desc, u.id limit ${limit}::bigint offset ${offset}::bigint`,
    ),
    pg.one<{ total: number }>(
      sql`select count(*)::int as total from users u where u.deleted_at is null ${matches}`,
    ),
  ]);
  return { users, total };
}

export type SignUpDay = { day: string; signUps: number };

/** The users that there are, by the day in UTC on which they signed up: each of so many days up to today. */
export async function signUpsByDay(
  pg: Queries,
  days: number,
  now: Date,
): Promise<{ total: number; days: SignUpDay[] }> {
  const rows = await pg.query<SignUpDay & { total: number }>(
    `select d.day::date as day, count(u.id)::int as "signUps",
       (select count(*)::int from users where deleted_at is null) as total
     from generate_series(($1::timestamptz at time zone 'UTC')::date - $2::int + 1,
       ($1::timestamptz at time zone 'UTC')::date, interval '1 day') as d (day)
     left join users u on u.deleted_at is null and u.created_at >= d.day at time zone 'UTC'
       and u.created_at < (d.day + interval '1 day') at time zone 'UTC'
     group by 1 order by 1`,
    [now, days],
  );
  return { total: rows[0]?.total ?? 0, days: rows.map(({ day, signUps }) => ({ day, signUps })) };
}
