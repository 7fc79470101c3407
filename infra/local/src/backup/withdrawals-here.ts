import { existsSync } from 'node:fs';
import type { Withdrawals } from '@closingwire/contracts/withdrawals';
import { freeServerPorts } from '../ports/server-ports.ts';
import { postgresHome } from '../servers/postgres.ts';
import { servers } from '../servers/server.ts';
import { startNatively } from '../servers/start-servers.ts';
import { openSupervisor } from '../supervisor/supervisor.ts';
import { loadWithdrawals, readWithdrawals, withdrawalsFile } from './withdrawals.ts';

/** Reads the withdrawals of data that is about to be replaced; undefined when there is none. */
async function readHere(dir: string): Promise<Withdrawals | undefined> {
  if (!existsSync(`${postgresHome(dir)}/PG_VERSION`)) return undefined;
  const ports = await freeServerPorts();
  const supervisor = await openSupervisor(dir);
  try {
    const postgres = servers.filter(({ name }) => name === 'postgres');
    await startNatively(supervisor, postgres, { ports, durable: true });
    return await readWithdrawals(postgres.map(({ address }) => address(ports)).join());
  } finally {
    await supervisor.stop();
  }
}

export type Kept = {
  /** The oldest first. Each is of after the backup. */
  withdrawals: Withdrawals[];
  /** Why some could not be read, as sentences. */
  problems: string[];
};

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * What people took back after a backup: as the data that is about to be replaced knows it, and as the file beside the
 * backup does, which is all there is of a lost machine. What cannot be read keeps nobody from restoring.
 */
export async function withdrawalsSince(
  takenAt: string,
  { folder, dir }: { folder: string; dir: string },
): Promise<Kept> {
  const problems: string[] = [];
  const file = withdrawalsFile(folder);
  const problem = (from: string) => (error: unknown) => {
    problems.push(
      `Opt-outs and deletions of after the backup could not be read from ${from}: ${textOf(error)}`,
    );
    return undefined;
  };
  const found = [
    await loadWithdrawals(file).catch(problem(file)),
    await readHere(dir).catch(problem('the data that was here')),
  ];
  const since = found.filter(given => given !== undefined).filter(given => given.takenAt > takenAt);
  if (since.length === 0 && problems.length === 0) {
    problems.push(
      `There is no data here and no ${file} of after the backup: opt-outs and deletions since then are lost.`,
    );
  }
  return { withdrawals: since.toSorted((one, other) => (one.takenAt < other.takenAt ? -1 : 1)), problems };
}
