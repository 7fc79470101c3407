import { sql } from '@closingwire/chassis/pg';
import { startParts } from '@closingwire/chassis/test-service';
import { until } from '@closingwire/chassis/testing';
import type { Feed, FeedTest, Source } from '@closingwire/contracts/sources';
import { noon, startResoSource } from '@closingwire/lead-source/test/reso-source.ts';
import { createLeadsFeeds } from '../src/feeds-service.ts';
import { patience, startLeads } from './start-leads.ts';

type Leads = Awaited<ReturnType<typeof startLeads>>;

/** Far above the usual limits, so that tests do not wait. */
const noLimits = { perSecond: 1_000, perHour: 1_000_000, perDay: 1_000_000 };

export const license = {
  license: 'Contract 7',
  permittedUses: ['lists', 'exports', 'api'],
  states: null,
  expiresAt: null,
  contact: null,
  mustBeNamed: false,
  trust: 50,
};

export type FeedInput = {
  originatingSystem?: string | null;
  everyMinutes?: number;
  isPaused?: boolean;
  auth?: object;
  url?: string;
};

/** A clock that runs from noon of the sample source on, and that a test can advance. */
function clockFromNoon() {
  const startedAt = performance.now();
  let aheadMs = 0;
  return {
    now: () => new Date(noon.getTime() + performance.now() - startedAt + aheadMs),
    advance(ms: number) {
      aheadMs += ms;
    },
  };
}

/** The admin's calls about feeds. */
function feedCalls(leads: Leads, token: string) {
  async function call<T>(method: string, path: string, body?: object): Promise<{ status: number; body: T }> {
    const reply = await fetch(`${leads.url}/api/admin/sources${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, body: (await reply.json()) as T };
  }
  const all = async () => (await call<{ sources: Source[] }>('GET', '')).body.sources;
  const feedOf = async (id: number): Promise<Feed> => {
    const found = (await all()).find(source => source.id === id)?.feed;
    if (!found) throw new Error(`Expected a feed of source ${id}`);
    return found;
  };
  return {
    call,
    feedOf,
    test: async (id: number) => (await call<FeedTest>('POST', `/${id}/feed/test`)).body,
    /** Waits for the end of a pull that begins after `lastRunAt`. */
    ended: (id: number, lastRunAt: string | null) =>
      until(async () => {
        const feed = await feedOf(id);
        return feed.lastRunAt !== lastRunAt && feed.state !== 'pulling' ? feed : undefined;
      }, patience),
  };
}

/** Starts leads, the reference server and, by default, a process of feeds in this one. */
export async function startFeeds({ isPulling = true } = {}) {
  const clock = clockFromNoon();
  const leads = await startLeads({ clock: clock.now });
  const server = await startResoSource({ RESO_CONTROL: 'true' });
  const token = await leads.identity.tokenFor({ isAdmin: true });
  const calls = feedCalls(leads, token);
  const pulling = createLeadsFeeds(leads.feedsConfig, { clock: clock.now, limits: noLimits });
  const stopPulls = isPulling ? await startParts(pulling.parts) : async () => {};
  let count = 0;

  const inputOf = (dialect: string, input: FeedInput = {}) => ({
    url: `${server.url}/reso/${dialect}`,
    auth: { kind: 'token', token: 'a-fixed-token' },
    originatingSystem: dialect === 'originating-system' ? 'example-south' : null,
    everyMinutes: 1_440,
    ...input,
  });

  const allStored = () =>
    until(
      async () =>
        !(await leads.pg.returnsRow(sql`select from batches where state in ('receiving', 'loading')`)),
      patience,
    );

  return {
    leads,
    server,
    clock,
    ...calls,
    inputOf,
    /** Adds a source that does not pull. */
    async newSource(changes: object = {}): Promise<number> {
      const draft = { name: `MLS ${++count}`, kind: 'reso', ...license, ...changes };
      return (await calls.call<Source>('POST', '', draft)).body.id;
    },
    /** Adds a source with its feed and waits for the first pull. */
    async newFeed(dialect: string, input: FeedInput = {}, changes: object = {}): Promise<number> {
      const id = await this.newSource(changes);
      await calls.call('PUT', `/${id}/feed`, inputOf(dialect, input));
      await calls.ended(id, null);
      return id;
    },
    /** Pulls now and waits for the end. */
    async pull(id: number): Promise<Feed> {
      const { lastRunAt } = await calls.feedOf(id);
      await calls.call('POST', `/${id}/feed/pull`);
      return calls.ended(id, lastRunAt);
    },
    /** Moves the clock by a day. A batch that loads for a day fails, so it waits until each is stored. */
    async advanceDay(): Promise<void> {
      await allStored();
      clock.advance(86_400_000);
    },
    /** Returns the roles in each visible listing of a source, once every row is stored. */
    async shown(id: number): Promise<Map<string, string[]>> {
      await allStored();
      const rows = await leads.pg.query<{ key: string; roles: string[] }>(
        sql`select split_part(l, ':', 2) as key, array_agg(agent_role order by agent_role) as roles
         from closings c, unnest(c.listing_keys) l
         where c.source_ids @> array[${id}::smallint] and l like ${`${id}:%`} group by 1`,
      );
      return new Map(rows.map(({ key, roles }) => [key, roles]));
    },
    async stop() {
      await stopPulls();
      await leads.stop();
      await server.stop();
    },
  };
}
