import { AppError } from '@closingwire/chassis/app-error';
import type { Bus } from '@closingwire/chassis/bus';
import { countDeadLetters } from '@closingwire/chassis/dead-letters';
import { committedOffsets } from '@closingwire/chassis/group-offsets';
import { deadTopicOf } from '@closingwire/chassis/partition-fetch';
import { type Pg, sql } from '@closingwire/chassis/pg';
import { type Admin, withAdmin } from '@closingwire/chassis/topics';
import type { GroupState, ProcessState } from '@closingwire/contracts/system';
import { z } from 'zod';

export type System = {
  processes: () => Promise<ProcessState[]>;
  /** Null without an event bus, or while it does not reply. */
  groups: () => Promise<GroupState[] | null>;
  lastBackup: () => Promise<{ takenAt: string; bytes: number } | null>;
  /** Throws `missing` for a group of another product, `unavailable` without a bus. */
  busOf: (group: string) => Bus;
};

type Options = {
  pg: Pg;
  bus: Bus | undefined;
  /** `url` is the management address. */
  processes: readonly { name: string; url: string }[];
};

export function openSystem({ pg, bus, processes }: Options): System {
  // A consumer group has the name of its process.
  const isKnown = (group: string) => processes.some(({ name }) => name === group);
  return {
    processes: () => Promise.all(processes.map(stateOf)),
    groups: async () =>
      bus
        ? within(
            REPLY_TIMEOUT_MS,
            withAdmin(bus, admin => groupStates(admin, bus, isKnown)),
          ).catch(() => null)
        : null,
    async lastBackup() {
      const last = await pg.maybe<{ taken_at: Date; bytes: string }>(
        sql`select taken_at, bytes from backups order by taken_at desc limit 1`,
      );
      return last ? { takenAt: last.taken_at.toISOString(), bytes: Number(last.bytes) } : null;
    },
    busOf(group) {
      if (!bus)
        throw new AppError('unavailable', 'bus_unavailable', 'This service runs without an event bus');
      if (!isKnown(group)) throw new AppError('missing', 'not_found', 'There is no such consumer group');
      return bus;
    },
  };
}

const REPLY_TIMEOUT_MS = 4_000;

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`Expected a reply within ${ms} ms, got none`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const health = z.object({ revision: z.string().nullable(), startedAt: z.string() });
const readiness = z.object({ checks: z.record(z.string(), z.string()) });

async function stateOf({ name, url }: { name: string; url: string }): Promise<ProcessState> {
  const ask = (path: string) => fetch(`${url}${path}`, { signal: AbortSignal.timeout(REPLY_TIMEOUT_MS) });
  try {
    const [living, ready] = await Promise.all([ask('/healthz'), ask('/readyz')]);
    const { revision, startedAt } = health.parse(await living.json());
    const { checks } = readiness.parse(await ready.json());
    const parts = Object.entries(checks).map(([part, message]) => ({ part, message }));
    const problems = parts.filter(({ message }) => message !== 'ok');
    const readyParts = parts.filter(({ message }) => message === 'ok').map(({ part }) => part);
    return { name, state: ready.ok ? 'ready' : 'not ready', revision, startedAt, readyParts, problems };
  } catch {
    return { name, state: 'unreachable', revision: null, startedAt: null, readyParts: [], problems: [] };
  }
}

async function groupStates(
  admin: Admin,
  bus: Bus,
  isKnown: (group: string) => boolean,
): Promise<GroupState[]> {
  const { groups } = await admin.listGroups();
  const names = groups
    .filter(({ groupId }) => groupId.startsWith(bus.topicPrefix))
    .map(({ groupId }) => groupId.slice(bus.topicPrefix.length))
    .filter(isKnown)
    .sort();
  const ends = endsLookup(admin);
  const allTopics = new Set(await admin.listTopics());
  return Promise.all(
    names.map(async group => {
      const topics = await lagOf(admin, ends, { bus, group });
      const hasParked = allTopics.has(bus.topicName(deadTopicOf(group).topic));
      return {
        group,
        lag: topics.reduce((sum, { lag }) => sum + lag, 0),
        topics: topics.filter(({ lag }) => lag > 0).sort((a, b) => b.lag - a.lag),
        deadLetters: hasParked ? await countDeadLetters(admin, bus, group) : 0,
      };
    }),
  );
}

type Ends = (topic: string) => ReturnType<Admin['fetchTopicOffsets']>;

/** Reads the end offsets of each topic only once. */
function endsLookup(admin: Admin): Ends {
  const read = new Map<string, ReturnType<Admin['fetchTopicOffsets']>>();
  return topic => {
    const ends = read.get(topic) ?? admin.fetchTopicOffsets(topic);
    read.set(topic, ends);
    return ends;
  };
}

async function lagOf(admin: Admin, ends: Ends, { bus, group }: { bus: Bus; group: string }) {
  const read = await committedOffsets(admin, { groupId: `${bus.topicPrefix}${group}` });
  return Promise.all(
    read.map(async ({ topic, partitions }) => {
      const committed = new Map(partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
      const waiting = (await ends(topic)).map(({ partition, high, low }) => {
        const offset = committed.get(partition) ?? -1n;
        return Number(BigInt(high) - (offset < 0n ? BigInt(low) : offset));
      });
      return { topic: topic.slice(bus.topicPrefix.length), lag: waiting.reduce((sum, lag) => sum + lag, 0) };
    }),
  );
}
