import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { repeatWithdrawals, type Withdrawals, withdrawals } from '@closingwire/contracts/withdrawals';
import { withDatabase } from '@closingwire/topology/addresses';
import pg from 'pg';

type Rows<Row> = Promise<Row[]>;

/** Rows of a statement whose only column is a JSON array; none where the database or the table is missing. */
async function listIn<Row>(
  clusterUrl: string,
  { database, table, text }: { database: string; table: string; text: string },
): Rows<Row> {
  const client = new pg.Client({ connectionString: withDatabase(clusterUrl, database) });
  try {
    await client.connect();
    const there = await client.query('select to_regclass($1) is not null as there', [table]);
    if (!there.rows[0]?.there) return [];
    return (await client.query<{ list: Row[] | null }>(text)).rows[0]?.list ?? [];
  } catch (error) {
    if ((error as { code?: string }).code === UNKNOWN_DATABASE) return [];
    throw error;
  } finally {
    await client.end();
  }
}
const UNKNOWN_DATABASE = '3D000';

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

/** By the link in a mail; auth receives the event a moment later. */
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

/** Reads what people have taken back until now from the databases of a cluster. */
export async function readWithdrawals(clusterUrl: string): Promise<Withdrawals> {
  const takenAt = new Date().toISOString();
  const [deleted, off, left, requests] = await Promise.all([
    listIn(clusterUrl, deletedUsers),
    listIn<string>(clusterUrl, turnedOff),
    listIn<string>(clusterUrl, unsubscribed),
    listIn(clusterUrl, optOuts),
  ]);
  return withdrawals.parse({
    takenAt,
    deletedUsers: deleted,
    declines: [...new Set([...off, ...left])],
    optOuts: requests,
  });
}

/** Of one job: more would make it run long, and its payload large. */
const AT_ONCE = 200;

const chunked = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / AT_ONCE) }, (_, n) =>
    list.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );

async function enqueue(
  clusterUrl: string,
  database: string,
  name: string,
  payloads: readonly object[],
): Promise<void> {
  if (payloads.length === 0) return;
  const client = new pg.Client({ connectionString: withDatabase(clusterUrl, database) });
  await client.connect();
  try {
    await client.query('begin');
    for (const payload of payloads) {
      // One queue: its jobs run one after another, an older set before a newer one.
      await client.query('select graphile_worker.add_job($1, payload => $2::json, queue_name => $1)', [
        name,
        JSON.stringify(payload),
      ]);
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/**
 * Asks the services of a restored cluster to repeat withdrawals, the oldest set first: by jobs, which run when they start.
 * Declines have no time, so those of the newest set alone are repeated: an older one has users who wanted notices again
 * later. Merged again right away, the jobs change nothing; merged later, they turn off notices that users turned on since.
 */
export async function mergeWithdrawals(clusterUrl: string, sets: readonly Withdrawals[]): Promise<void> {
  const { users, optOuts: requests } = repeatWithdrawals;
  const ofUsers = [
    ...chunked(sets.flatMap(set => set.deletedUsers)).map(list => ({ deletedUsers: list, declines: [] })),
    ...chunked(sets.at(-1)?.declines ?? []).map(list => ({ deletedUsers: [], declines: list })),
  ];
  await enqueue(clusterUrl, 'auth', users.name, ofUsers);
  await enqueue(
    clusterUrl,
    'leads',
    requests.name,
    chunked(sets.flatMap(set => set.optOuts)).map(list => ({ optOuts: list })),
  );
}

/** Where they are kept beside a backup. */
export const withdrawalsFile = (backup: string) => `${dirname(backup)}/withdrawals.json`;

/** Replaces the file; a reader finds the old one or the new one. */
export async function writeWithdrawals(file: string, given: Withdrawals): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.unfinished`;
  try {
    await writeFile(unfinished, `${JSON.stringify(given)}\n`, { flush: true, mode: 0o600 });
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Undefined when there is no such file. Throws for one that cannot be read. */
export async function loadWithdrawals(file: string): Promise<Withdrawals | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return withdrawals.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`expected ${file} to be written by \`make withdrawals\``, { cause });
  }
}
