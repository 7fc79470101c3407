import { sql } from '@closingwire/chassis/pg';
import { repeatWithdrawals, type Withdrawals, withdrawals } from '@closingwire/contracts/withdrawals';
import { reasonsOf } from '../operator-error.ts';
import { onExisting, withClient } from './database-client.ts';
import { type Keys, readSealed, writeSealed } from './encryption.ts';
import { installationOf } from './installation.ts';
import type { Storage } from './storage.ts';

/** Returns the URL of a database by its name. */
export type DatabaseUrls = (name: string) => string;

/** Returns the rows of a statement whose only column is a JSON array; empty if the database or the table is missing. */
async function listIn<Row>(
  urlOf: DatabaseUrls,
  { database, table, text }: { database: string; table: string; text: string },
): Promise<Row[]> {
  const list = await onExisting(urlOf(database), 'backup', async client => {
    const there = await client.query(sql`select to_regclass(${table}) is not null as there`);
    if (!there.rows[0]?.there) return undefined;
    return (await client.query<{ list: Row[] | null }>(text)).rows[0]?.list;
  });
  return list ?? [];
}

const at = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const deletedUsers = {
  database: 'auth',
  table: 'deleted_users',
  text: `select json_agg(json_build_object('id', id, 'deletedAt', ${at('deleted_at')}) order by deleted_at) as list
    from deleted_users`,
};

const turnedOff = {
  database: 'auth',
  table: 'users',
  text: 'select json_agg(id order by id) as list from users where not email_notifications',
};

/** By the link in an email; auth gets the event a moment later. */
const unsubscribed = {
  database: 'notifications',
  table: 'opt_outs',
  text: 'select json_agg(user_id order by user_id) as list from opt_outs',
};

const optOuts = {
  database: 'leads',
  table: 'opt_out_requests',
  text: `select json_agg(json_build_object('id', r.id, 'state', r.state, 'secretHash', encode(r.secret_hash, 'hex'),
      'createdAt', ${at('r.created_at')}, 'expiresAt', ${at('r.expires_at')},
      'confirmedAt', ${at('r.confirmed_at')}, 'decidedAt', ${at('r.decided_at')},
      'contacts', coalesce((
        select json_agg(json_build_object('kind', c.kind, 'hash', encode(c.hash, 'hex'), 'masked', c.masked,
          'isInEffect', exists (select from suppressions s where s.request_id = r.id and s.hash = c.hash)))
        from opt_out_contacts c where c.request_id = r.id), '[]')) order by r.created_at, r.id) as list
    from opt_out_requests r`,
};

/** Reads all withdrawals so far from a cluster's databases. */
export async function readWithdrawals(urlOf: DatabaseUrls): Promise<Withdrawals> {
  const takenAt = new Date().toISOString();
  const [installation, deleted, off, left, requests] = await Promise.all([
    installationOf(urlOf('auth')),
    listIn(urlOf, deletedUsers),
    listIn<string>(urlOf, turnedOff),
    listIn<string>(urlOf, unsubscribed),
    listIn(urlOf, optOuts),
  ]);
  return withdrawals.parse({
    takenAt,
    installation,
    deletedUsers: deleted,
    declines: [...new Set([...off, ...left])],
    optOuts: requests,
  });
}

/** Items per job: more would make a job slow and its payload large. */
const AT_ONCE = 200;

const chunked = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / AT_ONCE) }, (_, n) =>
    list.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );

async function enqueue(
  urlOf: DatabaseUrls,
  database: string,
  name: string,
  payloads: readonly object[],
): Promise<void> {
  if (payloads.length === 0) return;
  await withClient(urlOf(database), 'restore', async client => {
    await client.query(sql`begin`);
    for (const payload of payloads) {
      // One queue: its jobs run in order, so an older set is repeated before a newer one.
      await client.query(
        sql`select graphile_worker.add_job(${name}, payload => ${JSON.stringify(payload)}::json, queue_name => ${name})`,
      );
    }
    await client.query(sql`commit`);
  });
}

/**
 * Asks the services of a restored cluster to repeat withdrawals, the oldest set first: by jobs, which run when they start.
 * Declines have no time, so those of the newest set alone are repeated: an older one has users who wanted notices again
 * later. A set of another installation has other users, and no place in that order. Merged again right away, the jobs change
 * nothing; merged later, they turn off notices that users turned on since.
 */
export async function mergeWithdrawals(urlOf: DatabaseUrls, sets: readonly Withdrawals[]): Promise<void> {
  const { users, optOuts: requests } = repeatWithdrawals;
  const declines = await newestDeclines(urlOf, sets);
  const ofUsers = [
    ...chunked(sets.flatMap(set => set.deletedUsers)).map(list => ({ deletedUsers: list, declines: [] })),
    ...chunked(declines).map(list => ({ deletedUsers: [], declines: list })),
  ];
  await enqueue(urlOf, 'auth', users.name, ofUsers);
  await enqueue(
    urlOf,
    'leads',
    requests.name,
    chunked(sets.flatMap(set => set.optOuts)).map(list => ({ optOuts: list })),
  );
}

async function newestDeclines(urlOf: DatabaseUrls, sets: readonly Withdrawals[]): Promise<string[]> {
  if (sets.every(({ declines }) => declines.length === 0)) return [];
  const own = await installationOf(urlOf('auth'));
  return sets.findLast(({ installation }) => [undefined, own].includes(installation))?.declines ?? [];
}

const fileName = /^withdrawals[\w.-]*\.json(\.age)?$/;

/** Replaces the file atomically. Returns its path. */
export const writeWithdrawals = (
  storage: Storage,
  { given, keys, name = 'withdrawals.json' }: { given: Withdrawals; keys: Keys; name?: string },
) => writeSealed(storage, { path: name, text: `${JSON.stringify(given)}\n`, keys });

/** Reads one file; throws if it cannot be read. */
export async function readWithdrawalsFile(
  storage: Storage,
  { path, keys }: { path: string; keys: Keys },
): Promise<Withdrawals> {
  const text = await readSealed(storage, path, keys);
  try {
    return withdrawals.parse(JSON.parse(text ?? ''));
  } catch (cause) {
    throw new Error(`expected ${path} to be written by \`closingwire withdrawals save\``, { cause });
  }
}

export type Kept = {
  withdrawals: Withdrawals[];
  /** Sentences on unreadable files. */
  problems: string[];
};

export const unreadable = (location: string, error: unknown) =>
  `Opt-outs and deletions since the backup could not be read from ${location}: ${reasonsOf(error)}`;

/** Reads the withdrawals in the files beside a backup. An unreadable file does not stop a restore. */
export async function withdrawalsBeside(storage: Storage, keys: Keys): Promise<Kept> {
  const files = (await storage.list('withdrawals'))
    .map(({ path }) => path)
    .filter(path => fileName.test(path));
  const kept: Kept = { withdrawals: [], problems: [] };
  for (const path of files) {
    try {
      kept.withdrawals.push(await readWithdrawalsFile(storage, { path, keys }));
    } catch (error) {
      kept.problems.push(unreadable(`${storage.address}/${path}`, error));
    }
  }
  return kept;
}

/** Reads one file of any name. */
export async function onlyFile(
  { storage, name }: { storage: Storage; name: string },
  keys: Keys,
): Promise<Kept> {
  return { withdrawals: [await readWithdrawalsFile(storage, { path: name, keys })], problems: [] };
}
