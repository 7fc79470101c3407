import type { Queries } from '@closingwire/chassis/pg';
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

/** Every word is part of a name, the e-mail, industry, company or phone, whose digits alone do too. */
const MATCHES = `
  (cardinality($1::text[]) = 0 or
    concat_ws(' ', u.first_name, u.last_name, u.email, u.industry, u.company_name, u.contact_phone,
      translate(u.contact_phone, '+-.()/ ', '')) ilike all ($1::text[]))
  and ($2::text is null or u.status = $2 and u.email_confirmed_at is not null) and u.industry <> all ($3::text[])`;

const patternsOf = (text: string) =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map(word => `%${word.replace(/[\\%_]/g, '\\$&')}%`);

/** One page of the users that match, newest first, and how many match in all. */
export async function searchUsers(
  pg: Queries,
  { text, status, withoutIndustries = [], page, limit }: UserSearch,
): Promise<{ users: ListedUser[]; total: number }> {
  const search = [patternsOf(text), status ?? null, withoutIndustries];
  const [users, { total }] = await Promise.all([
    pg.query<ListedUser>(
      `${SELECT_LISTED} and ${MATCHES} order by u.created_at desc, u.id limit $4::bigint offset $5::bigint`,
      [...search, limit ?? null, (page - 1) * (limit ?? 0)],
    ),
    pg.one<{ total: number }>(
      `select count(*)::int as total from users u where u.deleted_at is null and ${MATCHES}`,
      search,
    ),
  ]);
  return { users, total };
}
