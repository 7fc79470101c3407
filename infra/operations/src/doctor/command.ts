import { Resolver } from 'node:dns/promises';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { OperatorError } from '../operator-error.ts';
import { readSettingsFile, type Settings, withoutEmpty } from '../settings-file.ts';
import type { KnownSetting } from './check-settings.ts';
import { examineHost, examineServers } from './examine.ts';
import { acceptedItems, checkAccepted, type Finding, problem, report } from './finding.ts';
import { publicDns } from './read-network.ts';

type Options = { settings?: string; servers?: boolean };

/** Servers whose `Date` header gives the right time. Certificates need Let's Encrypt anyway. */
const clocksOf = ({ STRIPE_API_URL: sandbox }: Settings) => [
  sandbox ?? 'https://api.stripe.com',
  'https://acme-v02.api.letsencrypt.org/directory',
];

async function examineFile(file: string, known: readonly KnownSetting[]): Promise<Finding[]> {
  const settings = await readSettingsFile(file);
  const path = resolve(file);
  return examineHost(settings, {
    known,
    settingsFile: path,
    resolver: publicDns(new Resolver({ timeout: 3_000, tries: 2 })),
    clocks: clocksOf(settings),
    folders: [dirname(path), '/var/lib/docker', settings.BACKUP_FOLDER ?? dirname(path)],
  });
}

async function examine({ settings: file, servers }: Options, known: readonly KnownSetting[]) {
  try {
    return [
      ...(file === undefined ? [] : await examineFile(file, known)),
      ...(servers ? await examineServers(withoutEmpty(process.env), new Date()) : []),
    ];
  } catch (error) {
    if (error instanceof OperatorError)
      return error.message.split('\n').map(line => problem('settings', line));
    throw error;
  }
}

async function acceptedBy({ settings: file }: Options): Promise<string[]> {
  const given = file === undefined ? process.env : await readSettingsFile(file).catch(() => ({}) as Settings);
  return acceptedItems(given.DOCTOR_ACCEPTS);
}

/** Adds `doctor` to the command line. `known`: settings that a file may contain; if empty, no name counts as unknown. */
export function addDoctor(program: Command, known: readonly KnownSetting[] = []): void {
  const command = program
    .command('doctor')
    .description('check what is missing or unsafe; exits with 1 where something is')
    .option('--settings <file>', 'check these settings and this machine, before anything runs')
    .option('--servers', 'check the servers that the environment names, topics and the last backup');
  command.action(async (options: Options) => {
    if (options.settings === undefined && !options.servers) {
      command.error('error: expected --settings <file> or --servers, got neither', { exitCode: 2 });
    }
    const accepted = await acceptedBy(options);
    const names = known.map(({ name }) => name);
    const findings = [...(await examine(options, known)), ...checkAccepted(accepted, names)];
    const { lines, hasProblems } = report(findings, accepted);
    process.stdout.write(`${lines.join('\n')}\n`);
    if (hasProblems) process.exitCode = 1;
  });
}
