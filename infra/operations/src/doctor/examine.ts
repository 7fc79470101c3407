import { readFile } from 'node:fs/promises';
import type { Settings } from '../settings-file.ts';
import { checkDns, checkPublicUrl, publicHost } from './check-address.ts';
import { checkClock, checkDisk, checkPorts } from './check-machine.ts';
import { checkMailRecords, checkMailSettings } from './check-mail.ts';
import { checkProcesses, pathHere, withProcesses } from './check-processes.ts';
import { checkBackup, checkReplies, checkTopics } from './check-servers.ts';
import * as names from './check-settings.ts';
import { checkStripe, checkStripeKeys, readStripe } from './check-stripe.ts';
import type { Finding, Looked } from './finding.ts';
import { readClock, readDisks, readPorts } from './read-machine.ts';
import { type DnsResolver, readDns, readMailRecords } from './read-network.ts';
import { readServers } from './read-servers.ts';

/** Checks that need only the settings. */
export const checkSettings = (settings: Settings, known: readonly names.KnownSetting[]): Finding[] => [
  ...checkPublicUrl(settings),
  ...names.checkNames(settings, known),
  ...names.checkRequired(settings, known),
  ...names.checkExamples(settings, known),
  ...names.checkSecrets(settings, known),
  ...checkStripeKeys(settings),
  ...names.checkSigningSecrets(settings),
  ...checkMailSettings(settings),
];

async function readPrivateKey(settings: Settings, settingsFile: string): Promise<Looked<string> | undefined> {
  const { DKIM_PRIVATE_KEY: key, DKIM_PRIVATE_KEY_FILE: file } = settings;
  if (key !== undefined) return { kind: 'found', value: key.replaceAll('\\n', '\n') };
  if (file === undefined) return undefined;
  return readFile(pathHere(file, settingsFile), 'utf8').then(
    value => ({ kind: 'found', value }),
    (error: NodeJS.ErrnoException) => ({ kind: 'unknown', reason: `${file}: ${error.code}` }),
  );
}

export type Surroundings = {
  resolver: DnsResolver;
  /** Servers with the right time. */
  clocks: readonly string[];
  /** Folders that grow. */
  folders: readonly string[];
};

/** Checks everything outside the product: settings, DNS, Stripe, email, clock, disk and ports. */
export async function examineHost(
  settings: Settings,
  {
    known,
    settingsFile,
    resolver,
    clocks,
    folders,
  }: Surroundings & { known: readonly names.KnownSetting[]; settingsFile: string },
): Promise<Finding[]> {
  const host = publicHost(settings);
  const privateKey = await readPrivateKey(settings, settingsFile);
  const [ofProcesses, dns, mail, stripe, clock, disks, ports] = await Promise.all([
    checkProcesses(settings, settingsFile),
    host === undefined ? undefined : readDns(host, settings, resolver),
    readMailRecords(settings, resolver, privateKey),
    readStripe(settings),
    readClock(clocks),
    readDisks(folders),
    readPorts(settings),
  ]);
  return [
    ...withProcesses(checkSettings(settings, known), ofProcesses),
    ...(dns ? checkDns(dns) : []),
    ...(mail ? checkMailRecords(mail) : []),
    ...stripe.flatMap(facts => checkStripe(facts, settings)),
    ...checkClock(clock),
    ...disks.flatMap(({ folder, freeMb }) => checkDisk(folder, freeMb)),
    ...checkPorts(ports),
  ];
}

/** Checks the servers as processes reach them: replies, topics and the age of the last backup. */
export async function examineServers(settings: Settings, now: Date): Promise<Finding[]> {
  const { replies, topics, backup } = await readServers(settings);
  return [...checkReplies(replies), ...checkTopics(topics), ...checkBackup(backup, now)];
}
