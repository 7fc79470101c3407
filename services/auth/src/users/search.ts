import { likePattern } from '@closingwire/chassis/like-pattern';
import { empty, join, type Queries, type Sql, sql } from '@closingwire/chassis/pg';
import { MOST_COUNTED } from '@closingwire/contracts/counted';
import { z } from 'zod';
import { COUNT_USERS, SELECT_LISTED } from './store.ts';
import type { ListedUser } from './user.ts';

/** Each word of `text` must match. `status` selects confirmed users only. Without `limit`, the page has all users. */
export type UserSearch = {
  text: string;
  status?: ListedUser['status'] | undefined;
  withoutIndustries?: readonly string[] | undefined;
  page: number;
  limit?: number | undefined;
};

const SEARCH_TEXT = sql`plain_text(user_search_text(f.first_name, f.last_name, f.email, f.industry,
  f.company_name, f.contact_phone))`;

// Not after a letter or hyphen: an id can have ten digits in a row.
const PHONE = /(?<![\w-])\+?(?:1[\s./-]*)?\(?(\d{3})\)?[\s./-]*(\d{3})[\s./-]*(\d{4})(?!\d)/g;

/** Splits a search into words. A whole US phone, in any punctuation and with or without +1, is one word of ten digits. */
const wordsOf = (text: string): string[] => text.replace(PHONE, ' $1$2$3 ').split(/\s+/).filter(Boolean);

/** Returns the digits of a part of a phone such as `206-555` or `(206)`; undefined of another word. */
function phoneDigitsOf(word: string): string | undefined {
  if (!/^[\d()+./-]+$/.test(word)) return undefined;
  const digits = word.replace(/\D/g, '');
  return digits && digits !== word ? digits : undefined;
}

const isId = (word: string) => z.uuid().safeParse(word).success;

/**
 * Returns the condition that a word finds `u`. It is part of the search text or of a city of the user's ZIPs; or it is a
 * ZIP, the user's id or the Stripe customer. Accents and case do not matter. A union, so that each part uses its index.
 */
function finds(word: string): Sql {
  const part = sql`'%' || plain_text(${likePattern(word)}::text) || '%'`;
  const digits = phoneDigitsOf(word);
  const hasText = (pattern: Sql) =>
    sql`select f.id from users f where f.deleted_at is null and ${SEARCH_TEXT} ilike ${pattern}`;
  return sql`u.id in (
    ${hasText(part)}
    ${digits ? sql`union all ${hasText(sql`'%' || ${digits}::text || '%'`)}` : empty}
    union all select s.user_id from subscription_copies s
      where s.cancelled_at is null and (s.zip_code = ${word} or plain_text(s.city) ilike ${part})
    union all select a.user_id from account_copies a where a.stripe_customer_id = ${word}
    ${isId(word) ? sql`union all select ${word}::uuid` : empty})`;
}

/** Returns the conditions on `u`. */
function conditionsOf({ text, status, withoutIndustries = [] }: UserSearch): Sql[] {
  const conditions = wordsOf(text).map(finds);
  if (status) conditions.push(sql`u.status = ${status} and u.email_confirmed_at is not null`);
  if (withoutIndustries.length > 0) conditions.push(sql`u.industry <> all (${withoutIndustries}::text[])`);
  return conditions;
}

type Found = { users: ListedUser[]; total: number };

/** Returns a page of the matching users, newest first. With conditions, `total` stops at one more than `MOST_COUNTED`. */
export function searchUsers(pg: Queries, search: UserSearch): Promise<Found> {
  const { page, limit = null } = search;
  const conditions = conditionsOf(search);
  const slice = sql`limit ${limit}::bigint offset ${(page - 1) * (limit ?? 0)}::bigint`;
  if (conditions.length === 0) return listAll(pg, slice);
  const most = limit === null ? null : Math.max(MOST_COUNTED + 1, page * limit);
  return listMatching(pg, { matches: join(conditions, ' and '), slice, most });
}

async function listAll(pg: Queries, slice: Sql): Promise<Found> {
  const [users, { total }] = await Promise.all([
    pg.query<ListedUser>(sql`${SELECT_LISTED} order by u.created_at desc, u.id ${slice}`),
    pg.one<{ total: number }>(COUNT_USERS),
  ]);
  return { users, total };
}

/** One statement for page and total, so that the text is compared once with each user. */
async function listMatching(
  pg: Queries,
  { matches, slice, most }: { matches: Sql; slice: Sql; most: number | null },
): Promise<Found> {
  const rows = await pg.query<ListedUser & { total: number }>(
    sql`with matches as materialized (
        select u.id, u.created_at from users u where u.deleted_at is null and ${matches}
        order by u.created_at desc, u.id limit ${most}::bigint),
      page as materialized (select id from matches order by created_at desc, id ${slice})
      select least(t.total, ${MOST_COUNTED + 1})::int as total, listed.*
      from (select count(*) as total from matches) t
      left join (${SELECT_LISTED} and u.id in (select id from page)) listed on true
      order by listed."createdAt" desc, listed.id`,
  );
  const users = rows.filter(({ id }) => id !== null).map(({ total: _, ...user }) => user);
  return { users, total: rows[0]?.total ?? 0 };
}

export type SignUpDay = { day: string; signUps: number };

/** Counts the present users by the UTC day of their sign-up, for a number of days up to today. */
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
