import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Source } from '../src/reso/data.ts';
import { keysOf, noon, type ResoSource, startResoSource } from './reso-source.ts';

let source: ResoSource;
let tokens: Source;
let grid: Source;
beforeAll(async () => {
  source = await startResoSource({ RESO_CONTROL: 'true' });
});
beforeEach(async () => {
  source.data.reset();
  source.data.setClock(noon);
  tokens = await source.data.source('skip-token');
  grid = await source.data.source('originating-system');
  tokens.feed.clear();
  grid.feed.clear();
});
afterAll(() => source.stop());

const inOrder = 'skip-token/Property?$orderby=ModificationTimestamp,ListingKey';
const own = "$filter=OriginatingSystemName eq 'example-south'";
const later = (ms: number) => new Date(noon.getTime() + ms).toISOString();

describe('the rows of a feed', () => {
  it('grow by added closings', async () => {
    const keys = tokens.feed.add(30);
    const rows = await source.pull(`${inOrder}&$top=7`);
    expect(keysOf(rows)).toEqual(keys);
    expect(rows.at(-1)).toMatchObject({
      StandardStatus: 'Closed',
      ModificationTimestamp: noon.toISOString(),
    });
    expect(new Set(rows.map(({ ListingId }) => ListingId)).size).toBe(30);
  });

  it('change with a new timestamp', async () => {
    const [first = ''] = tokens.feed.add(3);
    source.data.setClock(new Date(later(60_000)));
    tokens.feed.change('Property', [first], { ClosePrice: 123_000 });
    const filter = `$filter=ModificationTimestamp gt ${noon.toISOString()}`;
    const { value } = await source.page(`skip-token/Property?${filter}`);
    expect(value).toMatchObject([
      { ListingKey: first, ClosePrice: 123_000, ModificationTimestamp: later(60_000) },
    ]);
  });

  it('are withdrawn and disappear a week later', async () => {
    const [first = ''] = grid.feed.add(2);
    grid.feed.withdraw([first]);
    const canView = async () => {
      const rows = (await source.page(`originating-system/Property?${own}`)).value;
      return rows.map(({ MlgCanView }) => MlgCanView);
    };
    expect((await canView()).toSorted()).toEqual([false, true]);
    source.data.setClock(new Date(later(7 * 86_400_000)));
    expect(await canView()).toEqual([true]);
    expect(() => tokens.feed.withdraw([first])).toThrow('MlgCanView');
  });

  it('are removed without a trace', async () => {
    const keys = tokens.feed.add(5);
    tokens.feed.remove('Property', keys.slice(1, 3));
    expect(keysOf(await source.pull(inOrder))).toEqual([keys[0], ...keys.slice(3)]);
  });

  it('share one timestamp and still page once each', async () => {
    const keys = tokens.feed.add(500);
    tokens.feed.change('Property', keys, {}, later(-1_000));
    const rows = await source.pull(`${inOrder}&$top=33`);
    expect(keysOf(rows)).toEqual(keys.toSorted());
    expect(new Set(rows.map(row => row.ModificationTimestamp))).toEqual(new Set([later(-1_000)]));
  });

  it('lose none by token when rows change between pages', async () => {
    const keys = tokens.feed.add(100);
    tokens.plan.before(2, () =>
      tokens.feed.change('Property', keys.slice(0, 10), { ClosePrice: 1 }, later(1_000)),
    );
    const got = keysOf(await source.pull(`${inOrder}&$top=20`));
    expect(new Set(got)).toEqual(new Set(keys));
    expect(got).toHaveLength(110);
  });

  it('lose some by position when rows change between pages', async () => {
    const keys = grid.feed.add(100);
    grid.areLimitsOn = false;
    grid.plan.before(2, () =>
      grid.feed.change('Property', keys.slice(0, 10), { ClosePrice: 1 }, later(1_000)),
    );
    const got = new Set(
      keysOf(await source.pull(`originating-system/Property?${own}&$orderby=ModificationTimestamp&$top=20`)),
    );
    expect(keys.filter(key => !got.has(key))).toEqual(keys.slice(20, 30));
  });
});

