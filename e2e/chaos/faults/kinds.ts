import { setTimeout as pause } from 'node:timers/promises';
import { root } from '@closingwire/local/root';
import { productProcesses, topology } from '@closingwire/topology';
import { startWhole, type WholeOptions } from '../../platform/whole.ts';
import type { WholeAddresses } from '../../platform/whole-addresses.ts';
import { signalAndAwait, targetsOf, untilWholeIsReady } from '../targets.ts';
import { beforeLastMigration, earlierVersion } from './earlier-version.ts';
import { freeze } from './freeze.ts';
import { type JumpingClock, jumpingClock } from './jumping-clock.ts';
import { type Link, openLink } from './link.ts';
import { type Versions, versionLinks } from './new-version.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** A running product and one kind of fault. */
export type Injector = {
  addresses: WholeAddresses;
  /** Processes or servers that can get the fault. */
  targets: readonly string[];
  /** Injects the fault once; resolves with the milliseconds until the product is ready again. */
  inject(target: string): Promise<number>;
  stop(): Promise<void>;
};

/** `forMs`: duration of a fault that does not end by itself. */
type Start = (forMs: number) => Promise<Injector>;

export type Kind = {
  /** The fault, for the report. */
  what: string;
  /** Default duration; 0 if it ends by itself. */
  seconds: number;
  start: Start;
  /** No request may fail during it. */
  failsNoRequest?: boolean;
};

export const kinds: Record<string, Kind> = {
  kill: { what: 'SIGKILL', seconds: 0, start: () => signaled('SIGKILL') },
  term: { what: 'SIGTERM', seconds: 0, start: () => signaled('SIGTERM'), failsNoRequest: true },
  'kill-one': { what: 'SIGKILL, to one of two,', seconds: 0, start: () => oneOfTwo('SIGKILL') },
  'term-one': {
    what: 'SIGTERM, to one of two,',
    seconds: 0,
    start: () => oneOfTwo('SIGTERM'),
    failsNoRequest: true,
  },
  update: { what: 'the new version of', seconds: 0, start: updated, failsNoRequest: true },
  freeze: { what: 'SIGSTOP', seconds: 20, start: frozen },
  away: { what: 'no connection to', seconds: 60, start: forMs => linked(forMs, awayFor) },
  slow: { what: 'a slow network to', seconds: 20, start: forMs => linked(forMs, slowFor) },
  full: { what: 'a full disk under', seconds: 20, start: full },
  clock: { what: 'the clock of all processes', seconds: 20, start: jumped },
};

async function standing(
  options: WholeOptions,
  injectorOf: (addresses: WholeAddresses) => Pick<Injector, 'targets' | 'inject'>,
): Promise<Injector> {
  const { addresses, stop } = await startWhole(options);
  return { addresses, stop, ...injectorOf(addresses) };
}

function signaled(signal: 'SIGKILL' | 'SIGTERM'): Promise<Injector> {
  const own = new Set(topology.map(({ name }) => name));
  return standing({}, whole => ({
    // SIGTERM tests our processes only, not the servers.
    targets: targetsOf(whole).filter(name => signal === 'SIGKILL' || own.has(name)),
    inject: target => signalAndAwait(whole, target, signal),
  }));
}

/** Every process runs twice behind a balancer. */
function oneOfTwo(signal: 'SIGKILL' | 'SIGTERM'): Promise<Injector> {
  return standing({ twoOfEach: true }, whole => ({
    targets: Object.keys(whole.processes),
    inject: target => signalAndAwait(whole, target, signal),
  }));
}

/** Two of every process run an earlier version (FROM). Each is replaced while the others run. */
async function updated(): Promise<Injector> {
  const earlier = await earlierVersion(process.env.FROM || (await beforeLastMigration()));
  const names = productProcesses.flatMap(({ name }) => [name, `${name}-2`]);
  let versions: Versions | undefined;
  const options: WholeOptions = {
    twoOfEach: true,
    prepare: async dir => {
      versions = await versionLinks(`${dir}/code`, names, earlier);
    },
    codeOf: name => (names.includes(name) ? (versions?.codeOf(name) ?? root) : root),
  };
  return standing(options, whole => ({
    targets: names,
    inject: async target => {
      await versions?.update(target);
      return signalAndAwait(whole, target, 'SIGTERM');
    },
  }));
}

