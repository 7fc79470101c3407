import { readFile } from 'node:fs/promises';
import { PlatformError, printLine } from '@closingwire/local/terminal';
import { productProcesses } from '@closingwire/topology';
import { databases } from '@closingwire/topology/production-environment';
import { execa } from 'execa';
import { caddyfile } from './caddyfile.ts';
import { type Compose, composeOf } from './compose.ts';
import { endVersion, runningServices } from './end-version.ts';
import { type Image, provideImage, removeImages } from './image.ts';
import { pinImages } from './pinned-images.ts';
import * as places from './place.ts';
import { containerServers, writeValues } from './values.ts';

type Place = places.Place;
type Running = places.Running;

const product = productProcesses.map(({ name }) => name);

/** The project of servers, Caddy and the command line, which all versions share. */
const serversOf = (place: Place, { image }: { image: string }): Compose => composeOf(place, { image });

async function createNetwork(project: string): Promise<void> {
  const { failed } = await execa('docker', ['network', 'inspect', project], { reject: false });
  if (failed) await execa('docker', ['network', 'create', project]);
}

/** Prepares folders and images for a command. */
export async function prepare(place: Place, image: string): Promise<Compose> {
  await places.makeFolders(place);
  await writeValues(place);
  await createNetwork(place.project);
  await pinImages(place, containerServers(place.settings));
  return serversOf(place, { image });
}

/**
 * Returns whether the version's gateway runs. `running.json` may still name a version that an interrupted stop
 * ended.
 */
async function serves(place: Place, version: Running): Promise<boolean> {
  return (await runningServices(composeOf(place, version))).includes('gateway');
}

/** Ends a version without requests. The new version already serves, so a failure is only printed. */
const endOld = (place: Place, version: Running): Promise<void> =>
  endVersion(place, version).catch(() => printLine(`${version.name} did not end; the next deploy ends it.`));

/** Starts the servers in containers and waits until they are ready. */
export async function startServers(place: Place, servers: Compose): Promise<void> {
  const own = containerServers(place.settings);
  if (own.length > 0) await servers.start(...own);
}

/** Waits until the new version's own gateway reports every process ready; throws if one is not. */
async function startVersion(compose: Compose): Promise<void> {
  await compose.start(...product);
  const whole =
    "fetch('http://127.0.0.1:8080/api/health').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))";
  await compose.run('exec', '-T', 'gateway', 'node', '-e', whole);
}

const caddyfileOf = ({ state }: Place) => `${state}/caddy/Caddyfile`;
const readCaddyfile = (place: Place) => readFile(caddyfileOf(place), 'utf8').catch(() => undefined);

async function loadCaddyfile(place: Place, servers: Compose, text: string): Promise<void> {
  await places.writeWhole(caddyfileOf(place), text, 0o644);
  await servers.start('caddy');
  await servers.run('exec', '-T', 'caddy', 'caddy', 'reload', '--config', '/etc/caddy/Caddyfile');
}

/** A killed deploy may have switched requests without an update of `running.json`. */
async function completeLastDeploy(place: Place, before: Running): Promise<void> {
  const text = (await readCaddyfile(place)) ?? caddyfile(place.settings, before.color);
  const decided = text.replace(/gateway-(blue|green)/, `gateway-${before.color}`);
  await loadCaddyfile(place, serversOf(place, before), decided);
}

/** Switches requests to this version. If Caddy refuses the configuration, nothing changes. */
async function switchTo(place: Place, now: Running): Promise<void> {
  const servers = serversOf(place, now);
  const [text, color] = [await readCaddyfile(place), await places.readRunning(place)];
  try {
    await loadCaddyfile(place, servers, caddyfile(place.settings, now.color));
    await places.writeRunning(place, now);
  } catch (error) {
    if (text && color) await loadCaddyfile(place, servers, text).catch(() => {});
    throw error;
  }
}

type Step = { failure: string; work: () => Promise<unknown> };

