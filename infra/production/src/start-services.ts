import { setTimeout as pause } from 'node:timers/promises';
import { PlatformError, printLine } from '@closingwire/local/terminal';
import { execa } from 'execa';
import { z } from 'zod';

/** Commands of one Compose project. */
export type Commands = {
  /** Shows the output; throws if the command fails. */
  run(...args: string[]): Promise<void>;
  /** Returns the output. */
  read(...args: string[]): Promise<string>;
};

/** Migrations of large tables can take this long. */
const LONGEST_START_MS = 1_800_000;
const BETWEEN_LOOKS_MS = 500;
/** A process that restarts more often does not recover by itself. */
const MOST_RESTARTS = 2;

const inspected = z.array(
  z
    .object({
      Id: z.string(),
      RestartCount: z.number(),
      State: z.object({
        Status: z.string(),
        ExitCode: z.number(),
        Health: z.object({ Status: z.string() }).nullish(),
      }),
      Config: z.object({ Labels: z.record(z.string(), z.string()) }),
    })
    .transform(({ Id: id, RestartCount: restarts, State, Config }) => ({
      ...{ id, restarts, status: State.Status, exitCode: State.ExitCode, health: State.Health?.Status },
      service: Config.Labels['com.docker.compose.service'] ?? id,
    })),
);
type Container = z.output<typeof inspected>[number];

async function inspect(ids: readonly string[]): Promise<Container[]> {
  const { stdout } = await execa('docker', ['inspect', ...ids]);
  return inspected.parse(JSON.parse(stdout));
}

const isReady = ({ status, health }: Container) =>
  status === 'running' && (health ?? 'healthy') === 'healthy';

/** Explains why a container is not ready. `before`: its restarts when the wait began. */
function faultOf({ restarts, status, exitCode, health }: Container, before: number): string | undefined {
  const code = exitCode === 0 ? '' : `, with exit code ${exitCode}`;
  if (restarts - before > MOST_RESTARTS) return `ended ${restarts - before} times${code}`;
  if (status === 'exited' || status === 'dead') return `ended${code}`;
  return health === 'unhealthy' ? 'runs, but its health check fails' : undefined;
}

type Fault = { service: string; text: string };

/** Returns the first fault; undefined if all containers are ready. */
async function watch(ids: readonly string[], interrupted?: AbortSignal): Promise<Fault | undefined> {
  const until = Date.now() + LONGEST_START_MS;
  const before = new Map<string, number>();
  for (;;) {
    const containers = await inspect(ids);
    for (const { id, restarts } of containers) if (!before.has(id)) before.set(id, restarts);
    for (const container of containers) {
      const text = faultOf(container, before.get(container.id) ?? 0);
      if (text) return { service: container.service, text };
    }
    const slow = containers.find(container => !isReady(container));
    if (!slow) return undefined;
    if (interrupted?.aborted) {
      printLine('Interrupted.');
      throw new PlatformError('Interrupted.');
    }
    if (Date.now() > until) return { service: slow.service, text: 'takes longer than 30 minutes' };
    await pause(BETWEEN_LOOKS_MS, undefined, { ...(interrupted && { signal: interrupted }) }).catch(() => {});
  }
}

/**
 * Starts services and waits until all are ready. If a process keeps restarting, it throws within seconds with the
 * last lines of its log. `docker compose up --wait` would wait on, because the engine restarts the process each
 * time.
 */
export async function startServices(
  { run, read }: Commands,
  { services, interrupted }: { services: readonly string[]; interrupted?: AbortSignal | undefined },
): Promise<void> {
  await run('up', '--detach', '--no-deps', ...services);
  const ids = (await read('ps', '--all', '--quiet', ...services)).split('\n').filter(Boolean);
  const fault = await watch(ids, interrupted);
  if (!fault) return;
  await run('ps', '--all', ...services).catch(() => {});
  await run('logs', '--tail', '30', fault.service).catch(() => {});
  printLine(`${fault.service} ${fault.text}.`);
  throw new PlatformError(`${fault.service} ${fault.text}: its last lines are above.`);
}
