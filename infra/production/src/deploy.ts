import { rm } from 'node:fs/promises';
import { root } from '@closingwire/local/root';
import { PlatformError, printLine } from '@closingwire/local/terminal';
import { productProcesses } from '@closingwire/topology';
import { execa } from 'execa';
import { caddyfile } from './caddyfile.ts';
import { type Compose, composeOf } from './compose.ts';
import { pinImages } from './pinned-images.ts';
import {
  type Color,
  makeFolders,
  otherColor,
  type Place,
  type Running,
  readRunning,
  writeRunning,
  writeWhole,
} from './place.ts';
import { containerServers, databases, writeValues } from './values.ts';

const product = productProcesses.map(({ name }) => name);

/** Builds an image from this folder, named for its commit; returns its name. */
async function buildImage(project: string): Promise<string> {
  const { stdout: revision } = await execa('git', ['-C', root, 'describe', '--always', '--dirty=-changed'], {
    reject: false,
  });
  const image = `${project}:${revision || 'latest'}`;
  printLine(`Building ${image}.`);
  const args = [
    'build',
    '--file',
    `${root}/infra/containers/Dockerfile`,
    '--build-arg',
    `REVISION=${revision ?? ''}`,
  ];
  await execa('docker', [...args, '--tag', image, root], { stdio: 'inherit' });
  return image;
}

const isHere = async (image: string) =>
  !(await execa('docker', ['image', 'inspect', image], { reject: false })).failed;

async function provideImage(place: Place, wanted: string | undefined): Promise<string> {
  const image = wanted ?? place.settings.IMAGE;
  if (image === undefined) return buildImage(place.project);
  if (!(await isHere(image))) await execa('docker', ['pull', image], { stdio: 'inherit' });
  return image;
}

async function createNetwork(project: string): Promise<void> {
  const { failed } = await execa('docker', ['network', 'inspect', project], { reject: false });
  if (failed) await execa('docker', ['network', 'create', project]);
}

/** The containers of a project that run now. */
async function runningServices(compose: Compose): Promise<string[]> {
  const names = await compose.read('ps', '--services', '--status', 'running');
  return names.split('\n').filter(Boolean);
}

/** Waits until every part of the new version is ready, as its own gateway sees it; throws where one is not. */
async function startVersion(compose: Compose): Promise<void> {
  await compose.run('up', '--detach', '--wait', '--wait-timeout', '300', ...product);
  const whole =
    "fetch('http://127.0.0.1:8080/api/health').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))";
  await compose.run('exec', '-T', 'gateway', 'node', '-e', whole);
}

async function sendRequestsTo(place: Place, servers: Compose, color: Color): Promise<void> {
  await writeWhole(`${place.state}/caddy/Caddyfile`, caddyfile(place.settings, color), 0o644);
  await servers.run('up', '--detach', '--wait', 'caddy');
  await servers.run('exec', '-T', 'caddy', 'caddy', 'reload', '--config', '/etc/caddy/Caddyfile');
}

async function showFailure(compose: Compose, cause: unknown): Promise<never> {
  await compose.run('ps', '--all').catch(() => {});
  await compose.run('logs', '--tail', '15', ...product).catch(() => {});
  throw cause;
}

export type DeployOptions = {
  /** An image to run instead of that of the settings or of one built here. */
  image?: string | undefined;
  /** Takes a backup before the version changes. */
  backUp?: boolean;
};

/**
 * Puts a version on this server: starts it beside the one that runs, waits until it is ready, sends requests to it, and
 * ends the old one. When the new version does not become ready, it is removed, and the old one never stopped.
 */
export async function deploy(
  place: Place,
  { image: wanted, backUp = false }: DeployOptions = {},
): Promise<Running> {
  const before = await readRunning(place);
  const color = otherColor(before?.color);
  await makeFolders(place);
  const image = await provideImage(place, wanted);
  await writeValues(place);
  await createNetwork(place.project);
  // A command that was killed at its end may have left requests with the version before.
  if (before) await sendRequestsTo(place, composeOf(place, { image: before.image }), before.color);
  const servers = composeOf(place, { image });
  const version = composeOf(place, { image, color });
  const wasRunning = await runningServices(servers);
  let step = 'The servers are not ready';
  try {
    await startServers(place, servers);
    step = 'No backup could be taken';
    if (backUp && before) await servers.run('run', '--rm', 'cli', 'backup');
    step = 'The servers are not fit for the product';
    await servers.run('run', '--rm', 'cli', 'doctor', '--servers');
    step = `${image} did not become ready`;
    await startVersion(version).catch(cause => showFailure(version, cause));
  } catch (cause) {
    await version.run('down', '--timeout', '15');
    if (!before) await endNewServers(place, servers, wasRunning);
    throw new PlatformError(`${step}: the reason is above. ${whatRuns(before)}`, { cause });
  }
  await sendRequestsTo(place, servers, color);
  const now = {
    color,
    image,
    previousImage: before && before.image !== image ? before.image : before?.previousImage,
  };
  await writeRunning(place, now);
  await pinImages(place);
  await servers.run('up', '--detach', '--no-deps', 'backup');
  if (before) await composeOf(place, before).run('down', '--timeout', '15');
  return now;
}

async function endNewServers(place: Place, servers: Compose, wasRunning: readonly string[]): Promise<void> {
  const started = containerServers(place.settings).filter(name => !wasRunning.includes(name));
  if (started.length > 0) await servers.run('stop', ...started);
}

const whatRuns = (before: Running | undefined) =>
  before
    ? `${before.image} serves requests as before.`
    : 'What this command started is stopped; data and settings stay.';

/** The servers that run in containers, and in every server the databases that services expect. */
async function startServers(place: Place, servers: Compose): Promise<void> {
  const own = containerServers(place.settings);
  if (own.length > 0) await servers.run('up', '--detach', '--wait', ...own);
  await servers.run('run', '--rm', 'cli', 'databases', 'create', ...databases);
}

/** Puts a backup in place on servers without data, while no version runs. */
export async function restoreOn(place: Place, from: string): Promise<void> {
  if (await readRunning(place))
    throw new PlatformError(
      'Expected a server without a product. `make production-stop` first, and give it empty servers.',
    );
  await makeFolders(place);
  const image = await provideImage(place, undefined);
  await writeValues(place);
  await createNetwork(place.project);
  const servers = composeOf(place, { image });
  const own = containerServers(place.settings);
  if (own.length > 0) await servers.run('up', '--detach', '--wait', ...own);
  await servers.run('run', '--rm', 'cli', 'restore', from);
}

/**
 * Ends every container; data, certificates and settings stay. Between the product and its servers it takes a last
 * backup, which has everything that users did.
 */
export async function stopAll(place: Place): Promise<void> {
  const version = await readRunning(place);
  const servers = composeOf(place, { image: version?.image ?? 'closingwire' });
  if (version) {
    await composeOf(place, version).run('down', '--timeout', '15');
    await servers
      .run('run', '--rm', 'cli', 'backup')
      .catch(error => printLine(`No last backup: ${error.message}`));
  }
  await servers.run('down', '--timeout', '30');
  await rm(`${place.state}/running.json`, { force: true });
}
