import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { sql } from '@closingwire/chassis/pg';
import { execa } from 'execa';
import pg from 'pg';
import { runCommand } from '../command.ts';
import { lastLines } from '../supervisor/log-file.ts';
import { PlatformError } from '../terminal.ts';

/**
 * Files that a copy must omit or may omit:
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP-DATA
 */
const left = [
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_subtrans'].map(
    folder => `./${folder}/*`,
  ),
  ...['./postmaster.pid', './postmaster.opts', './backup_label', './global/pg_control'],
  ...['pgsql_tmp*', 'pg_internal.init*'],
];

/**
 * Copies a running cluster into another data folder. The copy is consistent after its server has replayed the copied
 * write-ahead log. `folder` holds temporary archives.
 */
export async function copyCluster(
  { url, data }: { url: string; data: string },
  { folder, to }: { folder: string; to: string },
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'standby' });
  await client.connect();
  try {
    // Without a slot, the next checkpoint could recycle log that the copy needs. The slot ends with the session.
    await client.query(sql`select pg_create_physical_replication_slot(${`copy_${process.pid}`}, true, true)`);
    const first = await value(client, `select pg_walfile_name(pg_backup_start('closingwire', fast => true))`);
    await archive(`${folder}/data.tar.gz`, {
      files: [...left.map(pattern => `--exclude=${pattern}`), '-C', data, '.'],
      accepted: [0, changedWhileRead],
    });
    // Copied last: recovery expects pg_control to be the newest file.
    const control = await readFile(`${data}/global/pg_control`);
    const { rows } = await client.query<{ label: string; last: string }>(
      sql`select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)`,
    );
    const [end] = rows;
    if (end === undefined) throw new Error('expected the end of the copy');
    await archiveLog(`${folder}/wal.tar.gz`, data, { first, last: end.last });
    await mkdir(to, { recursive: true, mode: 0o700 });
    await extract(`${folder}/data.tar.gz`, to);
    await extract(`${folder}/wal.tar.gz`, `${to}/pg_wal`);
    await writeFile(`${to}/global/pg_control`, control, { mode: 0o600 });
    await writeFile(`${to}/backup_label`, end.label, { mode: 0o600 });
  } finally {
    await client.end();
  }
}

async function value(client: pg.Client, sql: string): Promise<string> {
  const { rows } = await client.query<[string]>({ text: sql, rowMode: 'array' });
  return String(rows[0]?.[0]);
}

/** tar's exit code for a file that changed while it was read. Replaying the log repairs it. */
const changedWhileRead = 1;

/** Segment names increase with the log: timeline, then position. */
async function archiveLog(
  path: string,
  data: string,
  { first, last }: { first: string; last: string },
): Promise<void> {
  const names = (await readdir(`${data}/pg_wal`)).filter(name => /^[0-9A-F]{24}$/.test(name));
  const needed = names.filter(name => name >= first && name <= last).sort();
  if (needed[0] !== first || needed.at(-1) !== last) {
    throw new Error(
      `expected the log from ${first} to ${last}; it goes from ${needed[0]} to ${needed.at(-1)}`,
    );
  }
  await archive(path, { files: ['-C', `${data}/pg_wal`, ...needed], accepted: [0] });
}

async function archive(
  path: string,
  { files, accepted }: { files: string[]; accepted: number[] },
): Promise<void> {
  const tar = ['--use-compress-program=gzip -1', '-cf', path, ...files];
  const { exitCode, all } = await execa('tar', tar, { all: true, reject: false });
  if (exitCode !== undefined && accepted.includes(exitCode)) return;
  throw new PlatformError(
    `tar could not write ${path} (code ${exitCode}). ${lastLines(all ?? '').join('\n')}`,
  );
}

const extract = (file: string, into: string) =>
  runCommand(['tar', '-xzpf', file, '--no-same-owner', '-C', into]);
