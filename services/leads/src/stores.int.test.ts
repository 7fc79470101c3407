import { createLog } from '@closingwire/chassis/log';
import { openPg, sql } from '@closingwire/chassis/pg';
import { startParts } from '@closingwire/chassis/test-service';
import { until } from '@closingwire/chassis/testing';
import { type PostgresPair, startPostgresPair } from '@closingwire/local/testing/postgres-pair';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { leadsConfigs } from '../test/start-leads.ts';
import { migrations } from './config.ts';
import { beginExport } from './exports/snapshot.ts';
import { openStores, type Stores } from './stores.ts';

const log = createLog('stores', 'silent');
const [ADA, BOB] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

let pair: PostgresPair;
let stores: Stores;
let stop: () => Promise<void>;

beforeAll(async () => {
  pair = await startPostgresPair('leads');
  const { identity, api } = await leadsConfigs();
  await identity.close();
  const urls = { DATABASE_URL: pair.primaryUrl, DATABASE_STANDBY_URL: pair.standbyUrl };
  stores = openStores({ ...api, ...urls, STANDBY_BEHIND_MS: 60_000 }, log);
  stop = await startParts([stores.pg.part, ...stores.parts]);
});
afterAll(async () => {
  await stop?.();
  await pair?.stop();
});

/** Returns the name of the database that serves this reader. */
const databaseOf = (reader: string) => stores.reads(reader, async pg => pg.name);
const isOnStandby = async (reader: string) => (await databaseOf(reader)) === 'leads-standby';

const insertAccount = (id: string) =>
  sql`insert into accounts (id, version, trial_expires_at, has_active_payment, monthly_amount_cents)
    values (${id}, 1, now(), false, 0)`;

describe('while the standby replays nothing', () => {
  beforeEach(async () => {
    await until(async () => (await isOnStandby(ADA)) && (await isOnStandby(BOB)));
    await pair.onStandby('select pg_wal_replay_pause()');
  });
  afterEach(() => pair.onStandby('select pg_wal_replay_resume()'));

  test.each([
    ['a new account', insertAccount(ADA)],
    ['a payment', sql`update accounts set has_active_payment = true where id = ${ADA}`],
    ['a credit', sql`update accounts set trial_expires_at = now() + interval '30 days' where id = ${ADA}`],
    [
      'a new subscription',
      sql`insert into subscriptions (id, version, account_id, zip) values (gen_random_uuid(), 1, ${ADA}, '98030')`,
    ],
    [
      'the end of a subscription',
      sql`update subscriptions set cancelled_at = now() where account_id = ${ADA}`,
    ],
  ])('%s makes its own reader alone read the primary', async (_change, statement) => {
    await stores.pg.execute(statement);
    await until(async () => (await databaseOf(ADA)) === 'leads', { everyMs: 1 });
    expect(await isOnStandby(BOB)).toBe(true);
  });

  test('a process without a standby does not notify', async () => {
    const other = openPg({ url: pair.primaryUrl, name: 'other', migrations, log });
    await other.execute(sql`update accounts set version = version + 1 where id = ${ADA}`);
    await other.part.stop();
    await stores.pg.execute(insertAccount(BOB));
    // PostgreSQL delivers notifications in the order of the commits: one for ADA would have arrived before this one
    // for BOB.
    await until(async () => (await databaseOf(BOB)) === 'leads', { everyMs: 1 });
    expect(await isOnStandby(ADA)).toBe(true);
  });
});

test('a full standby refuses files and stays in use', async () => {
  await until(() => isOnStandby(ADA));
  const connect = () => stores.exportReads(ADA, ({ pool }) => pool.connect());
  const held = await Promise.all(Array.from({ length: 6 }, connect));
  const begun = stores.exportReads(ADA, ({ pool }) => beginExport(pool));
  await expect(begun).rejects.toMatchObject({ kind: 'unavailable', code: 'exports_busy' });
  expect(stores.exports.pool.totalCount).toBe(0);
  expect(await isOnStandby(ADA)).toBe(true);
  for (const connection of held) connection.release();
  (await beginExport(stores.exports.pool)).release(true);
});
