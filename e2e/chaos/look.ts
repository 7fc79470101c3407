import { MongoClient } from 'mongodb';
import pg from 'pg';
import { allMails, type SunkMail } from '../platform/mail-sink.ts';
import type { WholeAddresses } from '../platform/whole-addresses.ts';

/** Runs a query on a service's database as the owner. */
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

/** Counts each `key` of the rows. */
export function countKeys(rows: readonly { key: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of rows) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Counts rows per key. The query's only parameter is the list of keys, its only column is `key`. */
export async function countIn(
  whole: WholeAddresses,
  database: string,
  sql: string,
  keys: readonly string[],
): Promise<Map<string, number>> {
  return countKeys(await rowsOf<{ key: string }>(whole, database, sql, [keys]));
}

/** Counts emails in the inbox by `keyOf`. */
export async function countMails(
  { mailApiUrl }: WholeAddresses,
  keyOf: (mail: SunkMail) => string | undefined,
): Promise<Map<string, number>> {
  const keys = (await allMails(mailApiUrl)).map(keyOf).filter(key => key !== undefined);
  return countKeys(keys.map(key => ({ key })));
}

/** Returns emails with an unknown outcome: the product was killed while it sent them. */
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
