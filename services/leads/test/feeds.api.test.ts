import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { type DialectName, dialectNames } from '@closingwire/lead-source/src/reso/dialects.ts';
import type { PropertyRow } from '@closingwire/lead-source/src/reso/fields.ts';
import { noon } from '@closingwire/lead-source/test/reso-source.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startFeeds } from './start-feeds.ts';
import { patience } from './start-leads.ts';
import { type Page, subscriberOf } from './subscriber.ts';

let feeds: Awaited<ReturnType<typeof startFeeds>>;
beforeAll(async () => {
  feeds = await startFeeds();
});
afterAll(() => feeds.stop());
beforeEach(async () => {
  // A day later, the feeds of earlier tests would be pulled before a test's own.
  await feeds.leads.pg.execute(sql`update feeds set is_paused = true`);
  feeds.server.data.reset();
  feeds.server.data.setClock(noon);
  (await dialect('originating-system')).areLimitsOn = false;
});

const dialect = (name: DialectName) => feeds.server.data.source(name);

/** A dialect without listings. */
async function empty(name: DialectName) {
  const source = await dialect(name);
  source.feed.clear();
  return source;
}

const rolesOf = ({ CoListAgentKey, BuyerAgentKey, CoBuyerAgentKey }: PropertyRow) =>
  [
    CoBuyerAgentKey && 'Co-Buyer Agent',
    BuyerAgentKey && 'Buyer Agent',
    CoListAgentKey && 'Co-Listing Agent',
    'Listing Agent',
  ]
    .filter((role): role is string => typeof role === 'string' && role !== '')
    .toSorted();

/** The sales that a server has, with the roles of their agents. */
async function salesOf(name: DialectName): Promise<Map<string, string[]>> {
  const table = (await dialect(name)).feed.table('Property');
  const rows = table.keys().map(key => table.get(key) as PropertyRow);
  const sales = rows.filter(
    row =>
      row.StandardStatus === 'Closed' &&
      !/Land|Lease/.test(String(row.PropertyType)) &&
      row.MlgCanView !== false,
  );
  return new Map(sales.map(row => [String(row.ListingKey), rolesOf(row)]));
}

const sorted = (map: Map<string, string[]>) => [...map].toSorted(([one], [other]) => (one < other ? -1 : 1));

describe.each(dialectNames)('a feed of the dialect %s', name => {
  test('pulls a row for each agent of each sale', async () => {
    const id = await feeds.newFeed(name);
    const feed = await feeds.feedOf(id);
    expect(feed).toMatchObject({ state: 'waiting', fault: null });
    expect(sorted(await feeds.shown(id))).toEqual(sorted(await salesOf(name)));
    expect(feed.counts.leftOut).toBeGreaterThan(0);
    expect(await feeds.leads.pg.query(sql`select field, message from rejects`)).toEqual([]);
  });

  test('pulls many rows of one time over its pages', async () => {
    const source = await empty(name);
    source.feed.add(1_230, { modifiedAt: '2026-03-10T10:00:00.000Z', stepMs: 0 });
    source.feed.add(700, { stepMs: 1_000 });
    const id = await feeds.newFeed(name);
    expect(sorted(await feeds.shown(id))).toEqual(sorted(await salesOf(name)));
  });

  test('misses no row when others change between two pages', async () => {
    const source = await empty(name);
    const keys = source.feed.add(2_300, { modifiedAt: '2026-03-10T10:00:00.000Z', stepMs: 60_000 });
    const oneTime = source.feed.add(1_100, { modifiedAt: '2026-03-12T10:00:00.000Z', stepMs: 0 });
    for (let request = 2; request < 12; request++) {
      source.plan.before(request, () => {
        source.feed.change('Property', keys.slice(request * 3, request * 3 + 3), { ClosePrice: 500_000 });
        source.feed.change('Property', oneTime.slice(request * 3, request * 3 + 3), { ClosePrice: 510_000 });
      });
    }
    const id = await feeds.newFeed(name);
    expect(sorted(await feeds.shown(id))).toEqual(sorted(await salesOf(name)));
  });
});

