import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { runCommand } from '@closingwire/local/command';
import { root } from '@closingwire/local/root';
import type { RunRecord } from '@closingwire/local/supervisor/run-record';
import { PlatformError } from '@closingwire/local/terminal';
import { settingsIn } from '@closingwire/operations/settings-file';
import { USUAL_PROJECT } from '@closingwire/topology/production-settings';
import { z } from 'zod';

/** The settings of a server by name, without empty ones. */
export type Settings = Readonly<Record<string, string>>;

/** A product on this server: its settings, and the folders beside the settings file. */
export type Deployment = {
  settingsFile: string;
  settings: Settings;
  /** Prefix of containers, volumes and the network. */
  project: string;
  /** Folder of files from `make deploy`: values for Compose, Caddy's configuration, the running version. */
  state: string;
  /** Files that processes read, such as CAs of servers. */
  certificates: string;
  /** Caddy's certificate and key for `CERTIFICATE=files`. */
  siteCertificate: string;
  backups: string;
  /** Set while a command runs alone. */
  turn?: Turn;
};

/** Records the processes of a command. `interrupted` aborts on Ctrl-C. */
export type Turn = Pick<RunRecord, 'add'> & { interrupted: AbortSignal };

const color = z.enum(['blue', 'green']);
const version = z.object({ image: z.string(), name: z.string() });
const running = version.extend({
  color,
  /** The version that served before this one. */
  previous: version.optional(),
});

export const colors = color.options;

export type Color = z.output<typeof color>;
/** `image` names fixed content; `name` is the readable name. */
export type Image = z.output<typeof version>;
/** The version that gets requests. */
export type Running = z.output<typeof running>;

export const otherColor = (of: Color | undefined): Color => (of === 'blue' ? 'green' : 'blue');

export const usualSettingsFile = `${root}/.env.production`;

/**
 * Reads the settings of a server. Throws a PlatformError if the file is missing, an OperatorError if its text has
 * faults.
 */
export async function openDeployment(
  settingsFile = process.env.SETTINGS || usualSettingsFile,
): Promise<Deployment> {
  const file = resolve(settingsFile);
  const text = await readFile(file, 'utf8').catch(cause => {
    throw new PlatformError(
      `Expected the settings of this server in ${file}. Write them with \`make production-settings\`.`,
      { cause },
    );
  });
  const settings = settingsIn(text, file) as Settings;
  const folder = dirname(file);
  const project = settings.PROJECT ?? USUAL_PROJECT;
  // PROJECT is part of paths and of engine names.
  if (!/^[a-z0-9][a-z0-9_-]{0,62}$/.test(project))
    throw new PlatformError(
      `PROJECT: expected small letters, digits, - and _, such as ${USUAL_PROJECT}, got '${project}'; correct it.`,
    );
  return {
    ...{ settingsFile: file, settings, project },
    // Two projects in one folder share no written file.
    state: `${folder}/.production/${project}`,
    backups: `${folder}/backups/${project}`,
    certificates: `${folder}/certificates`,
    siteCertificate: `${folder}/site-certificate`,
  };
}

/** The user of all processes in the image. */
const PROCESS_USER = 1000;

/** Creates the folders that containers mount. Otherwise the engine creates them as root. */
export async function makeFolders({
  state,
  certificates,
  siteCertificate,
  backups,
}: Deployment): Promise<void> {
  await mkdir(`${state}/caddy`, { recursive: true, mode: 0o755 });
  for (const folder of [certificates, siteCertificate]) await mkdir(folder, { recursive: true });
  await mkdir(backups, { recursive: true, mode: 0o700 });
  // Includes backups that root copied from another server.
  if (process.getuid?.() === 0) await runCommand(['chown', '-R', `${PROCESS_USER}:${PROCESS_USER}`, backups]);
}

/** Writes a file atomically. */
export async function writeWhole(file: string, text: string, mode: number): Promise<void> {
  await writeFile(`${file}.new`, text, { mode });
  await rename(`${file}.new`, file);
}

const runningFile = ({ state }: Deployment) => `${state}/running.json`;

export async function readRunning(deployment: Deployment): Promise<Running | undefined> {
  const text = await readFile(runningFile(deployment), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : running.parse(JSON.parse(text));
}

export const writeRunning = (deployment: Deployment, version: Running): Promise<void> =>
  writeWhole(runningFile(deployment), `${JSON.stringify(version, undefined, 2)}\n`, 0o644);
