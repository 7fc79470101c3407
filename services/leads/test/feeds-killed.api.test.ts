import { sql } from '@closingwire/chassis/pg';
import { until } from '@closingwire/chassis/testing';
import { freePort } from '@closingwire/local/ports/free-port';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProcess } from './child-process.ts';
import { startFeeds } from './start-feeds.ts';
import { patience } from './start-leads.ts';

let feeds: Awaited<ReturnType<typeof startFeeds>>;
beforeAll(async () => {
  feeds = await startFeeds({ isPulling: false });
});
afterAll(() => feeds.stop());

const start = async () =>
  startProcess('feeds-main', {
    ...feeds.leads.feedsConfig,
    PORT: await freePort(),
    MANAGEMENT_PORT: await freePort(),
  });

/** Kills a process after the broker has the rows of a set and before the watermark moves. */
async function killBeforeWatermark(): Promise<void> {
  const process = await start();
  const blocker = await feeds.leads.pg.pool.connect();
  try {
    await blocker.query(sql`begin; lock table feed_listings in share row exclusive mode`);
    await until(
      () =>
        feeds.leads.pg.maybe(sql`select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like '%insert into feed_listings%' limit 1`),
      patience,
    );
    await process.kill();
  } finally {
    await blocker.query(sql`rollback`);
    blocker.release();
  }
}

test('a pull killed before its watermark loses and doubles nothing', { timeout: 150_000 }, async () => {
  const { pg } = feeds.leads;
  const { feed } = await feeds.server.data.source('small-pages');
  feed.clear();
  const now = new Date();
  feeds.server.data.setClock(now);
  const keys = feed.add(2_500, { modifiedAt: new Date(now.getTime() - 3_600_000).toISOString() });
  const id = await feeds.newSource();
  await feeds.call('PUT', `/${id}/feed`, feeds.inputOf('small-pages'));
  // The feed begins by the clock of the other tests, which is behind.
  await pg.execute(
    sql`update feeds set pulls_from = now() - interval '90 days', watermark = now() - interval '90 days'`,
  );
  await killBeforeWatermark();
  expect(await pg.one(sql`select listings, watermark = pulls_from as "isAtStart" from feeds`)).toEqual({
    listings: 0,
    isAtStart: true,
  });
  expect(await pg.one(sql`select count(*) > 0 as "hasRows" from batches where state <> 'receiving'`)).toEqual(
    {
      hasRows: true,
    },
  );
  await killBeforeWatermark();
  const last = await start();
  await until(() => pg.maybe(sql`select from feeds where last_success_at is not null`), {
    timeoutMs: 100_000,
  });
  await last.kill('SIGTERM');
  const shown = await feeds.shown(id);
  expect([...shown.keys()].toSorted()).toEqual(keys);
  expect(
    await pg.one(
      sql`select count(distinct mls_id) as listings, count(*) - count(distinct id) as doubled from closings`,
    ),
  ).toEqual({
    listings: keys.length,
    doubled: 0,
  });
});
