import { newId } from '@closingwire/chassis/ids';
import { openPg, sql } from '@closingwire/chassis/pg';
import { testDatabase, until } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accountOf, subscriptionOf } from '../../test/states.ts';
import { migrations } from '../config.ts';
import { accounts, subscriptions, zips } from '../replicas.ts';
import { requestRefreshes } from './refreshes.ts';
import { readableOf } from './standing.ts';

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

async function subscribe(...zipCodes: string[]) {
  for (const zipCode of zipCodes) await subscriptions.upsertIfNewer(pg, subscriptionOf(ada, zipCode));
}

test('requests each subscribed ZIP once a day', async () => {
  row('product/daily-refresh');
  await subscribe('90210', '90210', '98030');
  await requestRefreshes(pg, today);
  await requestRefreshes(pg, at('2026-03-18T23:59:59Z'));
  expect(await asked()).toEqual(['90210', '98030']);
  await requestRefreshes(pg, at('2026-03-19T09:00:00Z'));
  expect(await asked()).toHaveLength(4);
});

test('skips ZIPs that are switched off or canceled', async () => {
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

const states = [undefined, 'none', 'trialing', 'active', 'past_due', 'ended'] as const;
const standings = ['2026-03-18T09:00:00Z', '2026-03-18T09:00:01Z'].flatMap(trialExpiresAt =>
  states.flatMap(paymentState =>
    [false, true].map(hasActivePayment => ({ trialExpiresAt, paymentState, hasActivePayment })),
  ),
);

/** Whether a reader with this standing can read a ZIP that was not granted. */
function isReadable({ trialExpiresAt, paymentState, hasActivePayment }: (typeof standings)[number]): boolean {
  const standing = {
    paymentState: paymentState ?? null,
    hasActivePayment,
    trialExpiresAt: new Date(trialExpiresAt),
    monthlyAmountCents: 0,
  };
  const zips = { granted: ['90210'], charged: ['98030'] };
  return readableOf(standing, zips, today()).includes('98030');
}

test('requests exactly the readable ZIPs', async () => {
  row('beyond/unpaid-refreshes-stop');
  const readable: string[] = [];
  for (const [n, standing] of standings.entries()) {
    const { id } = await saved(standing);
    await subscriptions.upsertIfNewer(pg, subscriptionOf(id, `1${1000 + n}`));
    await subscriptions.upsertIfNewer(pg, subscriptionOf(id, `2${1000 + n}`, { kind: 'granted' }));
    readable.push(`2${1000 + n}`, ...(isReadable(standing) ? [`1${1000 + n}`] : []));
  }
  await requestRefreshes(pg, today);
  expect(await asked()).toEqual(readable.sort());
});

test('requests more ZIPs than one transaction takes', async () => {
  await pg.execute(
    sql`insert into subscriptions (id, account_id, zip, version)
     select gen_random_uuid(), ${ada}, (10000 + n)::text, 1 from generate_series(1, 1100) n`,
  );
  await requestRefreshes(pg, today);
  expect(new Set(await asked()).size).toBe(1_100);
});

test('requests once when killed halfway', async () => {
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