/** `before`: the version in `running.json`. */
type Plan = { before: Running | undefined; isServing: boolean; isWayBack: boolean };

/** Starts this version's backup schedule. If it fails, the serving version's schedule continues. */
async function startBackups(place: Place, now: Running, { before, isServing, isWayBack }: Plan) {
  const start = (version: Running) => serversOf(place, version).run('up', '--detach', '--no-deps', 'backup');
  if (isWayBack) return await start(now);
  try {
    await serversOf(place, now).start('backup');
  } catch (cause) {
    if (before && isServing) await start(before).catch(() => {});
    throw cause;
  }
}

/** Returns the steps of a deploy in order. `deploy` stops at the first step that fails. */
function stepsOf(place: Place, now: Running, plan: Plan): Step[] {
  const { before, isWayBack } = plan;
  const servers = serversOf(place, now);
  const cli = (...args: string[]) => servers.run('run', '--rm', 'cli', ...args);
  const checks: Step[] = [
    { failure: 'The servers are not fit for the product', work: () => cli('doctor', '--servers') },
    { failure: 'No backup could be taken', work: async () => before && (await cli('backup')) },
  ];
  return [
    { failure: 'The servers are not ready', work: () => startServers(place, servers) },
    { failure: 'The databases are not there', work: () => cli('databases', 'create', ...databases) },
    ...(isWayBack ? [] : checks),
    { failure: `${now.name} did not become ready`, work: () => startVersion(composeOf(place, now)) },
    {
      // The first deploy writes a small file to the place of backups, to check keys and recipients.
      failure: 'The place of backups takes no file',
      work: async () => before || (await cli('withdrawals', 'save')),
    },
    { failure: 'Backups do not run', work: () => startBackups(place, now, plan) },
    { failure: 'Caddy takes no requests for it', work: () => switchTo(place, now) },
  ];
}

const whatRuns = ({ before, isServing }: Plan) =>
  before && isServing
    ? `${before.name} serves requests as before.`
    : 'What this command started is stopped; data and settings stay.';

/** Removes the failed version. If no version served before, it also stops the servers that it started. */
async function undo(
  place: Place,
  now: Running,
  { before, isServing, servers }: Plan & { servers: string[] },
): Promise<void> {
  await composeOf(place, now).run('down', '--timeout', '15');
  if (before && isServing) return;
  const all = [...containerServers(place.settings), 'caddy', 'backup'];
  await serversOf(place, now).run('stop', ...all.filter(name => !servers.includes(name)));
}

export type DeployOptions = {
  /** Image to run; by default that of the settings, or else a new build. */
  image?: string | undefined;
  /** The earlier version of a rollback. It gets no checks: a check may be the reason for the rollback. */
  back?: Image;
};

/**
 * Deploys a version: starts it beside the running one, waits until it is ready, switches requests, and ends the old
 * one. If the new version does not become ready, it is removed; the old one never stops.
 */
export async function deploy(place: Place, { image: wanted, back }: DeployOptions = {}): Promise<Running> {
  const before = await places.readRunning(place);
  const { image, name } = back ?? (await provideImage(place, wanted));
  const servers = await prepare(place, image);
  const isServing = before !== undefined && (await serves(place, before));
  if (before && isServing) await completeLastDeploy(place, before);
  const previous =
    before?.image === image ? before.previous : before && { image: before.image, name: before.name };
  const now: Running = { color: places.otherColor(before?.color), image, name, previous };
  const plan = { before, isServing, isWayBack: back !== undefined };
  const running = await runningServices(servers);
  for (const { failure, work } of stepsOf(place, now, plan)) {
    try {
      await work();
    } catch (cause) {
      await undo(place, now, { ...plan, servers: running });
      throw new PlatformError(`${failure}: the reason is above. ${whatRuns(plan)}`, { cause });
    }
  }
  if (before) await endOld(place, before);
  await removeImages(place, { except: [now, ...(previous ? [previous] : [])] });
  return now;
}
