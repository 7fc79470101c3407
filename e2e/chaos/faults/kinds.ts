import { setTimeout as pause } from 'node:timers/promises';
import { topology } from '@closingwire/local/topology';
import { startWhole, type WholeOptions } from '../../platform/whole.ts';
import type { WholeAddresses } from '../../platform/whole-addresses.ts';
import { signalAndAwait, targetsOf, untilWholeIsReady } from '../targets.ts';
import { freeze } from './freeze.ts';
import { type JumpingClock, jumpingClock } from './jumping-clock.ts';
import { type Link, openLink } from './link.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

/** A whole that one kind of fault can strike. */
export type Struck = {
  addresses: WholeAddresses;
  /** Whom it can strike. */
  targets: readonly string[];
  /** Does it once, and resolves, with the milliseconds from the blow, when the whole is ready again. */
  strike(target: string): Promise<number>;
  stop(): Promise<void>;
};

/** `forMs`: how long a fault that is no single blow lasts. */
type Start = (forMs: number) => Promise<Struck>;

/** A kind of fault. */
export type Kind = {
  /** What is done to a target. */
  what: string;
  /** How long it lasts unless told otherwise; 0 for a single blow. */
  seconds: number;
  start: Start;
  /** Not even the requests of the moment may fail. */
  failsNoRequest?: boolean;
};

/** Every kind of fault there is. */
export const kinds: Record<string, Kind> = {
  kill: { what: 'SIGKILL', seconds: 0, start: () => signalled('SIGKILL') },
  term: { what: 'SIGTERM', seconds: 0, start: () => signalled('SIGTERM'), failsNoRequest: true },
  freeze: { what: 'SIGSTOP', seconds: 20, start: frozen },
  away: { what: 'no connection to', seconds: 60, start: forMs => linked(forMs, awayFor) },
  slow: { what: 'a slow network to', seconds: 20, start: forMs => linked(forMs, slowFor) },
  full: { what: 'a full disk under', seconds: 20, start: full },
  clock: { what: 'the clock of all processes', seconds: 20, start: jumped },
};

async function standing(
  options: WholeOptions,
  struck: (addresses: WholeAddresses) => Pick<Struck, 'targets' | 'strike'>,
): Promise<Struck> {
  const { addresses, stop } = await startWhole(options);
  return { addresses, stop, ...struck(addresses) };
}

function signalled(signal: 'SIGKILL' | 'SIGTERM'): Promise<Struck> {
  const own = new Set(topology.map(({ name }) => name));
  return standing({}, whole => ({
    // A server that is asked to end is somebody else's to answer for.
    targets: targetsOf(whole).filter(name => signal === 'SIGKILL' || own.has(name)),
    strike: target => signalAndAwait(whole, target, signal),
  }));
}

function frozen(forMs: number): Promise<Struck> {
  return standing({}, whole => ({
    targets: targetsOf(whole),
    strike: async target => {
      const thaw = freeze(whole, target);
      return lasting(whole, forMs, thaw);
    },
  }));
}

const linkedServers = ['postgres', 'kafka', 'mongo', 'smtp'] as const;
type Links = Record<(typeof linkedServers)[number], Link>;
type Hurt = (link: Link) => () => void | Promise<void>;

const awayFor: Hurt = link => {
  link.cut();
  return link.mend;
};

/** As from another continent, and far worse for whatever asks often. */
const slowMs = 100;

const slowFor: Hurt = link => {
  link.delay(slowMs);
  return () => link.delay(0);
};

async function linked(forMs: number, hurt: Hurt): Promise<Struck> {
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
    strike: target => lasting(whole, forMs, hurt((links as Links)[target as keyof Links])),
  }));
}

/** Large enough for the run itself, with what PostgreSQL keeps of its log. */
const diskMegabytes = 1_200;

/** Stand-ins of what lies outside, and of MongoDB: how they bear it says nothing of the product. */
const sparedFolders = ['mail', 'mongod', 'secantus', 'stripe-sandbox', 'lead-source'];

async function full(forMs: number): Promise<Struck> {
  const disks: SmallDisk[] = [];
  const mount = async (folder: string) => {
    const disk = await mountSmallDisk(folder, diskMegabytes);
    disks.push(disk);
    return disk;
  };
  const targets = new Map<string, SmallDisk>();
  const options: WholeOptions = {
    async prepare(dir) {
      // PostgreSQL makes its cluster beside its place, so that the folder above is its disk.
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
    strike: target => {
      const disk = targets.get(target);
      disk?.fill();
      return lasting(whole, forMs, () => disk?.makeRoom());
    },
  }));
}

const hourSeconds = 3_600;
const jumps: Record<string, number> = { 'an hour ahead': hourSeconds, 'an hour back': -hourSeconds };

async function jumped(forMs: number): Promise<Struck> {
  let clock: JumpingClock | undefined;
  const options: WholeOptions = {
    prepare: async dir => {
      clock = await jumpingClock(`${dir}/clock`);
    },
    env: () => clock?.env ?? {},
  };
  return standing(options, whole => ({
    targets: Object.keys(jumps),
    strike: target => {
      clock?.jump(jumps[target] ?? 0);
      return lasting(whole, forMs, () => clock?.jump(0));
    },
  }));
}

/** Lets a fault last, ends it, and waits for the whole. */
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
