import { readFile } from 'node:fs/promises';
import { PlatformError } from '@closingwire/local/terminal';
import { productProcesses } from '@closingwire/topology';
import { databases } from '@closingwire/topology/production-environment';
import { execa } from 'execa';
import { caddyfile } from './caddyfile.ts';
import { type Compose, composeOf } from './compose.ts';
import { endVersion, runningServices } from './end-version.ts';
import { type Image, provideImage } from './image.ts';
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

/** Starts the servers that run in containers, and waits until they are ready. */
export async function startServers(place: Place, servers: Compose): Promise<void> {
  const own = containerServers(place.settings);
  if (own.length > 0) await servers.run('up', '--detach', '--wait', ...own);
}

/** Migrations of large tables take their time; a process that ends shows at once. */
const LONGEST_START_S = '1800';

/** Waits until every part of the new version is ready, as its own gateway sees it; throws where one is not. */
async function startVersion(compose: Compose): Promise<void> {
  await compose.run('up', '--detach', '--wait', '--wait-timeout', LONGEST_START_S, ...product);
  const whole =
    "fetch('http://127.0.0.1:8080/api/health').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))";
  await compose.run('exec', '-T', 'gateway', 'node', '-e', whole);
}

async function showFailure(compose: Compose, cause: unknown): Promise<never> {
  await compose.run('ps', '--all').catch(() => {});
  await compose.run('logs', '--tail', '15', ...product).catch(() => {});
  throw cause;
}

const caddyfileOf = ({ state }: Place) => `${state}/caddy/Caddyfile`;
const readCaddyfile = (place: Place) => readFile(caddyfileOf(place), 'utf8').catch(() => undefined);

async function loadCaddyfile(place: Place, servers: Compose, text: string): Promise<void> {
  await places.writeWhole(caddyfileOf(place), text, 0o644);
  await servers.run('up', '--detach', '--wait', 'caddy');
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

/** What a deploy does in this order; the failure of one step ends it. */
function stepsOf(place: Place, now: Running, { before, isWayBack }: Plan): Step[] {
  const servers = serversOf(place, now);
  const version = composeOf(place, now);
  const cli = (...args: string[]) => servers.run('run', '--rm', 'cli', ...args);
  const checks: Step[] = [
    { failure: 'No backup could be taken', work: async () => before && (await cli('backup')) },
    { failure: 'The servers are not fit for the product', work: () => cli('doctor', '--servers') },
  ];
  return [
    { failure: 'The servers are not ready', work: () => startServers(place, servers) },
    { failure: 'The databases are not there', work: () => cli('databases', 'create', ...databases) },
    ...(isWayBack ? [] : checks),
    {
      failure: `${now.name} did not become ready`,
      work: () => startVersion(version).catch(cause => showFailure(version, cause)),
    },
    { failure: 'Caddy takes no requests for it', work: () => switchTo(place, now) },
  ];
}

type Plan = { before: Running | undefined; isWayBack: boolean };

const whatRuns = (before: Running | undefined) =>
  before
    ? `${before.name} serves requests as before.`
    : 'What this command started is stopped; data and settings stay.';

/** Removes the version that did not come up, and on a new server also what was started for it. */
async function undo(
  place: Place,
  now: Running,
  { before, servers }: { before?: Running | undefined; servers: string[] },
): Promise<void> {
  await composeOf(place, now).run('down', '--timeout', '15');
  if (before) return;
  const started = [...containerServers(place.settings), 'caddy'].filter(name => !servers.includes(name));
  await serversOf(place, now).run('stop', ...started);
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
  if (before) await completeLastDeploy(place, before);
  const previous =
    before?.image === image ? before.previous : before && { image: before.image, name: before.name };
  const now: Running = { color: places.otherColor(before?.color), image, name, previous };
  const running = await runningServices(servers);
  for (const { failure, work } of stepsOf(place, now, { before, isWayBack: back !== undefined })) {
    try {
      await work();
    } catch (cause) {
      await undo(place, now, { before, servers: running });
      throw new PlatformError(`${failure}: the reason is above. ${whatRuns(before)}`, { cause });
    }
  }
  await servers.run('up', '--detach', '--no-deps', 'backup');
  if (before) await endVersion(place, before);
  return now;
}
