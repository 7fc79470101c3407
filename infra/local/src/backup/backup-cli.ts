import { createReadStream } from 'node:fs';
import { readConfig } from '@closingwire/chassis/config';
import { describeBackup } from '@closingwire/operations/backup/backup-commands';
import * as config from '@closingwire/operations/backup/backup-config';
import { writeBackupFile } from '@closingwire/operations/backup/backup-file';
import { seconds } from '@closingwire/operations/backup/manifest';
import { productStores, storesOn } from '@closingwire/operations/backup/product-stores';
import { takeAndRecord } from '@closingwire/operations/backup/record-backup';
import type { Source } from '@closingwire/operations/backup/take-backup';
import { topology } from '@closingwire/topology';
import { execa } from 'execa';
import { z } from 'zod';
import { loadSettings } from '../env-file.ts';
import { type Environments, readEnvironments } from '../product/start-product.ts';
import { localDirectory, root } from '../root.ts';
import { runningSupervisor } from '../supervisor/run-record.ts';
import { PlatformError, printLine, runMain } from '../terminal.ts';
import { copyFolders } from './process-folders.ts';
import { secretsFile } from './restore-platform.ts';

// `make backup [TO=folder] [START_OVER=1]`: backs up the running product.
const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
const [to = ''] = process.argv.slice(2);
loadSettings();

async function sourceOf(dir: string): Promise<Source> {
  if (runningSupervisor(dir) === undefined) {
    throw new PlatformError(
      'ClosingWire does not run here, and a backup is taken while it runs. Start it with `make start`.',
    );
  }
  const environments = await readEnvironments(dir);
  const servers = readConfig(z.object(config.storesConfig), {
    ...environments.auth,
    ...environments.content,
    POSTGRES_URL: variableOf(environments, 'auth', 'DATABASE_URL'),
  });
  const folders = Object.fromEntries(
    topology.flatMap(({ name }) => {
      const folder = environments[name]?.DATA_DIR;
      return folder === undefined ? [] : [[name, folder]];
    }),
  );
  return {
    ...storesOn(productStores, config.serversOf(servers)),
    mongoTopics: productStores.mongoTopics,
    commit: await commitOf(),
    writeMore: async shelf => [
      ...(await copyFolders(shelf, folders)),
      await writeBackupFile(shelf, secretsFile, createReadStream(`${dir}/${secretsFile}`)),
    ],
  };
}

function variableOf(environments: Environments, process: string, variable: string): string {
  const value = environments[process]?.[variable];
  if (value === undefined) throw new Error(`expected ${process} to have ${variable}`);
  return value;
}

async function commitOf(): Promise<string> {
  const { stdout } = await execa('git', ['-C', root, 'rev-parse', 'HEAD'], { reject: false });
  return stdout ?? '';
}

async function main(): Promise<void> {
  const startedAt = performance.now();
  const given = readConfig(z.object(config.locationConfig), { BACKUP_TO: `${root}/backups`, ...process.env });
  const { storage, name } = config.splitLocation(to || `${given.BACKUP_TO}/${stamp}`, given);
  const source = await sourceOf(localDirectory);
  const startsOver = Boolean(process.env.START_OVER);
  const manifest = await takeAndRecord(source, { storage, name, keys: config.keysOf(given), startsOver });
  const location = `${storage.address}/${name}`;
  for (const line of describeBackup(location, manifest)) printLine(line);
  printLine(
    `It took ${seconds(startedAt)}. Store a copy on another machine: it has secrets and personal data.`,
  );
  printLine(`To go back to it: make restore FROM=${location}`);
}

await runMain(main);
