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

/** Servers, Caddy and the command line, in the project that all versions share. */
const serversOf = (place: Place, { image }: { image: string }): Compose => composeOf(place, { image });

async function createNetwork(project: string): Promise<void> {
  const { failed } = await execa('docker', ['network', 'inspect', project], { reject: false });
  if (failed) await execa('docker', ['network', 'create', project]);
}

/** What every command needs before it starts a container. */
export async function prepare(place: Place, image: string): Promise<Compose> {
  await places.makeFolders(place);
  await writeValues(place);
  await createNetwork(place.project);
  await pinImages(place, containerServers(place.settings));
  return serversOf(place, { image });
}

/** Whether the version has a gateway; a stop that failed or was killed ended it, and left its name in `running.json`. */
async function serves(place: Place, version: Running): Promise<boolean> {
  return (await runningServices(composeOf(place, version))).includes('gateway');
}

/** Ends a version that no longer gets requests. The new one serves already, so that a failure is a line alone. */
const endOld = (place: Place, version: Running): Promise<void> =>
  endVersion(place, version).catch(() => printLine(`${version.name} did not end; the next deploy ends it.`));

/** Starts the servers that run in containers, and waits until they are ready. */
export async function startServers(place: Place, servers: Compose): Promise<void> {
  const own = containerServers(place.settings);
  if (own.length > 0) await servers.start(...own);
}

/** Waits until every part of the new version is ready, as its own gateway sees it; throws where one is not. */
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

/** A deploy that was killed at its end may have left requests with another version than `running.json` names. */
async function completeLastDeploy(place: Place, before: Running): Promise<void> {
  const text = (await readCaddyfile(place)) ?? caddyfile(place.settings, before.color);
  const decided = text.replace(/gateway-(blue|green)/, `gateway-${before.color}`);
  await loadCaddyfile(place, serversOf(place, before), decided);
}

/** From here on requests go to this version. With a configuration that Caddy refuses, nothing changes. */
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

/** `before` is the version that `running.json` names. */
type Plan = { before: Running | undefined; isServing: boolean; isWayBack: boolean };

/** Starts the schedule of this version; where it ends, that of the version that serves goes on. */
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

/** What a deploy does in this order; the failure of one step ends it. */
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
      // Nothing was written there yet: a small file shows whether keys and recipients are right.
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

/** Removes the version that did not come up; where none served before, it stops what was started for it, too. */
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
  /** An image to run instead of that of the settings or of one built here. */
  image?: string | undefined;
  /** A version that ran, to go back to at once: without checks, which may be the reason for going back. */
  back?: Image;
};

/**
 * Puts a version on this server: starts it beside the one that runs, waits until it is ready, sends requests to it, and
 * ends the old one. When the new version does not become ready, it is removed, and the old one never stopped.
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
