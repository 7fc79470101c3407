import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { localDirectory, root } from '../root.ts';
import { hasContainerEngine } from '../servers/containers.ts';
import { servers } from '../servers/server.ts';
import { chooseSource } from '../servers/start-servers.ts';
import { describeFailure, PlatformError, printLine } from '../terminal.ts';
import { megabytes, seconds } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';

// `make restore FROM=folder`: the data of a backup in the place of what is here.
const [from = ''] = process.argv.slice(2);
if (existsSync(`${root}/.env`)) process.loadEnvFile(`${root}/.env`);

/** Data put in place here would be passed over by a start that uses other servers. */
async function expectNativeServers(): Promise<void> {
  const engine = await hasContainerEngine();
  const others = servers.filter(
    ({ name, variable }) => name !== 'mail' && chooseSource(process.env[variable], engine) !== 'native',
  );
  if (others.length === 0) return;
  const names = others.map(({ name, variable }) => `${name} (${variable} or a container)`).join(', ');
  throw new PlatformError(
    `Expected servers that \`make start\` runs as processes; it would use others here: ${names}. Restore those as docs/runbooks/backup-and-restore.md says.`,
  );
}

async function main(): Promise<void> {
  if (from === '') {
    throw new PlatformError('Which backup? For example: make restore FROM=backups/2026-11-22T12-00-00');
  }
  const startedAt = performance.now();
  await expectNativeServers();
  const { manifest, aside, kept } = await restoreBackup(resolve(from), localDirectory);
  printLine(
    `The data of ${manifest.takenAt} is in place: ${megabytes(manifest.files)} in ${seconds(startedAt)}, from version ${manifest.product.version} (${manifest.product.commit.slice(0, 7) || 'no commit'}).`,
  );
  for (const problem of kept.problems) printLine(problem);
  for (const { takenAt } of kept.withdrawals) {
    printLine(`Opt-outs, deletions and unsubscribes until ${takenAt} are repeated when the product starts.`);
  }
  if (aside !== undefined)
    printLine(`What was here before is in ${aside}; remove it when you need it no more.`);
  printLine(
    'Go on with `make start`. Mails and payments of after that moment are not undone: see the runbook.',
  );
}

main().catch(error => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
});
