import { readBusSettings } from '@closingwire/chassis/bus-settings';
import { readConfig } from '@closingwire/chassis/config';
import { createLog } from '@closingwire/chassis/log';
import { management } from '@closingwire/chassis/management';
import { systemClock } from '@closingwire/chassis/part';
import { run } from '@closingwire/chassis/run';
import { withDatabase } from '@closingwire/topology/addresses';
import type { Command } from 'commander';
import { z } from 'zod';
import { OperatorError, reasonsOf } from '../operator-error.ts';
import * as config from './backup-config.ts';
import { carryTopics } from './carry-topics.ts';
import { expectOwnBackups } from './installation.ts';
import { type Manifest, megabytes, seconds } from './manifest.ts';
import { productStores, type Servers, storesOn } from './product-stores.ts';
import { takeAndRecord } from './record-backup.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';
import { schedulePart } from './schedule.ts';
import * as shelves from './shelves.ts';
import type { Storage } from './storage.ts';
import type { Source } from './take-backup.ts';
import * as withdrawals from './withdrawals.ts';

const locations = z.object(config.locationConfig);
const all = z.object({ ...config.locationConfig, ...config.storesConfig });

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Backups and restores, wherever the servers run. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('take a backup while the product runs')
    .option('--to <place>', 'a folder or s3://bucket/prefix; default: BACKUP_TO')
    .option('--start-over', 'begin a new series beside the backups of another installation')
    .action(({ to, startOver = false }: { to?: string; startOver?: boolean }) => backup(to, startOver));
  program
    .command('backups')
    .description('list the backups, the oldest first')
    .option('--in <place>', 'a folder or s3://bucket/prefix; default: BACKUP_TO')
    .action(({ in: location }: { in?: string }) => list(location));
  program
    .command('restore <backup>')
    .description(
      'put a backup into empty stores: its folder, its s3:// address, its name in BACKUP_TO, or latest',
    )
    .option('--replace', 'remove the data that is there first')
    .action((wanted: string, { replace = false }: { replace?: boolean }) => restore(wanted, replace));
  program
    .command('scheduled-backups')
    .description(
      'take a backup each day at BACKUP_AT and remove those older than BACKUP_KEEP_DAYS, until stopped',
    )
    .action(schedule);
  program
    .command('carry-topics <time> <prefix>')
    .description(
      'copy the messages until a time to topics of another prefix, after databases went back to that time',
    )
    .action(carry);
  const withdrawalsCommand = program
    .command('withdrawals')
    .description('opt-outs, deleted accounts and unsubscribes');
  withdrawalsCommand
    .command('save')
    .description('write them beside the backups, for a restore')
    .option('--to <place>', 'a folder or s3://bucket/prefix; default: BACKUP_TO')
    .action(({ to }: { to?: string }) => saveWithdrawals(to));
  withdrawalsCommand
    .command('merge [file]')
    .description('repeat saved ones on databases that went back in time; default: all in BACKUP_TO')
    .action(mergeWithdrawals);
}

const sourceOf = (servers: Servers): Source => ({
  ...storesOn(productStores, servers),
  mongoTopics: productStores.mongoTopics,
  commit: process.env.REVISION ?? '',
});

async function backup(to: string | undefined, startsOver: boolean): Promise<void> {
  const startedAt = performance.now();
  const given = readConfig(all);
  const storage = config.storageAt(to ?? given.BACKUP_TO, given);
  const name = shelves.nameAt(new Date());
  const keys = config.keysOf(given);
  const target = { storage, name, keys, startsOver };
  const manifest = await takeAndRecord(sourceOf(config.serversOf(given)), target);
  for (const line of describeBackup(`${storage.address}/${name}`, manifest)) print(line);
  print(`It took ${seconds(startedAt)}.`);
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, n) => total + n, 0);

const declaredRetention =
  'How long topics store messages is as the product declares it: KAFKA_USERNAME lacks the right DescribeConfigs on them.';

export function describeBackup(location: string, manifest: Manifest): string[] {
  const { postgres, kafka, mongo, files, takenAt, pausedMs, encryption } = manifest;
  const rows = Object.values(postgres.databases).reduce((total, database) => total + sum(database.rows), 0);
  return [
    `${location} has the data of ${takenAt}: ${rows} rows, ${sum(kafka.messages)} messages, ${sum(mongo.documents)} documents, ${megabytes(files)}. Publishing paused for ${pausedMs} ms.`,
    ...(kafka.retention === 'declared' ? [declaredRetention] : []),
    ...(encryption === 'none' ? ['It is not encrypted. Set BACKUP_PASSPHRASE or BACKUP_RECIPIENTS.'] : []),
  ];
}

async function list(location: string | undefined): Promise<void> {
  const given = readConfig(locations);
  const storage = config.storageAt(location ?? given.BACKUP_TO, given);
  const found = await shelves.listBackups(storage);
  const isMixed = new Set(found.flatMap(({ manifest }) => manifest?.installation ?? [])).size > 1;
  for (const { name, manifest, problem } of found) {
    const size = manifest ? `${ageOf(manifest.takenAt)} old, ${megabytes(manifest.files)}` : 'unknown';
    const whose = isMixed ? `  of installation ${manifest?.installation ?? 'unknown'}` : '';
    print(`${name}  ${size}  ${problem ?? 'whole'}${whose}`);
  }
  if (found.length === 0) print(`${storage.address} has no backup.`);
}

const HOUR_MS = 3_600_000;

