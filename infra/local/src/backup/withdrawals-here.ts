import { existsSync } from 'node:fs';
import { type Kept, readWithdrawals, unreadable } from '@closingwire/operations/backup/withdrawals';
import { withDatabase } from '@closingwire/topology/addresses';
import { freeServerPorts } from '../ports/server-ports.ts';
import { postgresHome } from '../servers/postgres.ts';
import { servers } from '../servers/server.ts';
import { startNatively } from '../servers/start-servers.ts';
import { openSupervisor } from '../supervisor/supervisor.ts';

/** Reads the withdrawals from the local data before a restore replaces it. Unreadable data does not stop the restore. */
export async function withdrawalsHere(dir: string): Promise<Kept> {
  if (!existsSync(`${postgresHome(dir)}/PG_VERSION`)) return { withdrawals: [], problems: [] };
  try {
    return { withdrawals: [await readHere(dir)], problems: [] };
  } catch (error) {
    return { withdrawals: [], problems: [unreadable('the data that was here', error)] };
  }
}

async function readHere(dir: string) {
  const ports = await freeServerPorts();
  const supervisor = await openSupervisor(dir);
  try {
    const postgres = servers.filter(({ name }) => name === 'postgres');
    await startNatively(supervisor, postgres, { ports, durable: true });
    const url = postgres.map(({ address }) => address(ports)).join();
    return await readWithdrawals(name => withDatabase(url, name));
  } finally {
    await supervisor.stop();
  }
}
