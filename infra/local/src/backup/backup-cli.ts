import { resolve } from 'node:path';
import { allEvents } from '@closingwire/contracts/api';
import { topology } from '@closingwire/topology';
import { withDatabase } from '@closingwire/topology/addresses';
import { type Environments, readEnvironments } from '../product/start-product.ts';
import { localDirectory, root } from '../root.ts';
import { postgresHome } from '../servers/postgres.ts';
import { runningProcesses, runningSupervisor } from '../supervisor/run-record.ts';
import { describeFailure, PlatformError, printLine } from '../terminal.ts';
import { megabytes, seconds } from './manifest.ts';
import { recordBackup } from './record-backup.ts';
import { type Source, takeBackup } from './take-backup.ts';

// `make backup [TO=folder]`: a backup of the product that runs from here.
const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
const [to = ''] = process.argv.slice(2);

async function sourceOf(dir: string): Promise<Source> {
  if (runningSupervisor(dir) === undefined) {
    throw new PlatformError(
      'ClosingWire does not run here, and a backup is taken while it runs. Start it with `make start`.',
    );
  }
  const running = runningProcesses(dir);
  const elsewhere = ['postgres', 'kafka', 'mongo'].filter(name => !running.has(name));
  if (elsewhere.length > 0) {
    throw new PlatformError(
      `Expected servers that \`make start\` runs as processes; ${elsewhere.join(', ')} run elsewhere. Back those up as docs/runbooks/backup-and-restore.md says.`,
    );
  }
  const environments = await readEnvironments(dir);
  return {
    postgresUrl: withDatabase(variableOf(environments, 'auth', 'DATABASE_URL'), 'postgres'),
    postgresData: postgresHome(dir),
    kafkaBrokers: variableOf(environments, 'auth', 'KAFKA_BROKERS'),
    mongoUrl: variableOf(environments, 'content', 'MONGODB_URL'),
    mongoTopics: allEvents.filter(({ by }) => by === 'content').map(({ topic }) => topic),
    folders: Object.fromEntries(
      topology.flatMap(({ name }) => {
        const folder = environments[name]?.DATA_DIR;
        return folder === undefined ? [] : [[name, folder]];
      }),
    ),
    secretsFile: `${dir}/secrets.json`,
  };
}

function variableOf(environments: Environments, process: string, variable: string): string {
  const value = environments[process]?.[variable];
  if (value === undefined) throw new Error(`expected ${process} to have ${variable}`);
  return value;
}

async function main(): Promise<void> {
  const startedAt = performance.now();
  const folder = resolve(to || `${root}/backups/${stamp}`);
  const source = await sourceOf(localDirectory);
  const manifest = await takeBackup(source, folder);
  await recordBackup(source.postgresUrl, manifest);
  const count = (counts: Record<string, number>) => Object.values(counts).reduce((sum, n) => sum + n, 0);
  printLine(
    `${folder} holds what was there at ${manifest.takenAt}: ${Object.keys(manifest.postgres.databases).length} databases of PostgreSQL, ${count(manifest.kafka.messages)} messages, ${count(manifest.mongo.documents)} documents.`,
  );
  printLine(
    `${megabytes(manifest.files)} in ${seconds(startedAt)}; publishing paused for ${manifest.pausedMs} ms.`,
  );
  printLine(
    `Keep a copy on another machine. It holds secrets. To go back to it: make restore FROM=${folder}`,
  );
}

main().catch(error => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
});