function ageOf(takenAt: string): string {
  const hours = Math.floor((Date.now() - Date.parse(takenAt)) / HOUR_MS);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

async function restore(wanted: string, replace: boolean): Promise<void> {
  const startedAt = performance.now();
  const given = readConfig(all);
  const from = { ...(await config.findBackup(wanted, given)), keys: config.keysOf(given) };
  const checked = await checkBackup(from);
  const target = storesOn(productStores, config.serversOf(given));
  const restored = await restoreBackup(checked, target, { replace });
  for (const line of describeRestore(restored)) print(line);
  print(
    `It took ${seconds(startedAt)}. Start the product. Emails and payments after that moment are not undone: see the runbook.`,
  );
}

export function describeRestore({ manifest, kept }: Awaited<ReturnType<typeof restoreBackup>>): string[] {
  const { takenAt, files, product } = manifest;
  const last = kept.withdrawals.at(-1);
  return [
    `The data of ${takenAt} is in place: ${megabytes(files)}, from version ${product.version} (${product.commit.slice(0, 7) || 'commit unknown'}).`,
    ...kept.problems,
    ...(last
      ? [`Opt-outs, deletions and unsubscribes until ${last.takenAt} are repeated when the product starts.`]
      : []),
  ];
}

async function saveWithdrawals(to: string | undefined): Promise<void> {
  const given = readConfig(all);
  const storage = config.storageAt(to ?? given.BACKUP_TO, given);
  const saved = await writeCurrent(storage, given, id => expectOwnBackups(storage, id));
  print(
    `${storage.address}/${saved.path} has ${saved.deletions} deletions, ${saved.declines} users without notices and ${saved.optOuts} opt-outs.`,
  );
}

const urlsOf =
  (given: z.output<typeof all>): withdrawals.DatabaseUrls =>
  name =>
    withDatabase(config.serversOf(given).postgresUrl, name);

/** Writes the current withdrawals. `compare` throws if the storage belongs to another installation. */
async function writeCurrent(
  storage: Storage,
  given: z.output<typeof all>,
  compare: (installation: string) => Promise<void>,
) {
  const exceptLists = await withdrawals.listsIn(storage);
  const read = await withdrawals.readWithdrawals(urlsOf(given), { exceptLists });
  const { installation, deletedUsers, declines, optOuts } = read;
  if (installation === undefined) {
    throw new OperatorError(
      'Expected the database auth to have tables; it has none. Start the product once.',
    );
  }
  await compare(installation);
  const name = `withdrawals-${installation}.json`;
  const path = await withdrawals.writeWithdrawals(storage, { given: read, keys: config.keysOf(given), name });
  return { path, deletions: deletedUsers.length, declines: declines.length, optOuts: optOuts.length };
}

async function mergeWithdrawals(file: string | undefined): Promise<void> {
  const given = readConfig(all);
  const keys = config.keysOf(given);
  const { withdrawals: sets, problems } = file
    ? await withdrawals.onlyFile(config.splitLocation(file, given), keys)
    : await withdrawals.withdrawalsBeside(config.storageAt(given.BACKUP_TO, given), keys);
  for (const problem of problems) print(problem);
  if (sets.length === 0)
    throw new OperatorError('Expected saved withdrawals; there are none. Name their file.');
  await withdrawals.mergeWithdrawals(urlsOf(given), sets);
  print(`The services repeat the withdrawals of ${sets.at(-1)?.takenAt} when they start.`);
}

async function carry(time: string, prefix: string): Promise<void> {
  const { topicPrefix: from, topicPolicy: _policy, ...bus } = readBusSettings();
  const until = new Date(time);
  if (Number.isNaN(until.getTime()) || prefix === from) {
    throw new OperatorError(
      `Expected a time such as 2026-11-22T12:00:00Z and another prefix than '${from}'; got '${time}' and '${prefix}'.`,
    );
  }
  const carried = await carryTopics({
    bus,
    topics: productStores.topics,
    from,
    to: prefix,
    until,
  });
  print(`${carried} messages until ${until.toISOString()} are in the topics of ${prefix}`);
  print(`Start the product with KAFKA_TOPIC_PREFIX=${prefix}`);
}

async function schedule(): Promise<void> {
  const given = readConfig(config.scheduledConfig);
  const log = createLog('backup');
  const storage = config.storageAt(given.BACKUP_TO, given);
  const source = sourceOf(config.serversOf(given));
  let isCompared = false;
  const work = {
    lastTakenAt: async () => {
      const last = await shelves.latestBackup(storage);
      return last && new Date(last.manifest.takenAt);
    },
    async take(signal: AbortSignal) {
      const startedAt = performance.now();
      isCompared = false;
      const name = shelves.nameAt(new Date());
      const target = { storage, name, keys: config.keysOf(given), signal };
      const { takenAt, pausedMs, files, installation, kafka } = await takeAndRecord(source, target);
      if (kafka.retention === 'declared') log.warn(declaredRetention);
      const retention = { now: new Date(), retentionDays: given.BACKUP_KEEP_DAYS, installation };
      const removed = await shelves.removeOutdated(storage, retention).catch(error => {
        log.error({ reason: reasonsOf(error) }, 'old backups not removed');
        return [];
      });
      return {
        place: `${storage.address}/${name}`,
        takenAt,
        pausedMs,
        size: megabytes(files),
        took: seconds(startedAt),
        removed,
      };
    },
    saveWithdrawals: () =>
      writeCurrent(storage, given, async installation => {
        // The comparison reads every manifest, so it runs only once after each backup.
        if (!isCompared) await expectOwnBackups(storage, installation);
        isCompared = true;
      }),
  };
  const parts = [schedulePart({ at: given.BACKUP_AT, work, clock: systemClock, log })];
  const operators = management({
    ...{ name: 'backup', host: given.HOST, port: given.PORT, managementPort: given.MANAGEMENT_PORT, parts },
    isDraining: () => false,
  });
  await run('backup', () => ({ parts: [...parts, { name: 'management', ...operators }] }));
}
