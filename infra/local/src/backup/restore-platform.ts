import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type ProductStores, storesOn } from '@closingwire/operations/backup/product-stores';
import * as saved from '@closingwire/operations/backup/restore-backup';
import { reasonsOf } from '@closingwire/operations/operator-error';
import { withDatabase } from '@closingwire/topology/addresses';
import { freeServerPorts } from '../ports/server-ports.ts';
import { discardData } from '../servers/discard-data.ts';
import { folderForNobody, postgresData } from '../servers/postgres.ts';
import { type Server, servers } from '../servers/server.ts';
import { startNatively } from '../servers/start-servers.ts';
import { runningProcesses, runningSupervisor } from '../supervisor/run-record.ts';
import { openSupervisor } from '../supervisor/supervisor.ts';
import { PlatformError } from '../terminal.ts';
import { extractFile, layOutFolders } from './process-folders.ts';
import { withdrawalsHere } from './withdrawals-here.ts';

export const secretsFile = 'secrets.json';

/** The platform's stores, and the name of its document database. */
export type PlatformStores = ProductStores & { mongoDatabase: string };

export type Restored = saved.Restored & {
  /** The folder of the earlier data; undefined if there was none. */
  aside: string | undefined;
};

/**
 * Restores a backup with real servers beside the current data, then swaps the folders. It keeps the earlier data in a
 * folder. A failure before the swap changes nothing.
 */
export async function restorePlatform(
  from: saved.SavedBackup,
  { dir, stores }: { dir: string; stores: PlatformStores },
): Promise<Restored> {
  refuseWhileRunning(dir);
  const backup = await saved.checkBackup(from);
  const known = await withdrawalsHere(dir);
  const claim = await openSupervisor(dir);
  const stage = await mkdtemp(`${dir}/restore-`);
  try {
    const restored = await build(backup, { stage, stores, known }).catch(cause => notBuilt(from, cause));
    const aside = `${dir}/before-restore-${new Date().toISOString().replaceAll(':', '-')}`;
    const hadData = await swap(dir, { stage, aside });
    return { ...restored, aside: hadData ? aside : undefined };
  } finally {
    await discardData(stage);
    await rm(stage, { recursive: true, force: true });
    await claim.stop();
  }
}

/** Replaces the data and keeps the earlier data; if the swap fails, it undoes it. */
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

function notBuilt({ storage, name }: saved.SavedBackup, cause: unknown): never {
  throw new PlatformError(
    `What is here is as it was: the data of ${storage.address}/${name} could not be built. ${reasonsOf(cause)}`,
    { cause },
  );
}

/** A backup of production has no secrets: they are in `.env.production`. */
const hasSecrets = ({ manifest }: saved.CheckedBackup) =>
  manifest.files.some(({ file }) => file.startsWith(secretsFile));

type Build = { stage: string; stores: PlatformStores; known: saved.Restored['kept'] };

async function build(backup: saved.CheckedBackup, { stage, stores, known }: Build): Promise<saved.Restored> {
  const ports = await freeServerPorts();
  await mkdir(`${stage}/data`);
  await layOutFolders(backup, `${stage}/data`);
  if (hasSecrets(backup)) await extractFile(backup.shelf, secretsFile, `${stage}/${secretsFile}`);
  const supervisor = await openSupervisor(stage);
  const addressOf = (name: Server['name']) => {
    const address = servers.find(server => server.name === name)?.address(ports);
    if (address === undefined) throw new Error(`expected to know ${name}`);
    return address;
  };
  try {
    const wanted = servers.filter(({ name }) => name !== 'mail');
    await startNatively(supervisor, wanted, { ports, durable: true });
    const target = storesOn(stores, {
      postgresUrl: addressOf('postgres'),
      bus: { brokers: [addressOf('kafka')], topicPrefix: process.env.KAFKA_TOPIC_PREFIX ?? '' },
      mongoUrl: withDatabase(addressOf('mongo'), stores.mongoDatabase),
    });
    return await saved.restoreBackup(backup, target, { known });
  } finally {
    await supervisor.stop();
  }
}

/** The data that a restore replaces. Logs, tools and builds stay in place. */
const moved = ['data', 'secrets.json', 'environments.json'];

/** Returns whether there was data to move. */
async function moveData(from: string, to: string): Promise<boolean> {
  const pairs = [
    ...moved.map(name => [`${from}/${name}`, `${to}/${name}`] as const),
    [folderForNobody(postgresData(from)), folderForNobody(postgresData(to))] as const,
  ];
  const there = pairs.filter(([path]) => existsSync(path));
  for (const [path, target] of there) {
    await mkdir(dirname(target), { recursive: true });
    await rename(path, target);
  }
  return there.length > 0;
}