describe('a pull', () => {
  test('takes only what changed, and repeats change nothing', async () => {
    const source = await empty('standard');
    const keys = source.feed.add(20);
    const id = await feeds.newFeed('standard');
    const first = await feeds.feedOf(id);
    expect(first.counts).toMatchObject({ listings: 20 });
    expect((await feeds.pull(id)).counts).toEqual(first.counts);
    source.feed.change('Property', keys.slice(0, 2), { ClosePrice: 777_000 });
    expect((await feeds.pull(id)).counts.listings).toBe(22);
    await feeds.shown(id);
    expect(
      await feeds.leads.pg.one(
        sql`select count(distinct mls_id) from closings where source_ids @> array[${id}::smallint] and price = 777000`,
      ),
    ).toEqual({ count: 2 });
  });

  test('from an old watermark doubles nothing', async () => {
    const source = await empty('skip-token');
    source.feed.add(30);
    const id = await feeds.newFeed('skip-token');
    const once = await feeds.shown(id);
    const stored = () =>
      feeds.leads.pg.query(
        sql`select id, updated_at from closings where source_ids @> array[${id}::smallint] order by id`,
      );
    const before = await stored();
    // As after a kill between the rows and the watermark.
    await feeds.leads.pg.execute(sql`delete from feed_listings where source_id = ${id}`);
    await feeds.leads.pg.execute(sql`update feeds set watermark = pulls_from where source_id = ${id}`);
    await feeds.pull(id);
    expect(await feeds.shown(id)).toEqual(once);
    expect(await stored()).toEqual(before);
  });

  test('replaces the closings of a listing whose agent changed', async () => {
    const source = await empty('standard');
    const [key = ''] = source.feed.add(1, { changes: { CoListAgentKey: null, CoBuyerAgentKey: null } });
    const id = await feeds.newFeed('standard');
    const table = source.feed.table('Member');
    const [other = ''] = table
      .keys()
      .filter(each => each !== source.feed.table('Property').get(key)?.ListAgentKey);
    source.feed.change('Property', [key], {
      ListAgentKey: other,
      ListAgentFullName: String(table.get(other)?.MemberFullName),
      BuyerAgentKey: null,
      BuyerAgentFullName: null,
    });
    await feeds.pull(id);
    await until(async () => (await feeds.shown(id)).get(key)?.length === 1, patience);
    expect(await feeds.shown(id)).toEqual(new Map([[key, ['Listing Agent']]]));
  });

  test('moves no watermark past rows that the server has not shown', async () => {
    const source = await empty('standard');
    source.feed.add(2, { modifiedAt: '2099-01-01T00:00:00.000Z' });
    source.feed.add(1);
    const id = await feeds.newFeed('standard');
    const { watermark } = await feeds.feedOf(id);
    expect(Date.parse(watermark)).toBeLessThanOrEqual(feeds.clock.now().getTime());
  });
});

