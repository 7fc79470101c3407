import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { execa } from 'execa';
import pg from 'pg';
import { runCommand } from '../command.ts';
import { lastLines } from '../supervisor/log-file.ts';
import { PlatformError } from '../terminal.ts';
import { type PartFile, partOf, writePart } from './part-file.ts';

const dataFile = 'postgres/data.tar.gz';
const walFile = 'postgres/wal.tar.gz';
const labelFile = 'postgres/backup_label';
const controlFile = 'postgres/pg_control';

/** What a copy must not carry, or need not: https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP-DATA */
const left = [
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_subtrans'].map(
    folder => `./${folder}/*`,
  ),
  ...['./postmaster.pid', './postmaster.opts', './backup_label', './global/pg_control'],
  ...['pgsql_tmp*', 'pg_internal.init*'],
];

export type PostgresCopy = {
  /** Fixes the moment that a restore comes back to. Called once, when everything else is ready for it. */
  fix(): Promise<void>;
  /** Writes what leads from the files to the moment. */
  finish(): Promise<{ files: PartFile[]; facts: PostgresFacts }>;
  /** Gives up what the server holds for the copy. */
  close(): Promise<void>;
};

export type PostgresFacts = {
  version: string;
  firstSegment: string;
  lastSegment: string;
  databases: Record<string, { bytes: number }>;
};

/**
 * Copies the files of a running cluster, all its databases, into the folder. They are of many moments until the
 * write-ahead log that came along has been replayed over them, which ends where `fix` was called.
 */
export async function copyPostgres(folder: string, clusterUrl: string, data: string): Promise<PostgresCopy> {
  const client = new pg.Client({ connectionString: clusterUrl, application_name: 'backup' });
  await client.connect();
  try {
    await expectData(client, data);
    // Without a slot the next checkpoint may recycle what the copy needs of the log; this one ends with the session.
    await client.query(`select pg_create_physical_replication_slot($1, true, true)`, [
      `backup_${process.pid}`,
    ]);
    const firstSegment = await value(
      client,
      `select pg_walfile_name(pg_backup_start('closingwire', fast => true))`,
    );
    const copied = await archiveFolder(folder, data);
    return copyInProgress({ folder, data, client, firstSegment, copied });
  } catch (error) {
    await client.end();
    throw error;
  }
}

function copyInProgress(copy: {
  folder: string;
  data: string;
  client: pg.Client;
  firstSegment: string;
  copied: PartFile;
}): PostgresCopy {
  const { folder, data, client, firstSegment, copied } = copy;
  let control: Buffer | undefined;
  let end: { label: string; segment: string } | undefined;
  return {
    async fix() {
      // After all other files, as recovery expects it.
      control = await readFile(`${data}/global/pg_control`);
      const { rows } = await client.query<{ label: string; segment: string }>(
        'select labelfile as label, pg_walfile_name(lsn) as segment from pg_backup_stop(wait_for_archive => false)',
      );
      end = rows[0];
    },
    async finish() {
      if (control === undefined || end === undefined) throw new Error('expected the moment to be fixed');
      const files = [
        copied,
        await archiveLog(folder, data, { first: firstSegment, last: end.segment }),
        await writePart(folder, controlFile, Readable.from([control])),
        await writePart(folder, labelFile, Readable.from([end.label])),
      ];
      return { files, facts: { ...(await factsOf(client)), firstSegment, lastSegment: end.segment } };
    },
    close: () => client.end(),
  };
}

/** Lays the files out as a data folder; the server replays the log when it starts. */
export async function layOutPostgres(folder: string, data: string): Promise<void> {
  await mkdir(data, { recursive: true, mode: 0o700 });
  await extract(folder, dataFile, data);
  await extract(folder, walFile, `${data}/pg_wal`);
  await writeFile(`${data}/global/pg_control`, await readFile(`${folder}/${controlFile}`), { mode: 0o600 });
  await writeFile(`${data}/backup_label`, await readFile(`${folder}/${labelFile}`), { mode: 0o600 });
}

/** Throws when a restored cluster lacks one of these. */
export async function expectDatabases(clusterUrl: string, names: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database');
    const missing = names.filter(name => !rows.some(({ datname }) => datname === name));
    if (missing.length === 0) return;
    throw new PlatformError(
      `Expected the restored cluster to have ${names.join(', ')}; it lacks ${missing}.`,
    );
  } finally {
    await client.end();
  }
}

/** A cluster that runs elsewhere, or in a container, has a folder that is not ours to read. */
async function expectData(client: pg.Client, data: string): Promise<void> {
  const came = await value(client, 'show data_directory');
  if (came !== data) {
    throw new PlatformError(
      `Expected PostgreSQL to keep its data in ${data}; it keeps them in ${came}. Back up a server of your own as docs/runbooks/backup-and-restore.md says.`,
    );
  }
  if ((await readdir(`${data}/pg_tblspc`)).length > 0) {
    throw new PlatformError(
      `Expected one folder of data; ${data}/pg_tblspc names tablespaces outside of it.`,
    );
  }
}

async function factsOf(client: pg.Client): Promise<Pick<PostgresFacts, 'version' | 'databases'>> {
  const { rows } = await client.query<{ datname: string; bytes: string }>(
    'select datname, pg_database_size(oid) as bytes from pg_database where not datistemplate order by datname',
  );
  return {
    version: await value(client, 'show server_version'),
    databases: Object.fromEntries(rows.map(({ datname, bytes }) => [datname, { bytes: Number(bytes) }])),
  };
}

async function value(client: pg.Client, sql: string): Promise<string> {
  const { rows } = await client.query<[string]>({ text: sql, rowMode: 'array' });
  return String(rows[0]?.[0]);
}

const changedWhileRead = 1;

/** A file may change or go while it is read, which the log makes good. */
const archiveFolder = (folder: string, data: string) =>
  archive(folder, dataFile, {
    what: [...left.map(pattern => `--exclude=${pattern}`), '-C', data, '.'],
    accepted: [0, changedWhileRead],
  });

/** Names of segments rise with the log: timeline, then position. */
async function archiveLog(
  folder: string,
  data: string,
  { first, last }: { first: string; last: string },
): Promise<PartFile> {
  const names = (await readdir(`${data}/pg_wal`)).filter(name => /^[0-9A-F]{24}$/.test(name));
  const needed = names.filter(name => name >= first && name <= last).sort();
  if (needed[0] !== first || needed.at(-1) !== last) {
    throw new Error(
      `expected the log from ${first} to ${last}; it goes from ${needed[0]} to ${needed.at(-1)}`,
    );
  }
  return archive(folder, walFile, { what: ['-C', `${data}/pg_wal`, ...needed], accepted: [0] });
}

async function archive(
  folder: string,
  file: string,
  { what, accepted }: { what: string[]; accepted: number[] },
): Promise<PartFile> {
  const path = `${folder}/${file}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const { exitCode, all } = await execa('tar', ['--use-compress-program=gzip -1', '-cf', path, ...what], {
    all: true,
    reject: false,
  });
  if (exitCode !== undefined && accepted.includes(exitCode)) {
    await chmod(path, 0o600);
    return partOf(folder, file);
  }
  throw new PlatformError(
    `tar could not write ${path} (code ${exitCode}). ${lastLines(all ?? '').join('\n')}`,
  );
}

const extract = (folder: string, file: string, into: string) =>
  runCommand(['tar', '-xzpf', `${folder}/${file}`, '--no-same-owner', '-C', into]);
