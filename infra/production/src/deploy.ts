import { readFile } from 'node:fs/promises';
import { PlatformError, printLine } from '@closingwire/local/terminal';
import { databases, productProcesses } from '@closingwire/topology';
import { execa } from 'execa';
import { caddyfile } from './caddyfile.ts';
import { type Compose, composeOf } from './compose.ts';
import * as deployments from './deployment.ts';
import { endVersion, runningServices } from './end-version.ts';
import { provideImage, removeImages } from './image.ts';
import { pinImages } from './pinned-images.ts';
import { containerServers, writeValues } from './values.ts';

type Deployment = deployments.Deployment;
type Running = deployments.Running;

const product = productProcesses.map(({ name }) => name);

/** The project of servers, Caddy and the command line, which all versions share. */
const serversOf = (deployment: Deployment, { image }: { image: string }): Compose =>
  composeOf(deployment, { image });

async function createNetwork(project: string): Promise<void> {
  const { failed } = await execa('docker', ['network', 'inspect', project], { reject: false });
  if (failed) await execa('docker', ['network', 'create', project]);
}

/**
 * Creates the folders, the values for Compose and the network, and pins the servers' images. Returns the Compose
 * project of the servers.
 */
export async function prepare(deployment: Deployment, image: string): Promise<Compose> {
  await deployments.makeFolders(deployment);
  await writeValues(deployment);
  await createNetwork(deployment.project);
  await pinImages(deployment, containerServers(deployment.settings));
  return serversOf(deployment, { image });
}

/**
 * Returns whether the version's gateway runs. `running.json` may still name a version that an interrupted stop
 * ended.
 */
async function serves(deployment: Deployment, version: Running): Promise<boolean> {
  return (await runningServices(composeOf(deployment, version))).includes('gateway');
}

/** Ends a version without requests. The new version already serves, so a failure is only printed. */
const endOld = (deployment: Deployment, version: Running): Promise<void> =>
  endVersion(deployment, version).catch(() =>
    printLine(`${version.name} did not end; the next deploy ends it.`),
  );

/** Starts the servers in containers and waits until they are ready. */
export async function startServers(deployment: Deployment, servers: Compose): Promise<void> {
  const own = containerServers(deployment.settings);
  if (own.length > 0) await servers.start(...own);
}

/**
 * Starts the new version and waits until its processes are ready. Throws if its own gateway does not report every
 * process ready.
 */
async function startVersion(compose: Compose): Promise<void> {
  await compose.start(...product);
  const whole =
    "fetch('http://127.0.0.1:8080/api/health').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))";
  await compose.run('exec', '-T', 'gateway', 'node', '-e', whole);
}

const caddyfileOf = ({ state }: Deployment) => `${state}/caddy/Caddyfile`;
const readCaddyfile = (deployment: Deployment) =>
  readFile(caddyfileOf(deployment), 'utf8').catch(() => undefined);

async function loadCaddyfile(deployment: Deployment, servers: Compose, text: string): Promise<void> {
  await deployments.writeWhole(caddyfileOf(deployment), text, 0o644);
  await servers.start('caddy');
  await servers.run('exec', '-T', 'caddy', 'caddy', 'reload', '--config', '/etc/caddy/Caddyfile');
}

/** A killed deploy may have switched requests without an update of `running.json`. */
async function completeLastDeploy(deployment: Deployment, before: Running): Promise<void> {
  const text = (await readCaddyfile(deployment)) ?? caddyfile(deployment.settings, before.color);
  const decided = text.replace(/gateway-(blue|green)/, `gateway-${before.color}`);
  await loadCaddyfile(deployment, serversOf(deployment, before), decided);
}

/** Switches requests to this version. If Caddy refuses the configuration, nothing changes. */
async function switchTo(deployment: Deployment, now: Running): Promise<void> {
  const servers = serversOf(deployment, now);
  const [text, color] = [await readCaddyfile(deployment), await deployments.readRunning(deployment)];
  try {
    await loadCaddyfile(deployment, servers, caddyfile(deployment.settings, now.color));
    await deployments.writeRunning(deployment, now);
  } catch (error) {
    if (text && color) await loadCaddyfile(deployment, servers, text).catch(() => {});
    throw error;
  }
}

