import { newId } from '@closingwire/chassis/ids';
import { openPg } from '@closingwire/chassis/pg';
import { testDatabase, until } from '@closingwire/chassis/testing';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accountOf, subscriptionOf } from '../../test/states.ts';
import { migrations } from '../config.ts';
import { accounts, subscriptions, zips } from '../replicas.ts';
import { requestRefreshes } from './refreshes.ts';

let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({ url: await testDatabase('refresh'), name: 'refresh', migrations });
  await pg.part.start();
});
afterAll(() => pg.part.stop());
beforeEach(() => pg.query(sql`truncate outbox, accounts, subscriptions, zips, refresh_requests`));

const at = (time: string) => () => new Date(time);
const today = at('2026-03-18T09:00:00Z');
const asked = async () =>
  (
    await pg.query<{ key: string }>(
      sql`select key from outbox where topic = 'zip.refresh-requested' order by key`,
    )
  ).map(row => row.key);
const ada = '01a1fe08-0370-7c04-bbff-5ffcbea7fc49';

async function saved(standing: Parameters<typeof accountOf>[1]) {
  const account = accountOf(newId(), standing);
  await accounts.upsertIfNewer(pg, account);
  return account;
}

async function subscribe(...zips: string[]) {
  for (const zip of zips) await subscriptions.upsertIfNewer(pg, subscriptionOf(ada, zip));
}

test('asks for each subscribed ZIP once a day', async () => {
  row('product/daily-refresh');
  await subscribe('90210', '90210', '98030');
  await requestRefreshes(pg, today);
  await requestRefreshes(pg, at('2026-03-18T23:59:59Z'));
  expect(await asked()).toEqual(['90210', '98030']);
  await requestRefreshes(pg, at('2026-03-19T09:00:00Z'));
  expect(await asked()).toHaveLength(4);
});

test('leaves out ZIPs that are switched off or cancelled', async () => {
  await subscribe('90210', '98030');
  await subscriptions.upsertIfNewer(
    pg,
    subscriptionOf(ada, '60601', { cancelledAt: '2026-03-01T00:00:00Z' }),
  );
  await zips.upsertIfNewer(pg, { zipCode: '98030', version: 3, scrapeActive: false });
  await zips.upsertIfNewer(pg, { zipCode: '98030', version: 2, scrapeActive: true });
  await requestRefreshes(pg, today);
  expect(await asked()).toEqual(['90210']);
});

test('leaves out what an expired trial holds unpaid', async () => {
  const people = {
    expired: { trialExpiresAt: '2026-03-18T09:00:00Z', paymentState: 'none', hasActivePayment: true },
    running: { trialExpiresAt: '2026-03-18T09:00:01Z', paymentState: 'none' },
    pastDue: { trialExpiresAt: '2026-03-01T00:00:00Z', paymentState: 'past_due' },
    ended: { trialExpiresAt: '2026-03-01T00:00:00Z', paymentState: 'ended' },
  } as const;
  const zips = { expired: '10001', running: '10002', pastDue: '10003', ended: '10004' };
  for (const [name, standing] of Object.entries(people)) {
    const { id } = await saved(standing);
    await subscriptions.upsertIfNewer(pg, subscriptionOf(id, zips[name as keyof typeof zips]));
  }
  const { id } = await saved(people.expired);
  await subscriptions.upsertIfNewer(pg, subscriptionOf(id, '10005', { kind: 'granted' }));
  await requestRefreshes(pg, today);
  expect(await asked()).toEqual(['10002', '10003', '10005']);
});

test('goes on after more than one load of ZIPs', async () => {
  await pg.execute(
    sql`insert into subscriptions (id, account_id, zip, version)
     select gen_random_uuid(), ${ada}, (10000 + n)::text, 1 from generate_series(1, 1100) n`,
  );
  await requestRefreshes(pg, today);
  expect(new Set(await asked()).size).toBe(1_100);
});

test('asks once when killed halfway', async () => {
  await subscribe('90210', '98030');
  const blocker = await pg.pool.connect();
  await blocker.query(sql`begin; lock table outbox in access exclusive mode`);
  const killed = requestRefreshes(pg, today).catch(() => 'killed');
  await until(() =>
    pg.maybe(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%outbox%'`),
  );
  expect(await killed).toBe('killed');
  await blocker.query(sql`rollback`);
  blocker.release();
  expect(await asked()).toEqual([]);
  await requestRefreshes(pg, today);
  expect(await asked()).toEqual(['90210', '98030']);
});
