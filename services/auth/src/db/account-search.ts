import type { Queries } from '@closingwire/chassis/pg';
import type { Account } from '../domain/account.ts';
import { SELECT_ACCOUNTS } from './accounts.ts';

/** `text` is matched word by word; an empty one lets everybody through. Without `limit` there is one page. */
export type AccountSearch = { text: string; page: number; limit?: number | undefined };

/** Every word is part of a name, the e-mail, industry, company or phone, whose digits alone do too. */
const MATCHES = `
  (cardinality($1::text[]) = 0 or
    concat_ws(' ', u.first_name, u.last_name, u.email, u.industry, u.company_name, u.contact_phone,
      translate(u.contact_phone, '+-.()/ ', '')) ilike all ($1::text[]))`;

const patternsOf = (text: string) =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map(word => `%${word.replace(/[\\%_]/g, '\\$&')}%`);

/** One page of the accounts that match, newest first, and how many match in all. */
export async function searchAccounts(
  pg: Queries,
  { text, page, limit }: AccountSearch,
): Promise<{ accounts: Account[]; total: number }> {
  const patterns = patternsOf(text);
  const [accounts, { total }] = await Promise.all([
    pg.query<Account>(
      `${SELECT_ACCOUNTS} and ${MATCHES} order by u.created_at desc, u.id limit $2::bigint offset $3::bigint`,
      [patterns, limit ?? null, (page - 1) * (limit ?? 0)],
    ),
    pg.one<{ total: number }>(
      `select count(*)::int as total from users u where u.deleted_at is null and ${MATCHES}`,
      [patterns],
    ),
  ]);
  return { accounts, total };
}
