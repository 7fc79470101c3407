import { readConfig } from '@closingwire/chassis/config';
import * as config from '@closingwire/operations/backup/backup-config';
import { expectOwnBackups } from '@closingwire/operations/backup/installation';
import { readWithdrawals, writeWithdrawals } from '@closingwire/operations/backup/withdrawals';
import { withDatabase } from '@closingwire/topology/addresses';
import { z } from 'zod';
import { loadSettings } from '../env-file.ts';
import { readEnvironments } from '../product/start-product.ts';
import { localDirectory, root } from '../root.ts';
import { runningSupervisor } from '../supervisor/run-record.ts';
import { PlatformError, printLine, runMain } from '../terminal.ts';

// `make withdrawals [TO=file]`: for a backup job that runs every few minutes.
const [given = ''] = process.argv.slice(2);
loadSettings();

async function clusterUrl(): Promise<string> {
  const url =
    runningSupervisor(localDirectory) && (await readEnvironments(localDirectory)).auth?.DATABASE_URL;
  if (!url) {
    throw new PlatformError('ClosingWire does not run here. Start it with `make start`.');
  }
  return url;
}

async function main(): Promise<void> {
  const url = await clusterUrl();
  const settings = readConfig(z.object(config.locationConfig));
  const withdrawals = await readWithdrawals(database => withDatabase(url, database));
  const { installation = '' } = withdrawals;
  const location = given || `${root}/backups/withdrawals-${installation}.json`;
  const { storage, name } = config.splitLocation(location, settings);
  await expectOwnBackups(storage, installation);
  const path = await writeWithdrawals(storage, { given: withdrawals, keys: config.keysOf(settings), name });
  const { deletedUsers, declines, optOuts } = withdrawals;
  printLine(
    `${storage.address}/${path} has ${deletedUsers.length} deletions, ${declines.length} users without notices and ${optOuts.length} opt-outs.`,
  );
}

await runMain(main);
