import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { poll } from '@closingwire/local/poll';
import { localDirectory } from '@closingwire/local/root';
import { installSystemPackages } from '@closingwire/local/system-packages';
import { PlatformError, printLine } from '@closingwire/local/terminal';
import { execa } from 'execa';
import { z } from 'zod';
import { registryMirror } from './registry.ts';

/** Reads our docker-compose.yml. Go builds it if the machine has an older version or none. */
const COMPOSE = 'github.com/docker/compose/v2@v2.32.4';

const folder = `${localDirectory}/engine`;
const socket = `${folder}/docker.sock`;

/** A running container engine, and the environment by which `docker` finds it. */
export type Engine = { env: Record<string, string>; stop(): Promise<void> };

/**
 * Returns the machine's engine, or starts Debian's with its data in `.local/engine`. Throws a PlatformError with the
 * missing tool or the engine's last log lines.
 */
export async function startEngine(): Promise<Engine> {
  const engine = (await replies({})) ? { env: {}, stop: async () => undefined } : await startOwn();
  try {
    const env = { ...engine.env, ...(await composeConfig(engine.env)) };
    return { env, stop: engine.stop };
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

async function replies(env: Record<string, string>): Promise<boolean> {
  const options = { env, reject: false, timeout: 3_000 };
  return (await execa('docker', ['version', '--format', '{{.Server.Version}}'], options)).exitCode === 0;
}

const pidFile = `${folder}/dockerd.pid`;
const daemonArguments = [
  ...['--data-root', `${folder}/data`, '--exec-root', `${folder}/exec`],
  ...['--host', `unix://${socket}`, '--pidfile', pidFile],
  ...['--registry-mirror', registryMirror],
];

const runsAs = (pid: number) => existsSync(`/proc/${pid}`);

/** Ends the daemon in the PID file, with all containers. */
async function endRestarted(): Promise<void> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''));
  if (!pid || !runsAs(pid)) return;
  process.kill(pid, 'SIGTERM');
  await poll(async () => !runsAs(pid), { withinMs: 60_000, everyMs: 200 });
}

/** Restarts our engine, as a reboot does; on another engine restarts the containers. */
export async function restartEngine(containers: readonly string[]): Promise<void> {
  if (process.env.DOCKER_HOST !== `unix://${socket}`) {
    await execa('docker', ['restart', '--time', '0', ...containers]);
    return;
  }
  await endRestarted();
  spawn('dockerd', daemonArguments, { stdio: 'ignore', detached: true }).unref();
  await poll(() => replies({}), { withinMs: 60_000, everyMs: 200 });
}

async function startOwn(): Promise<Engine> {
  if (process.getuid?.() !== 0)
    throw new PlatformError('No container engine answers, and only root can start one.');
  await installSystemPackages(['docker']);
  await mkdir(folder, { recursive: true });
  const logFile = `${folder}/dockerd.log`;
  await rm(logFile, { force: true });
  const daemon = execa('dockerd', daemonArguments, {
    ...{ reject: false, cleanup: true, forceKillAfterDelay: 20_000, all: true, buffer: false },
    ...{ stdout: { file: logFile }, stderr: { file: logFile } },
  });
  const env = { DOCKER_HOST: `unix://${socket}` };
  let hasEnded = false;
  const ended = daemon.then(() => {
    hasEnded = true;
  });
  const started = await poll(async () => hasEnded || (await replies(env)), {
    withinMs: 60_000,
    everyMs: 200,
  });
  if (!started || hasEnded) {
    daemon.kill();
    const log = (await readFile(logFile, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-5).join('\n');
    throw new PlatformError(`No container engine can run here. Debian's ended with:\n${log}`);
  }
  printLine("Debian's container engine runs.");
  return {
    env,
    async stop() {
      daemon.kill('SIGTERM');
      await ended;
      await endRestarted();
      // The engine leaves these mounted; the folder could not be removed.
      for (const left of [`${folder}/exec/netns/default`, `${folder}/data`])
        await execa('umount', [left], { reject: false });
    },
  };
}

/** Returns the environment in which `docker compose` reads our file; empty if the machine's version does. */
async function composeConfig(env: Record<string, string>): Promise<Record<string, string>> {
  const reply = await execa('docker', ['compose', 'version', '--short'], { env, reject: false });
  if (isNewEnough(reply.stdout)) return {};
  const config = `${folder}/config`;
  const plugin = `${config}/cli-plugins/docker-compose`;
  if (!existsSync(plugin)) await buildCompose(plugin);
  return { DOCKER_CONFIG: config };
}

/** Before 2.24, compose does not support optional settings files. */
const isNewEnough = (version = '') => {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 24);
};

const module = z.object({ Dir: z.string() });

/** Built in its own folder: `go install` refuses modules with replacements. */
async function buildCompose(plugin: string): Promise<void> {
  if ((await execa('go', ['version'], { reject: false })).failed)
    throw new PlatformError('`docker compose` 2.24 or newer is missing, and so is Go, which would build it.');
  printLine('Building docker compose, once.');
  const source = `${folder}/compose-source`;
  const { stdout } = await execa('go', ['mod', 'download', '-json', COMPOSE], { cwd: '/' });
  await rm(source, { recursive: true, force: true });
  await cp(module.parse(JSON.parse(stdout)).Dir, source, { recursive: true });
  await execa('chmod', ['-R', 'u+w', source]);
  const version = COMPOSE.split('@')[1];
  const flags = `-s -w -X github.com/docker/compose/v2/internal.Version=${version}`;
  await execa('go', ['build', '-trimpath', '-ldflags', flags, '-o', plugin, './cmd'], { cwd: source });
  await rm(source, { recursive: true, force: true });
}
