import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openBus } from '@closingwire/chassis/bus';
import { createLog } from '@closingwire/chassis/log';
import { withDatabase } from '@closingwire/topology/addresses';
import { freeServerPorts } from '../ports/server-ports.ts';
import { discardData } from '../servers/discard-data.ts';
import { newPostgresHome, placeForNobody, postgresData } from '../servers/postgres.ts';
import { type Server, servers } from '../servers/server.ts';
import { startNatively } from '../servers/start-servers.ts';
import { runningProcesses, runningSupervisor } from '../supervisor/run-record.ts';
import { openSupervisor } from '../supervisor/supervisor.ts';
import { PlatformError } from '../terminal.ts';
import { loadMessages } from './kafka-load.ts';
import { placesSchema } from './kafka-places.ts';
import { checkedManifest, type Manifest } from './manifest.ts';
import { loadDocuments } from './mongo-copy.ts';
import { readPart } from './part-file.ts';
import { expectDatabases, layOutPostgres } from './postgres-copy.ts';
import { layOutFolders } from './process-folders.ts';
import { messagesFile, placesFile, secretsFile } from './take-backup.ts';
import { mergeWithdrawals } from './withdrawals.ts';
import { type Kept, withdrawalsSince } from './withdrawals-here.ts';

export type Restored = {
  manifest: Manifest;
  /** Where the data that was there before is now; undefined when there was none. */
  aside: string | undefined;
  /** What people took back after the backup, and the services repeat. */
  kept: Kept;
};

/**
 * Builds the data of the backup beside what is there, on the real servers, and puts it in place when all of it is
 * whole. What was there is moved aside; until then a failure changes nothing.
 */
export async function restoreBackup(folder: string, dir: string): Promise<Restored> {
  refuseWhileRunning(dir);
  const manifest = await checkedManifest(folder);
  const kept = await withdrawalsSince(manifest.takenAt, { folder, dir });
  const claim = await openSupervisor(dir);
  const stage = await mkdtemp(`${dir}/restore-`);
  try {
    await build(folder, stage, { manifest, kept }).catch(cause => notBuilt(folder, cause));
    const aside = `${dir}/before-restore-${new Date().toISOString().replaceAll(':', '-')}`;
    const hadData = await swap(dir, { stage, aside });
    return { manifest, aside: hadData ? aside : undefined, kept };
  } finally {
    await discardData(stage);
    await rm(stage, { recursive: true, force: true });
    await claim.stop();
  }
}

/** Puts the new data in the place of the old, which goes aside; when that fails, the old comes back. */
async function swap(dir: string, { stage, aside }: { stage: string; aside: string }): Promise<boolean> {
  try {
    const hadData = await moveData(dir, aside);
    await moveData(stage, dir);
    return hadData;
  } catch (cause) {
    await moveData(dir, stage).catch(() => {});
    const isBack = await moveData(aside, dir).then(
      () => true,
      () => false,
    );
    const where = isBack
      ? 'What was here is here again.'
      : `What was here is in ${aside}; move it back by hand.`;
    throw new PlatformError(`The restored data could not be put in place. ${where} ${reasonsOf(cause)}`, {
      cause,
    });
  }
}

function refuseWhileRunning(dir: string): void {
  const supervisor = runningSupervisor(dir);
  if (supervisor === undefined) return;
  const names = [...runningProcesses(dir).keys()].join(', ') || 'nothing else';
  throw new PlatformError(
    `Expected nothing to run from ${dir}; process ${supervisor.pid} runs ${names}. Stop it first: \`make stop\`.`,
  );
}

function notBuilt(folder: string, cause: unknown): never {
  throw new PlatformError(
    `What is here is as it was: the data of ${folder} could not be built. ${reasonsOf(cause)}`,
    { cause },
  );
}

function reasonsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${reasonsOf(error.cause)}`;
}

async function build(
  folder: string,
  stage: string,
  { manifest, kept }: Pick<Restored, 'manifest' | 'kept'>,
): Promise<void> {
  const ports = await freeServerPorts();
  await mkdir(`${stage}/data`);
  await layOutPostgres(folder, await newPostgresHome(stage));
  await layOutFolders(folder, `${stage}/data`);
  await copyFile(`${folder}/${secretsFile}`, `${stage}/${secretsFile}`);
  const supervisor = await openSupervisor(stage);
  const addressOf = (name: Server['name']) => {
    const address = servers.find(server => server.name === name)?.address(ports);
    if (address === undefined) throw new Error(`expected to know ${name}`);
    return address;
  };
  try {
    const stores = servers.filter(({ name }) => name !== 'mail');
    await startNatively(supervisor, stores, { ports, durable: true });
    await expectDatabases(addressOf('postgres'), Object.keys(manifest.postgres.databases));
    await mergeWithdrawals(addressOf('postgres'), kept.withdrawals);
    await Promise.all([
      loadBus(folder, addressOf('kafka')),
      loadDocuments(folder, withDatabase(addressOf('mongo'), manifest.mongo.database)),
    ]);
  } finally {
    await supervisor.stop();
  }
}

async function loadBus(folder: string, brokers: string): Promise<void> {
  const log = createLog('restore', 'silent');
  const bus = openBus({ brokers: [brokers], topicPrefix: '', clientId: 'restore', log });
  const places = placesSchema.parse(JSON.parse(await readFile(`${folder}/${placesFile}`, 'utf8')));
  try {
    await bus.part.start();
    await loadMessages(bus, places, readPart(folder, messagesFile));
  } finally {
    await bus.part.stop();
  }
}

/** What is of the data itself; logs, tools and builds stay where they are. */
const moved = ['data', 'secrets.json', 'environments.json'];

/** Returns whether there was anything to move. */
async function moveData(from: string, to: string): Promise<boolean> {
  const pairs = [
    ...moved.map(name => [`${from}/${name}`, `${to}/${name}`] as const),
    [placeForNobody(postgresData(from)), placeForNobody(postgresData(to))] as const,
  ];
  const there = pairs.filter(([path]) => existsSync(path));
  for (const [path, target] of there) {
    await mkdir(dirname(target), { recursive: true });
    await rename(path, target);
  }
  return there.length > 0;
}
