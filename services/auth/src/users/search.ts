import type { Queries } from '@closingwire/chassis/pg';
import { SELECT_ACCOUNTS } from './store.ts';
import type { Account } from './user.ts';

/**
 * `text` is matched word by word; an empty one lets everybody through, and so does no `status`, which only confirmed
 * accounts have. Without `limit` there is one page.
 */
export type AccountSearch = {
  text: string;
  status?: Account['status'] | undefined;
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

/** One page of the accounts that match, newest first, and how many match in all. */
export async function searchAccounts(
  pg: Queries,
  { text, status, withoutIndustries = [], page, limit }: AccountSearch,
): Promise<{ accounts: Account[]; total: number }> {
  const search = [patternsOf(text), status ?? null, withoutIndustries];
  const [accounts, { total }] = await Promise.all([
    pg.query<Account>(
      `${SELECT_ACCOUNTS} and ${MATCHES} order by u.created_at desc, u.id limit $4::bigint offset $5::bigint`,
      [...search, limit ?? null, (page - 1) * (limit ?? 0)],
    ),
    pg.one<{ total: number }>(
      `select count(*)::int as total from users u where u.deleted_at is null and ${MATCHES}`,
      search,
    ),
  ]);
  return { accounts, total };
}