describe('a fault', () => {
  test.each([
    ['a status 500', { kind: 'status', status: 500 }],
    ['a status 503', { kind: 'status', status: 503, retryAfterSeconds: 1 }],
    ['a status 429', { kind: 'status', status: 429, retryAfterSeconds: 1 }],
    ['a lost connection', { kind: 'drop' }],
    ['a short body', { kind: 'short-body' }],
    ['half of the JSON', { kind: 'cut-json' }],
  ] as const)('of %s is passed by itself', async (_name, fault) => {
    const source = await empty('skip-token');
    source.feed.add(40);
    source.plan.failAt(1, fault);
    const id = await feeds.newFeed('skip-token');
    const failed = await feeds.feedOf(id);
    expect(failed).toMatchObject({
      state: fault.kind === 'status' && fault.status === 429 ? 'waiting' : 'failing',
    });
    expect(failed.fault?.message).toEqual(expect.any(String));
    const { state } = await until(async () => {
      const feed = await feeds.feedOf(id);
      return feed.fault === null ? feed : undefined;
    }, patience);
    expect(state).toBe('waiting');
    expect(sorted(await feeds.shown(id))).toEqual(sorted(await salesOf('skip-token')));
  });

  test('that the server refuses stops the feed until an admin tries again', async () => {
    const source = await empty('standard');
    source.feed.add(5);
    source.isLicensed = false;
    const id = await feeds.newFeed('standard');
    const stopped = await feeds.feedOf(id);
    expect(stopped).toMatchObject({
      state: 'stopped',
      nextRunAt: null,
      fault: { status: 403, message: 'This client has no license for the feed' },
    });
    source.isLicensed = true;
    expect(await feeds.pull(id)).toMatchObject({ state: 'waiting', fault: null, counts: { listings: 5 } });
  });

  test('of an expired token is passed with a new one', async () => {
    const source = await empty('standard');
    source.feed.add(5);
    source.plan.failAt(1, { kind: 'expired-token' });
    const auth = {
      kind: 'client',
      tokenUrl: `${feeds.server.url}/reso/oauth2/token`,
      clientId: 'reso-sample',
      clientSecret: 'reso-sample-secret',
    };
    const id = await feeds.newFeed('standard', { auth });
    expect(await feeds.feedOf(id)).toMatchObject({ state: 'waiting', fault: null, counts: { listings: 5 } });
  });

  test('of wrong credentials is shown in words', async () => {
    const auth = {
      kind: 'client',
      tokenUrl: `${feeds.server.url}/reso/oauth2/token`,
      clientId: 'reso-sample',
      clientSecret: 'another',
    };
    const id = await feeds.newFeed('standard', { auth });
    expect(await feeds.feedOf(id)).toMatchObject({
      state: 'stopped',
      fault: { status: 401, message: 'The client is unknown or its secret is wrong' },
    });
  });
});

/** Counts the closings in a subscriber's list. */
async function listed(zip: string): Promise<number> {
  const { ask } = await subscriberOf(feeds.leads, [zip]);
  return ((await (await ask('/api/user/agents?fromDate=2026-01-01')).json()) as Page).total;
}

describe('a listing', () => {
  test('that is withdrawn leaves the lists, and returns with its view', async () => {
    const source = await empty('originating-system');
    const [key = '', other = ''] = source.feed.add(2, { changes: { PostalCode: '78799' } });
    const id = await feeds.newFeed('originating-system');
    const before = await feeds.shown(id);
    expect([...before.keys()].toSorted()).toEqual([key, other]);
    const count = before.get(key)?.length ?? 0;
    expect(await listed('78799')).toBe(count + (before.get(other)?.length ?? 0));
    source.feed.withdraw([key]);
    expect((await feeds.pull(id)).counts.retracted).toBe(1);
    expect([...(await feeds.shown(id)).keys()]).toEqual([other]);
    expect(await listed('78799')).toBe(before.get(other)?.length);
    source.feed.change('Property', [key], { MlgCanView: true });
    await feeds.pull(id);
    expect(await feeds.shown(id)).toEqual(before);
  });

  test('that vanishes without a trace is found by its key within a day', async () => {
    const source = await empty('silent-deletions');
    const keys = source.feed.add(1_400);
    const id = await feeds.newFeed('silent-deletions');
    source.feed.remove('Property', keys.slice(0, 3));
    source.feed.change(
      'Property',
      keys.slice(3, 4),
      { StandardStatus: 'Pending' },
      '2026-03-01T10:00:00.000Z',
    );
    expect((await feeds.pull(id)).counts.retracted).toBe(0);
    await feeds.advanceDay();
    expect((await feeds.pull(id)).counts.retracted).toBe(4);
    expect([...(await feeds.shown(id)).keys()].toSorted()).toEqual(keys.slice(4));
    source.feed.change(
      'Property',
      keys.slice(3, 4),
      { StandardStatus: 'Closed' },
      '2026-03-01T11:00:00.000Z',
    );
    await feeds.advanceDay();
    await feeds.pull(id);
    expect((await feeds.shown(id)).has(keys[3] ?? '')).toBe(true);
  });

  test('that another source reported too stays in the lists', async () => {
    const source = await empty('standard');
    const [key = ''] = source.feed.add(1, { changes: { PostalCode: '97299' } });
    const [one, other] = [await feeds.newFeed('standard'), await feeds.newFeed('standard')];
    const count = (await feeds.shown(one)).get(key)?.length;
    const pause = (isPaused: boolean) =>
      feeds.call('PUT', `/${other}/feed`, feeds.inputOf('standard', { isPaused }));
    source.feed.remove('Property', [key]);
    // After a day it is due too.
    await pause(true);
    await feeds.advanceDay();
    await feeds.pull(one);
    expect(await feeds.shown(one)).toEqual(new Map());
    expect(await listed('97299')).toBe(count);
    const { lastRunAt } = await feeds.feedOf(other);
    await pause(false);
    await feeds.ended(other, lastRunAt);
    expect(await listed('97299')).toBe(0);
  });
});

