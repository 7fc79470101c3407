import { rotate } from './log-file.ts';
import type { Program } from './program.ts';
import { claimFolder } from './run-record.ts';
import { type ProgramEvent, type Supervised, supervise } from './supervised.ts';

export type Supervisor = {
  /** Folder of data, logs and the run record. */
  readonly dir: string;
  readonly processes: readonly Supervised[];
  process(name: string): Supervised;
  /** Starts programs together; resolves when all are ready. They stop together, before programs started earlier. */
  start(programs: readonly Program[]): Promise<void>;
  /** Adds processes that another program runs (containers), to stop them in order. */
  adopt(others: readonly Supervised[]): void;
  /** Stops everything, latest first. `start` fails afterwards. */
  stop(): Promise<void>;
};

/** Becomes the folder's supervisor; throws if it has one. */
export async function openSupervisor(
  dir: string,
  report: (event: ProgramEvent) => void = () => {},
): Promise<Supervisor> {
  const record = await claimFolder(dir);
  const tiers: (readonly Supervised[])[] = [];
  let stopped: Promise<void> | undefined;

  function observe(event: ProgramEvent) {
    if (event.kind === 'spawned') record.add(event.name, event.pid);
    report(event);
  }

  async function stopTiers() {
    for (const tier of tiers.toReversed()) await Promise.all(tier.map(one => one.stop()));
    record.release();
  }

  return {
    dir,
    get processes() {
      return tiers.flat();
    },
    process(name) {
      const found = tiers.flat().find(one => one.name === name);
      if (found === undefined) throw new Error(`no process is called ${name}`);
      return found;
    },
    async start(programs) {
      if (stopped !== undefined) return;
      for (const { logFile } of programs) rotate(logFile);
      const tier = programs.map(program => supervise(program, observe));
      tiers.push(tier);
      await Promise.all(tier.map(one => one.untilReady()));
    },
    adopt: others => void tiers.push(others),
    stop: () => (stopped ??= stopTiers()),
  };
}
