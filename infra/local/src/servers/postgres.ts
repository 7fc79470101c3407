import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import pg from 'pg';
import { type Command, runCommand } from '../command.ts';
import { homeForNobody, type OrdinaryUser, ordinaryUser } from '../install/ordinary-user.ts';
import { postgresBinaries } from '../install/postgres-binaries.ts';
import { dieWithParent } from '../supervisor/die-with-parent.ts';
import type { Program } from '../supervisor/program.ts';
import { type Grounds, logOf, remedyOf } from './grounds.ts';

export const postgresUrlAt = (port: number) =>
  `postgres://closingwire:closingwire@127.0.0.1:${port}/postgres`;

export const postgresData = (dir: string) => `${dir}/data/postgres`;

const userOf = async (dir: string) =>
  ordinaryUser({ binaries: await postgresBinaries(), data: postgresData(dir) });

/** Where the cluster of a platform that has one lies: elsewhere when root could not use name spaces. */
export function postgresHome(dir: string): string {
  const elsewhere = homeForNobody(postgresData(dir));
  return existsSync(elsewhere) ? elsewhere : postgresData(dir);
}

/** Where the cluster of a platform that has none yet will lie. */
export const newPostgresHome = async (dir: string) => (await userOf(dir)).data;

/** One cluster for all services, made on first use. */
export async function postgresProgram(grounds: Grounds): Promise<Program> {
  const port = grounds.ports.postgres;
  const user = await userOf(grounds.dir);
  if (!existsSync(user.data)) await createCluster(user);
  else await removeStaleLock(user.data);
  const postgres: Command = [
    `${user.binaries}/bin/postgres`,
    '-D',
    user.data,
    ...settings(port, grounds.durable),
  ];
  return {
    name: 'postgres',
    command: user.command(dieWithParent(postgres, 'SIGINT')),
    logFile: logOf(grounds, 'postgres'),
    remedy: remedyOf('POSTGRES_URL'),
    stopSignal: 'SIGINT',
    stopWithinMs: 15_000,
    readyWithinMs: 30_000,
    isReady: () => acceptsQueries(postgresUrlAt(port)),
  };
}

/** Made beside its place and moved there whole, so that a killed first start leaves nothing half-made. */
async function createCluster(user: OrdinaryUser): Promise<void> {
  const unfinished = `${user.data}.unfinished`;
  await mkdir(dirname(user.data), { recursive: true });
  await rm(unfinished, { recursive: true, force: true });
  const cluster = ['-D', unfinished, '-U', 'closingwire', '--auth=trust', '--no-sync', '--no-instructions'];
  const text = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'];
  await runCommand(user.command([`${user.binaries}/bin/initdb`, ...cluster, ...text]));
  await rename(unfinished, user.data);
}

/** After a crash of the whole machine the number in the lock may belong to a stranger, and PostgreSQL would wait for it. */
async function removeStaleLock(data: string): Promise<void> {
  const lock = `${data}/postmaster.pid`;
  const [pid] = (await readFile(lock, 'utf8').catch(() => '')).split('\n');
  const holder = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (!holder.includes(data)) await rm(lock, { force: true });
}

function settings(port: number, durable: boolean): string[] {
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    shared_buffers: '96MB',
    max_wal_size: '1GB',
    random_page_cost: 1.1,
    jit: 'off',
    io_method: 'sync',
    log_line_prefix: '%m %d ',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

export async function acceptsQueries(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
