import { readConfig } from '@closingwire/chassis/config';
import { describeRestore } from '@closingwire/operations/backup/backup-commands';
import * as config from '@closingwire/operations/backup/backup-config';
import { seconds } from '@closingwire/operations/backup/manifest';
import { productStores } from '@closingwire/operations/backup/product-stores';
import { z } from 'zod';
import { loadSettings } from '../env-file.ts';
import { localDirectory, root } from '../root.ts';
import { hasContainerEngine } from '../servers/containers.ts';
import { servers } from '../servers/server.ts';
import { chooseSource } from '../servers/start-servers.ts';
import { PlatformError, printLine, runMain } from '../terminal.ts';
import { restorePlatform } from './restore-platform.ts';

// `make restore FROM=folder`: replaces the local data with a backup.
const [from = ''] = process.argv.slice(2);
loadSettings();

/** A start with other servers would ignore the restored data. */
async function expectNativeServers(): Promise<void> {
  const engine = await hasContainerEngine();
  const others = servers.filter(
    ({ name, variable }) => name !== 'mail' && chooseSource(process.env[variable], engine) !== 'native',
  );
  if (others.length === 0) return;
  const names = others.map(({ name, variable }) => `${name} (${variable} or a container)`).join(', ');
  throw new PlatformError(
    `Expected servers that \`make start\` runs as processes; it would use others here: ${names}. Restore into those with \`closingwire restore\`, as docs/runbooks/backup-and-restore.md describes.`,
  );
}

async function main(): Promise<void> {
  if (from === '') {
    throw new PlatformError('Which backup? For example: make restore FROM=backups/2026-11-22T12-00-00');
  }
  const startedAt = performance.now();
  await expectNativeServers();
  const given = readConfig(z.object(config.locationConfig), { BACKUP_TO: `${root}/backups`, ...process.env });
  const saved = { ...(await config.findBackup(from, given)), keys: config.keysOf(given) };
  const stores = { ...productStores, mongoDatabase: 'content' };
  const restored = await restorePlatform(saved, { dir: localDirectory, stores });
  for (const line of describeRestore(restored)) printLine(line);
  if (restored.aside !== undefined)
    printLine(`What was here before is in ${restored.aside}; remove it when you need it no more.`);
  printLine(
    `It took ${seconds(startedAt)}. Go on with \`make start\`. Emails and payments after that moment are not undone: see the runbook.`,
  );
}

await runMain(main);
