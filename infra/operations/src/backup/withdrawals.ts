import { sql } from '@closingwire/chassis/pg';
import {
  type DeletionListPart,
  repeatWithdrawals,
  type StoredDeletionList,
  type Withdrawals,
  withdrawals,
} from '@closingwire/contracts/withdrawals';
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

/** A list of a million records is 100 MB; each is written once, so `except` names those that a storage has. */
const deletionLists = (except: readonly string[]) => ({
  database: 'leads',
  table: 'deletion_lists',
  text: `select json_agg(json_build_object('id', l.id, 'kind', l.kind, 'fileName', l.file_name, 'listedOn', l.listed_on,
      'digest', encode(l.digest, 'hex'), 'uploadedBy', l.uploaded_by, 'uploadedAt', ${at('l.uploaded_at')},
      'finishedAt', ${at('l.finished_at')}, 'repliedAt', ${at('l.replied_at')},
      'deleted', l.deleted, 'optedOut', l.opted_out,
      'records', coalesce((
        select json_agg(json_build_array(r.record_id, encode(r.hash, 'hex'), r.outcome) order by r.position)
        from deletion_records r where r.list_id = l.id), '[]'),
      'suppressions', coalesce((
        select json_agg(json_build_array(s.kind, encode(s.hash, 'hex'))) from suppressions s
        where s.request_id = l.id), '[]')) order by l.uploaded_at, l.id) as list
    from deletion_lists l where l.state = 'done' and l.id <> all ('{${except.join(',')}}'::uuid[])`,
});

/** Reads all withdrawals so far from a cluster's databases, without the deletion lists of these ids. */
export async function readWithdrawals(
  urlOf: DatabaseUrls,
  { exceptLists = [] }: { exceptLists?: readonly string[] } = {},
): Promise<Withdrawals> {
  const takenAt = new Date().toISOString();
  const [installation, deleted, off, left, requests, lists] = await Promise.all([
    installationOf(urlOf('auth')),
    listIn(urlOf, deletedUsers),
    listIn<string>(urlOf, turnedOff),
    listIn<string>(urlOf, unsubscribed),
    listIn(urlOf, optOuts),
    listIn(urlOf, deletionLists(exceptLists)),
  ]);
  return withdrawals.parse({
    takenAt,
    installation,
    deletedUsers: deleted,
    declines: [...new Set([...off, ...left])],
    optOuts: requests,
    deletionLists: lists,
  });
}

/** Items per job: more would make a job slow and its payload large. */
const AT_ONCE = 200;

const chunked = <T>(list: readonly T[], size = AT_ONCE): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size));

const HASHES_AT_ONCE = 5_000;

/** Cuts a list into the payloads of jobs. */
function partsOf({ records, suppressions, ...list }: StoredDeletionList): DeletionListPart[] {
  const part = { list, first: 1, records: [], suppressions: [], isLast: false };
  return [
    ...chunked(records, HASHES_AT_ONCE).map((some, n) => ({
      ...part,
      first: n * HASHES_AT_ONCE + 1,
      records: some,
    })),
    ...chunked(suppressions, HASHES_AT_ONCE).map(some => ({ ...part, suppressions: some })),
    { ...part, isLast: true },
  ];
}

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
  const { users, optOuts: requests, deletionLists: lists } = repeatWithdrawals;
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
  const byId = new Map(sets.flatMap(set => set.deletionLists).map(list => [list.id, list]));
  await enqueue(urlOf, 'leads', lists.name, [...byId.values()].flatMap(partsOf));
}

async function newestDeclines(urlOf: DatabaseUrls, sets: readonly Withdrawals[]): Promise<string[]> {
  if (sets.every(({ declines }) => declines.length === 0)) return [];
  const own = await installationOf(urlOf('auth'));
  return sets.findLast(({ installation }) => [undefined, own].includes(installation))?.declines ?? [];
}

const fileName = /^withdrawals[\w.-]*\.json(\.age)?$/;

const listFile = /^withdrawals-list-([0-9a-f-]{36})\.json(\.age)?$/;

/** Returns the ids of the deletion lists that a storage has. */
export async function listsIn(storage: Storage): Promise<string[]> {
  const files = await storage.list('withdrawals-list-');
  return files.flatMap(({ path }) => listFile.exec(path)?.[1] ?? []);
}

/** A set with one deletion list only. No installation has this ID, so its declines are not taken for the newest. */
const onlyList = (list: StoredDeletionList): Withdrawals => ({
  takenAt: list.finishedAt,
  installation: '',
  ...{ deletedUsers: [], declines: [], optOuts: [] },
  deletionLists: [list],
});

/** Replaces the file atomically, and writes a file of each deletion list. Returns the path of the first. */
export async function writeWithdrawals(
  storage: Storage,
  { given, keys, name = 'withdrawals.json' }: { given: Withdrawals; keys: Keys; name?: string },
): Promise<string> {
  const textOf = (set: Withdrawals) => `${JSON.stringify(set)}\n`;
  for (const list of given.deletionLists) {
    const path = `withdrawals-list-${list.id}.json`;
    await writeSealed(storage, { path, text: textOf(onlyList(list)), keys });
  }
  return writeSealed(storage, { path: name, text: textOf({ ...given, deletionLists: [] }), keys });
}

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
