import { createLog, type Log } from './log.ts';
import type { Part } from './part.ts';
import { startTracing } from './tracing.ts';

export type Service = {
  parts: Part[];
  /** The most time for the parts to stop, in milliseconds; default 10,000. */
  drainMs?: number;
};

const USUAL_DRAIN_MS = 10_000;
const FAILED = 'a part did not start';

/**
 * Starts a service's parts in order; on SIGTERM or SIGINT stops them in reverse and exits 0. Exits 1 if a part does not
 * start, on an uncaught error, or if stopping takes longer than `drainMs`. `isPublic`: strangers can call it.
 */
export async function run(
  name: string,
  build: () => Promise<Service> | Service,
  { isPublic = false }: { isPublic?: boolean } = {},
): Promise<void> {
  const log = createLog(name);
  const started: Started = { parts: [], drainMs: USUAL_DRAIN_MS };
  const stopping = Promise.withResolvers<string>();
  process.on('unhandledRejection', error => die(log, error));
  process.on('uncaughtException', error => die(log, error));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.resolve(signal));

  // Keeps a process without open handles running until its signal or deadline.
  const openHandle = setInterval(() => {}, 60_000);

  const stopTracing = await startTracing(name, isPublic);
  void startParts(build, started).then(
    () => log.info({ pid: process.pid }, 'ready'),
    error => {
      log.fatal({ err: error }, 'did not start');
      stopping.resolve(FAILED);
    },
  );
  const reason = await stopping.promise;
  log.info({ reason }, 'stopping');
  const { drainMs } = started;
  setTimeout(() => die(log, new Error(`Not stopped within ${drainMs} ms`)), drainMs).unref();
  const isClean = await stopParts(started.parts, log);
  await stopTracing();
  log.info('stopped');
  clearInterval(openHandle);
  process.exit(isClean && reason !== FAILED ? 0 : 1);
}

type Started = Required<Service>;

async function startParts(build: () => Promise<Service> | Service, started: Started): Promise<void> {
  const { parts, drainMs = USUAL_DRAIN_MS } = await build();
  started.drainMs = drainMs;
  for (const part of parts) {
    started.parts.push(part);
    await part.start();
  }
}

async function stopParts(parts: Part[], log: Log): Promise<boolean> {
  let isClean = true;
  for (const part of parts.toReversed()) {
    await part.stop().catch(error => {
      isClean = false;
      log.error({ err: error, part: part.name }, 'part did not stop');
    });
  }
  return isClean;
}

function die(log: Log, error: unknown): never {
  log.fatal({ err: error }, 'fatal');
  process.exit(1);
}