describe('a planned fault', () => {
  beforeEach(() => void tokens.feed.add(50));
  const second = () => source.get(inOrder).then(() => source.get(inOrder));

  it('is a status with Retry-After', async () => {
    tokens.plan.failAt(2, { kind: 'status', status: 429, retryAfterSeconds: 7 });
    const reply = await second();
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await reply.json()).toMatchObject({ error: { code: 'planned' } });
    expect((await source.get(inOrder)).status).toBe(200);
  });

  it('closes the connection before the reply', async () => {
    tokens.plan.failAt(2, { kind: 'drop' });
    await expect(second()).rejects.toThrow('fetch failed');
  });

  it('closes the connection within the body', async () => {
    tokens.plan.failAt(2, { kind: 'short-body' });
    const reply = await second();
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow('terminated');
  });

  it('cuts the JSON as if it were complete', async () => {
    tokens.plan.failAt(2, { kind: 'cut-json' });
    const text = await (await second()).text();
    expect(text).toMatch(/^\{"@odata.context"/);
    expect(() => JSON.parse(text)).toThrow();
  });

  it('expires every token', async () => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'reso-sample',
      client_secret: 'reso-sample-secret',
    });
    const ask = async () => {
      const reply = await fetch(`${source.url}/reso/oauth2/token`, { method: 'POST', body });
      return { authorization: `Bearer ${((await reply.json()) as { access_token: string }).access_token}` };
    };
    const token = await ask();
    tokens.plan.failAt(2, { kind: 'expired-token' });
    const statuses = [];
    for (let index = 0; index < 3; index++) statuses.push((await source.get(inOrder, token)).status);
    expect(statuses).toEqual([200, 401, 401]);
    expect((await source.get(inOrder, await ask())).status).toBe(200);
  });
});

describe('the limits', () => {
  it('refuse a third request in a second', async () => {
    const path = `originating-system/Property?${own}`;
    const replies = await Promise.all([1, 2, 3].map(() => source.get(path)));
    const refused = replies.find(({ status }) => status === 429);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 429]);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(await refused?.json()).toMatchObject({ error: { code: 'too_many_requests' } });
  });
});

describe('the control over HTTP', () => {
  const json = async (command: object) =>
    (await source.control(command)).json() as Promise<Record<string, unknown>>;

  it('is off by default', async () => {
    const other = await startResoSource();
    expect((await other.control({ do: 'expire-tokens' })).status).toBe(404);
    await other.stop();
  });

  it('changes rows as the functions do', async () => {
    const dialect = 'skip-token';
    const { keys } = (await json({ do: 'add', dialect, count: 3, stepMs: 0 })) as { keys: string[] };
    const [first = '', second = ''] = keys;
    await json({
      do: 'change',
      dialect,
      keys: [first],
      changes: { ClosePrice: 5 },
      modifiedAt: later(-5_000),
    });
    await json({ do: 'remove', dialect, keys: [second] });
    await json({
      do: 'insert',
      dialect,
      resource: 'Member',
      rows: [{ MemberKey: 'M1', MemberFullName: 'Ada Example' }],
    });
    expect((await json({ do: 'row', dialect, key: first })).row).toMatchObject({ ClosePrice: 5 });
    expect((await json({ do: 'row', dialect, resource: 'Member', key: 'M1' })).row).toMatchObject({
      MemberFullName: 'Ada Example',
      MemberEmail: null,
    });
    expect(await json({ do: 'keys', dialect })).toEqual({ keys: [first, keys[2]].toSorted() });
  });

  it('plans faults and changes, and lists requests', async () => {
    const dialect = 'skip-token';
    await json({ do: 'add', dialect, count: 30 });
    await json({ do: 'fault', dialect, request: 1, fault: { kind: 'status', status: 500 } });
    await json({ do: 'before', dialect, request: 2, command: { do: 'clear', dialect } });
    expect((await source.get(inOrder)).status).toBe(500);
    expect((await source.page(inOrder)).value).toEqual([]);
    expect(await json({ do: 'requests', dialect })).toMatchObject({
      count: 2,
      seen: [{}, { url: `/reso/${inOrder}` }],
    });
  });

  it('refuses a wrong command', async () => {
    expect((await source.control({ do: 'nothing' })).status).toBe(400);
    const unknownKey = { do: 'change', dialect: 'skip-token', keys: ['none'], changes: {} };
    expect((await source.control(unknownKey)).status).toBe(400);
    const unknownField = { do: 'insert', dialect: 'skip-token', rows: [{ Town: 'Elk' }] };
    expect((await source.control(unknownField)).status).toBe(400);
    expect((await source.control({ do: 'withdraw', dialect: 'skip-token', keys: [] })).status).toBe(400);
  });
});
