import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { sql } from '@closingwire/chassis/pg';
import { withDatabase } from '@closingwire/topology/addresses';
import pg from 'pg';
import type { ServerPorts } from '../ports/server-ports.ts';
import type { NativeSettings } from '../servers/native-settings.ts';
import { postgresHome, postgresOn, postgresUrlAt, postgresUser, standbyData } from '../servers/postgres.ts';
import type { Servers } from '../servers/start-servers.ts';
import type { Program } from '../supervisor/program.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { PlatformError } from '../terminal.ts';
import { copyCluster } from './postgres-copy.ts';

const SLOT = 'standby';

/**
 * A hot standby of this platform's PostgreSQL, for reads. It copies the cluster if it has no copy or if the log that
 * it missed is gone.
 */
export async function standbyProgram(native: NativeSettings): Promise<Program> {
  const { dir, ports } = native;
  const { data } = await postgresUser(standbyData(dir));
  const isNew = await readySlot(postgresUrlAt(ports.postgres), existsSync(data));
  if (isNew) await newCopy(native, data);
  // Called again, because the copied files must belong to this user.
  const user = await postgresUser(standbyData(dir));
  return postgresOn(user, {
    name: 'postgres-standby',
    port: ports.postgresStandby,
    native,
    settings: {
      primary_conninfo: `host=127.0.0.1 port=${ports.postgres} user=closingwire application_name=${SLOT}`,
      primary_slot_name: SLOT,
      // Without feedback, vacuum on the primary ends reads on the standby.
      hot_standby_feedback: 'on',
    },
  });
}

/** Starts a standby of the PostgreSQL server and returns the servers with it. */
export async function startStandby(
  supervisor: Supervisor,
  { servers, ports, durable }: { servers: Servers; ports: ServerPorts; durable: boolean },
): Promise<Servers> {
  if (!servers.found.some(({ name, source }) => name === 'postgres' && source === 'native')) {
    throw new PlatformError(
      'A standby can only follow a PostgreSQL that runs here as a process. Unset POSTGRES_STANDBY, or POSTGRES_URL.',
    );
  }
  await supervisor.start([await standbyProgram({ dir: supervisor.dir, ports, durable })]);
  const address = postgresUrlAt(ports.postgresStandby);
  return { ...servers, postgresStandbyUrl: database => withDatabase(address, database) };
}

/**
 * Creates the standby's replication slot, so that the primary keeps the missing log. Returns whether the standby needs
 * a new copy.
 */
async function readySlot(primaryUrl: string, hasCopy: boolean): Promise<boolean> {
  const client = new pg.Client({ connectionString: primaryUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ wal_status: string }>(
      sql`select wal_status from pg_replication_slots where slot_name = ${SLOT}`,
    );
    const isKept = rows.some(({ wal_status }) => wal_status !== 'lost');
    if (hasCopy && isKept) return false;
    if (rows.length > 0) await client.query(sql`select pg_drop_replication_slot(${SLOT})`);
    await client.query(sql`select pg_create_physical_replication_slot(${SLOT}, true)`);
    return true;
  } finally {
    await client.end();
  }
}

/** Copies the primary's cluster into a temporary folder, then renames that folder: `data` is always a complete copy. */
async function newCopy({ dir, ports }: NativeSettings, data: string): Promise<void> {
  const unfinished = `${data}.unfinished`;
  for (const old of [unfinished, data]) await rm(old, { recursive: true, force: true });
  const folder = await mkdtemp(`${dir}/standby-`);
  try {
    const from = { url: postgresUrlAt(ports.postgres), data: postgresHome(dir) };
    await copyCluster(from, { folder, to: unfinished });
    await writeFile(`${unfinished}/standby.signal`, '');
    await rename(unfinished, data);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