type Step = { failure: string; work: () => Promise<unknown> };

/** `before`: the version in `running.json`. */
type Plan = { before: Running | undefined; isServing: boolean; isWayBack: boolean };

/** Starts this version's backup schedule. If it fails, the serving version's schedule continues. */
async function startBackups(deployment: Deployment, now: Running, { before, isServing, isWayBack }: Plan) {
  const start = (version: Running) =>
    serversOf(deployment, version).run('up', '--detach', '--no-deps', 'backup');
  if (isWayBack) return await start(now);
  try {
    await serversOf(deployment, now).start('backup');
  } catch (cause) {
    if (before && isServing) await start(before).catch(() => {});
    throw cause;
  }
}

/** Returns the steps of a deploy in order. `deploy` stops at the first step that fails. */
function stepsOf(deployment: Deployment, now: Running, plan: Plan): Step[] {
  const { before, isWayBack } = plan;
  const servers = serversOf(deployment, now);
  const cli = (...args: string[]) => servers.run('run', '--rm', 'cli', ...args);
  const checks: Step[] = [
    { failure: 'The servers are not fit for the product', work: () => cli('doctor', '--servers') },
    { failure: 'No backup could be taken', work: async () => before && (await cli('backup')) },
  ];
  return [
    { failure: 'The servers are not ready', work: () => startServers(deployment, servers) },
    { failure: 'The databases are not there', work: () => cli('databases', 'create', ...databases) },
    ...(isWayBack ? [] : checks),
    { failure: `${now.name} did not become ready`, work: () => startVersion(composeOf(deployment, now)) },
    {
      // The first deploy writes a small file to the place of backups, to check keys and recipients.
      failure: 'The place of backups takes no file',
      work: async () => before || (await cli('withdrawals', 'save')),
    },
    { failure: 'Backups do not run', work: () => startBackups(deployment, now, plan) },
    { failure: 'Caddy takes no requests for it', work: () => switchTo(deployment, now) },
  ];
}

const whatRuns = ({ before, isServing }: Plan) =>
  before && isServing
    ? `${before.name} serves requests as before.`
    : 'What this command started is stopped; data and settings stay.';

/** Removes the failed version. If no version served before, it also stops the servers that it started. */
async function undo(
  deployment: Deployment,
  now: Running,
  { before, isServing, servers }: Plan & { servers: string[] },
): Promise<void> {
  await composeOf(deployment, now).run('down', '--timeout', '15');
  if (before && isServing) return;
  const all = [...containerServers(deployment.settings), 'caddy', 'backup'];
  await serversOf(deployment, now).run('stop', ...all.filter(name => !servers.includes(name)));
}

export type DeployOptions = {
  /** Image to run; by default that of the settings, or else a new build. */
  image?: string | undefined;
  /** The earlier version of a rollback. It gets no checks: a check may be the reason for the rollback. */
  back?: deployments.Image;
};

/**
 * Deploys a version: starts it beside the running one, waits until it is ready, switches requests, and ends the old
 * one. If the new version does not become ready, it is removed; the old one never stops.
 */
export async function deploy(
  deployment: Deployment,
  { image: wanted, back }: DeployOptions = {},
): Promise<Running> {
  const before = await deployments.readRunning(deployment);
  const { image, name } = back ?? (await provideImage(deployment, wanted));
  const servers = await prepare(deployment, image);
  const isServing = before !== undefined && (await serves(deployment, before));
  if (before && isServing) await completeLastDeploy(deployment, before);
  const previous =
    before?.image === image ? before.previous : before && { image: before.image, name: before.name };
  const now: Running = { color: deployments.otherColor(before?.color), image, name, previous };
  const plan = { before, isServing, isWayBack: back !== undefined };
  const running = await runningServices(servers);
  for (const { failure, work } of stepsOf(deployment, now, plan)) {
    try {
      await work();
    } catch (cause) {
      await undo(deployment, now, { ...plan, servers: running });
      throw new PlatformError(`${failure}: the reason is above. ${whatRuns(plan)}`, { cause });
    }
  }
  if (before) await endOld(deployment, before);
  await removeImages(deployment, { except: [now, ...(previous ? [previous] : [])] });
  return now;
}
