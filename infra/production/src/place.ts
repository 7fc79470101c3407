import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { runCommand } from '@closingwire/local/command';
import { root } from '@closingwire/local/root';
import type { RunRecord } from '@closingwire/local/supervisor/run-record';
import { PlatformError } from '@closingwire/local/terminal';
import { settingsIn } from '@closingwire/operations/settings-file';
import { USUAL_PROJECT } from '@closingwire/topology/production-settings';
import { z } from 'zod';

/** The settings of a server by name; names that the file leaves empty are missing. */
export type Settings = Readonly<Record<string, string>>;

/** A product on this server: its settings, and the folders beside the settings file. */
export type Place = {
  settingsFile: string;
  settings: Settings;
  /** Names the containers, volumes and network. */
  project: string;
  /** What `make deploy` writes: values for Compose, Caddy's configuration, which version runs. */
  state: string;
  /** Files that processes read, such as the CAs of servers. */
  certificates: string;
  /** Caddy's certificate and key, with `CERTIFICATE=files`. */
  siteCertificate: string;
  backups: string;
  /** Of a command that runs alone. */
  turn?: Turn;
};

/** Records the processes that end with a command, and aborts when the operator interrupts it. */
export type Turn = Pick<RunRecord, 'add'> & { interrupted: AbortSignal };

const color = z.enum(['blue', 'green']);
const version = z.object({ image: z.string(), name: z.string() });
const running = version.extend({
  color,
  /** The version that ran before this one. */
  previous: version.optional(),
});

export const colors = color.options;

export type Color = z.output<typeof color>;
/** The version that requests go to. */
export type Running = z.output<typeof running>;

export const otherColor = (of: Color | undefined): Color => (of === 'blue' ? 'green' : 'blue');

export const usualSettingsFile = `${root}/.env.production`;

/** Reads the settings of a server. Throws a PlatformError without such a file, an OperatorError for faults in its text. */
export async function openPlace(settingsFile = process.env.SETTINGS || usualSettingsFile): Promise<Place> {
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
  // Part of paths, and of names that the engine reads.
  if (!/^[a-z0-9][a-z0-9_-]{0,62}$/.test(project))
    throw new PlatformError(
      `PROJECT: expected small letters, digits, - and _, such as ${USUAL_PROJECT}, got '${project}'; correct it.`,
    );
  return {
    ...{ settingsFile: file, settings, project },
    // Two products of one folder share nothing that either writes.
    state: `${folder}/.production/${project}`,
    backups: `${folder}/backups/${project}`,
    certificates: `${folder}/certificates`,
    siteCertificate: `${folder}/site-certificate`,
  };
}

/** The user of every process in the image. */
const PROCESS_USER = 1000;

/** Makes the folders that containers mount, so that the engine does not make them as root's. */
export async function makeFolders({ state, certificates, siteCertificate, backups }: Place): Promise<void> {
  await mkdir(`${state}/caddy`, { recursive: true, mode: 0o755 });
  for (const folder of [certificates, siteCertificate]) await mkdir(folder, { recursive: true });
  await mkdir(backups, { recursive: true, mode: 0o700 });
  // Backups that root copied here from another server, too.
  if (process.getuid?.() === 0) await runCommand(['chown', '-R', `${PROCESS_USER}:${PROCESS_USER}`, backups]);
}

/** Writes a file whole or not at all. */
export async function writeWhole(file: string, text: string, mode: number): Promise<void> {
  await writeFile(`${file}.new`, text, { mode });
  await rename(`${file}.new`, file);
}

const runningFile = ({ state }: Place) => `${state}/running.json`;

export async function readRunning(place: Place): Promise<Running | undefined> {
  const text = await readFile(runningFile(place), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : running.parse(JSON.parse(text));
}

export const writeRunning = (place: Place, version: Running): Promise<void> =>
  writeWhole(runningFile(place), `${JSON.stringify(version, undefined, 2)}\n`, 0o644);
