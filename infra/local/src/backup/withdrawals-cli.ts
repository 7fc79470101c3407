import { resolve } from 'node:path';
import { withDatabase } from '@closingwire/topology/addresses';
import { readEnvironments } from '../product/start-product.ts';
import { localDirectory, root } from '../root.ts';
import { runningSupervisor } from '../supervisor/run-record.ts';
import { describeFailure, PlatformError, printLine } from '../terminal.ts';
import { loadWithdrawals, mergeWithdrawals, readWithdrawals, writeWithdrawals } from './withdrawals.ts';

// `make withdrawals [TO=file]` for a backup job, every few minutes; `… merge file` after a restore of real servers.
const [command = 'save', given = ''] = process.argv.slice(2);
const file = resolve(given || `${root}/backups/withdrawals.json`);

/** `POSTGRES_URL` for real servers; else the databases of the product that runs here. */
async function clusterUrl(): Promise<string> {
  if (process.env.POSTGRES_URL) return process.env.POSTGRES_URL;
  const url =
    runningSupervisor(localDirectory) && (await readEnvironments(localDirectory)).auth?.DATABASE_URL;
  if (!url) {
    throw new PlatformError(
      'ClosingWire does not run here. Start it with `make start`, or set POSTGRES_URL to the server of the databases.',
    );
  }
  return withDatabase(url, 'postgres');
}

async function main(): Promise<void> {
  const url = await clusterUrl();
  if (command === 'save') {
    const withdrawals = await readWithdrawals(url);
    await writeWithdrawals(file, withdrawals);
    const { deletedUsers, declines, optOuts } = withdrawals;
    printLine(
      `${file} has ${deletedUsers.length} deletions, ${declines.length} users without notices and ${optOuts.length} opt-outs.`,
    );
    return;
  }
  const withdrawals = await loadWithdrawals(file);
  if (command !== 'merge' || withdrawals === undefined) {
    throw new PlatformError(`Expected \`save\` or \`merge\` and a file; got ${command} and ${file}.`);
  }
  await mergeWithdrawals(url, [withdrawals]);
  printLine(`The services repeat the withdrawals of ${withdrawals.takenAt} when they start.`);
}

main().catch(error => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
});
