import { type PostgresPair, startPostgresPair } from '@closingwire/local/testing/postgres-pair';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { partsOfTest, silent } from '../../test/bench-parts.ts';
import { thingMigrations } from '../../test/thing-event.ts';
import { registry } from '../process/telemetry.ts';
import { until } from '../testing/testing.ts';
import { openPg, type Pg, type Statement, sql } from './pg.ts';
import { openStandby, readsOn, type Standby } from './standby.ts';

let pair: PostgresPair;
const parts = partsOfTest();
beforeAll(async () => {
  pair = await startPostgresPair('chassis');
});
afterAll(() => pair?.stop());

let primary: Pg;
let onStandby: Pg;
let standby: Standby;

const open = (url: string, name: string, options: { max?: number; replyTimeoutMs?: number } = {}) =>
  openPg({ url, name, migrations: thingMigrations, log: silent, ...options });

beforeEach(async () => {
  primary = open(pair.primaryUrl, 'thing');
  onStandby = open(pair.standbyUrl, 'thing-standby', { max: 2, replyTimeoutMs: 500 });
  await parts.start(primary.part);
  await parts.start({ ...onStandby.part, start: async () => {} });
  const watched = { url: pair.standbyUrl, primary, channel: 'changed', mostBehindMs: 1_000, log: silent };
  standby = openStandby(watched);
  await parts.start(standby.part);
  await until(() => standby.hasAllOf('ada'));
});
afterEach(() => parts.stop());

const resume = () => pair.onStandby('select pg_wal_replay_resume()');

async function secondsBehind(): Promise<number> {
  const text = (await registry.getSingleMetricAsString('standby_behind_seconds')) ?? '';
  const [, value = 'none'] = /database="thing"\} (\S+)/.exec(text) ?? [];
  return value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value);
}

describe('a standby whose replay is paused', () => {
  beforeEach(() => pair.onStandby('select pg_wal_replay_pause()'));
  afterEach(resume);

  test('is not used for a reader whose data changed', async () => {
    await primary.query(sql`select pg_notify('changed', 'ada')`);
    await until(() => !standby.hasAllOf('ada'), { everyMs: 1 });
    expect(standby.hasAllOf('bob')).toBe(true);
    await resume();
    await until(() => standby.hasAllOf('ada'));
  });

  test('is not used once it is too far behind', async () => {
    // A commit to replay: without one, the paused standby would count as up to date.
    await primary.execute(sql`create table if not exists news (at timestamptz)`);
    await until(() => !standby.hasAllOf('bob'));
    expect(await secondsBehind()).toBeGreaterThan(1);
    await resume();
    await until(() => standby.hasAllOf('bob'));
    expect(await secondsBehind()).toBeLessThan(1);
  });
});

describe('a read that fails on the standby', () => {
  const readAs = async (read: (pg: Pg) => Promise<unknown>) => {
    const databases: string[] = [];
    const result = readsOn(primary, { pg: onStandby, standby })('ada', async pg => {
      databases.push(pg.name);
      return read(pg);
    });
    const settled = await result.then(
      value => ({ value }),
      error => ({ error }),
    );
    return { ...settled, databases, isTrusted: standby.hasAllOf('ada') };
  };
  const failingThere = (statement: Statement) => (pg: Pg) =>
    pg === onStandby ? pg.query(statement).then(() => 'standby') : Promise.resolve('primary');

  test('because its connection ends runs on the primary', async () => {
    const read = failingThere(sql`select pg_terminate_backend(pg_backend_pid())`);
    expect(await readAs(read)).toEqual({
      value: 'primary',
      databases: ['thing-standby', 'thing'],
      isTrusted: false,
    });
  });

  test('because no reply comes runs on the primary, and its connection is closed', async () => {
    const read = failingThere(sql`select pg_sleep(60)`);
    expect(await readAs(read)).toEqual({
      value: 'primary',
      databases: ['thing-standby', 'thing'],
      isTrusted: false,
    });
    expect(onStandby.pool.totalCount).toBe(0);
  });

  test('because all connections are in use runs on the primary, and the standby stays trusted', async () => {
    const taken = await Promise.all([onStandby.pool.connect(), onStandby.pool.connect()]);
    const read = failingThere(sql`select 1`);
    expect(await readAs(read)).toEqual({
      value: 'primary',
      databases: ['thing-standby', 'thing'],
      isTrusted: true,
    });
    for (const connection of taken) connection.release();
  });

  test('because of its own statement is not repeated', async () => {
    const { error, ...rest } = (await readAs(pg => pg.query(sql`select nothing`))) as { error?: Error };
    expect(rest).toEqual({ databases: ['thing-standby'], isTrusted: true });
    expect(error?.message).toContain('nothing');
  });
});

test('how far behind is unknown while the standby is away', async () => {
  expect(await secondsBehind()).toBeLessThan(1);
  await pair.stopStandby();
  await until(async () => (await secondsBehind()) === Number.POSITIVE_INFINITY);
  expect(standby.hasAllOf('ada')).toBe(false);
});
