import { MongoClient } from 'mongodb';
import pg from 'pg';
import { allMails, type SunkMail } from '../platform/mail-sink.ts';
import type { WholeAddresses } from '../platform/whole-addresses.ts';

/** Rows of a query on one service's database, as somebody who may see everything. */
export async function rowsOf<Row extends object>(
  { postgresUrl }: WholeAddresses,
  database: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: `${postgresUrl}${database}` });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** How often each key occurs in `key` of the rows. */
export function countKeys(rows: readonly { key: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of rows) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** How often the query finds each of the keys; its one parameter is the keys, its one column `key`. */
export async function countIn(
  whole: WholeAddresses,
  database: string,
  sql: string,
  keys: readonly string[],
): Promise<Map<string, number>> {
  return countKeys(await rowsOf<{ key: string }>(whole, database, sql, [keys]));
}

/** Mails in the sink whose key `keyOf` can find. */
export async function countMails(
  { mailApiUrl }: WholeAddresses,
  keyOf: (mail: SunkMail) => string | undefined,
): Promise<Map<string, number>> {
  const keys = (await allMails(mailApiUrl)).map(keyOf).filter(key => key !== undefined);
  return countKeys(keys.map(key => ({ key })));
}

/** Mails that the product shows it cannot know about, because it died while sending them. */
export async function unknownMails(
  whole: WholeAddresses,
  template: string,
  column: 'recipient' | 'subject_key',
): Promise<Set<string>> {
  const sql = `select ${column} as key from mails where template = $1 and unknowns > 0`;
  const rows = await rowsOf<{ key: string }>(whole, 'notifications', sql, [template]);
  return new Set(rows.map(({ key }) => key));
}

export async function documentsOf<T extends object>(
  { mongoUrl }: WholeAddresses,
  database: string,
  collection: string,
): Promise<T[]> {
  const client = await MongoClient.connect(mongoUrl, { serverSelectionTimeoutMS: 5_000 });
  try {
    return await client.db(database).collection(collection).find<T>({}).toArray();
  } finally {
    await client.close();
  }
}