function frozen(forMs: number): Promise<Injector> {
  return standing({}, whole => ({
    targets: targetsOf(whole),
    inject: async target => {
      const resume = freeze(whole, target);
      return lasting(whole, forMs, resume);
    },
  }));
}

const linkedServers = ['postgres', 'kafka', 'mongo', 'smtp'] as const;
type Links = Record<(typeof linkedServers)[number], Link>;
type LinkFault = (link: Link) => () => void | Promise<void>;

const awayFor: LinkFault = link => {
  link.cut();
  return link.mend;
};

/** The latency of another continent. */
const slowMs = 100;

const slowFor: LinkFault = link => {
  link.delay(slowMs);
  return () => link.delay(0);
};

async function linked(forMs: number, begin: LinkFault): Promise<Injector> {
  const links: Partial<Links> = {};
  const options: WholeOptions = {
    async seenAt(ports) {
      for (const server of linkedServers) links[server] = await openLink(ports[server]);
      const seen = Object.entries(links).map(([server, { port }]) => [server, port]);
      return { ...ports, ...Object.fromEntries(seen) };
    },
    clearUp: async () => {
      for (const link of Object.values(links)) link.close();
    },
  };
  return standing(options, whole => ({
    targets: linkedServers,
    inject: target => lasting(whole, forMs, begin((links as Links)[target as keyof Links])),
  }));
}

/** Enough for the run and PostgreSQL's log. */
const diskMegabytes = 1_200;

/** Folders without a small disk: their servers replace external systems or MongoDB. */
const sparedFolders = ['mail', 'mongod', 'secantus', 'stripe-sandbox', 'lead-source'];

async function full(forMs: number): Promise<Injector> {
  const disks: SmallDisk[] = [];
  const mount = async (folder: string) => {
    const disk = await mountSmallDisk(folder, diskMegabytes);
    disks.push(disk);
    return disk;
  };
  const targets = new Map<string, SmallDisk>();
  const options: WholeOptions = {
    async prepare(dir) {
      // PostgreSQL creates its cluster beside the final folder, so the parent folder gets the disk.
      targets.set('postgres', await mount(`${dir}/data`));
      targets.set('kafka', await mount(`${dir}/data/kafka`));
      for (const name of sparedFolders) await mount(`${dir}/data/${name}`);
    },
    async clearUp() {
      for (const disk of disks.toReversed()) await disk.remove();
    },
  };
  return standing(options, whole => ({
    targets: [...targets.keys()],
    inject: target => {
      const disk = targets.get(target);
      disk?.fill();
      return lasting(whole, forMs, () => disk?.makeRoom());
    },
  }));
}

const hourSeconds = 3_600;
const jumps: Record<string, number> = { 'an hour ahead': hourSeconds, 'an hour back': -hourSeconds };

async function jumped(forMs: number): Promise<Injector> {
  let clock: JumpingClock | undefined;
  const options: WholeOptions = {
    prepare: async dir => {
      clock = await jumpingClock(`${dir}/clock`);
    },
    env: () => clock?.env ?? {},
  };
  return standing(options, whole => ({
    targets: Object.keys(jumps),
    inject: target => {
      clock?.jump(jumps[target] ?? 0);
      return lasting(whole, forMs, () => clock?.jump(0));
    },
  }));
}

/** Starts a fault, ends it after the time, and waits for the product. */
async function lasting(
  whole: WholeAddresses,
  forMs: number,
  end: () => void | Promise<void>,
): Promise<number> {
  const startedAt = Date.now();
  await pause(forMs);
  await end();
  await untilWholeIsReady(whole);
  return Date.now() - startedAt;
}