describe('the settings of a feed', () => {
  test('never show the secret, which is stored encrypted', async () => {
    const id = await feeds.newSource();
    const { body } = await feeds.call('PUT', `/${id}/feed`, feeds.inputOf('standard'));
    expect(JSON.stringify(body)).not.toContain('a-fixed-token');
    const { sealed_secret: sealed } = await feeds.leads.pg.one<{ sealed_secret: string }>(
      sql`select sealed_secret from feeds where source_id = ${id}`,
    );
    expect(sealed).not.toContain('a-fixed-token');
  });

  test('need a secret, and keep it when it is left out', async () => {
    const id = await feeds.newSource();
    const withoutSecret = feeds.inputOf('standard', { auth: { kind: 'token' } });
    expect(await feeds.call('PUT', `/${id}/feed`, withoutSecret)).toMatchObject({
      status: 400,
      body: { code: 'no_secret' },
    });
    await feeds.call('PUT', `/${id}/feed`, feeds.inputOf('standard'));
    expect(await feeds.call('PUT', `/${id}/feed`, { ...withoutSecret, isPaused: true })).toMatchObject({
      status: 200,
      body: { feed: { state: 'paused', isPaused: true } },
    });
    // The stored secret goes to no other host.
    expect(
      await feeds.call('PUT', `/${id}/feed`, { ...withoutSecret, url: 'https://example.com' }),
    ).toMatchObject({
      status: 400,
    });
  });

  test('belong to a source of the kind reso alone', async () => {
    const id = await feeds.newSource({ kind: 'file' });
    expect(await feeds.call('PUT', `/${id}/feed`, feeds.inputOf('standard'))).toMatchObject({ status: 409 });
    expect(await feeds.call('POST', `/${id}/feed/pull`)).toMatchObject({ status: 404 });
    expect(await feeds.call('POST', `/${id}/feed/test`)).toMatchObject({ status: 404 });
  });

  test('that are wrong are found by a test of the connection', async () => {
    const id = await feeds.newFeed('originating-system', { originatingSystem: null, isPaused: false });
    expect(await feeds.test(id)).toMatchObject({
      isConnected: false,
      fault: { status: 400, message: "Expected OriginatingSystemName eq '…' in $filter" },
    });
    await feeds.call('PUT', `/${id}/feed`, feeds.inputOf('originating-system', { isPaused: true }));
    expect(await feeds.test(id)).toMatchObject({
      isConnected: true,
      found: { resources: ['Property', 'Member', 'Office'], saysWithdrawn: true },
    });
  });
});

test('a feed with an ended license does not pull', async () => {
  const id = await feeds.newFeed('standard');
  const past = new Date(Date.now() - 60_000).toISOString();
  const { license: _license, ...terms } = {
    license: null,
    permittedUses: ['lists'],
    states: null,
    contact: null,
    mustBeNamed: false,
    trust: 50,
  };
  await feeds.call('PUT', `/${id}`, { name: 'Ended', license: null, ...terms, expiresAt: past });
  const { lastRunAt } = await feeds.feedOf(id);
  await feeds.call('POST', `/${id}/feed/pull`);
  expect(await feeds.feedOf(id)).toMatchObject({ state: 'expired', nextRunAt: null, lastRunAt });
});
