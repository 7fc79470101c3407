import { createLog } from '@closingwire/chassis/log';
import { openPg, type Pg, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailPage, mailsByMonth, sentByMonth } from './log.ts';

let pg: Pg;

beforeAll(async () => {
  pg = openPg({
    url: await testDatabase('mails'),
    name: 'mails',
    migrations: new URL('../../migrations/', import.meta.url),
    log: createLog('mails', 'silent'),
  });
  await pg.part.start();
});
afterAll(() => pg.part.stop());

const found = async (search: string) =>
  (await mailPage(pg, { page: 1, limit: 10, search })).mails.map(({ template }) => template).toSorted();

test('mails are found by address, title and former template', async () => {
  expect(await found('winter')).toEqual([]);
  await pg.execute(
    sql`insert into mails (id, template, recipient, subject_key, data, state, done_at)
     select gen_random_uuid(), template, 'ada@example.com', '', '{}', 'sent', now()
     from unnest(array['list-ready', 'welcome', 'winter-offer']) as template`,
  );
  expect(await found('da@exam')).toEqual(['list-ready', 'welcome', 'winter-offer']);
  expect(await found('List Ready')).toEqual(['list-ready']);
  expect(await found('Winter')).toEqual(['winter-offer']);
});

test('sent mails are counted by month', async () => {
  await pg.execute(sql`truncate mails`);
  await pg.execute(
    sql`insert into mails (id, template, recipient, subject_key, data, state, created_at)
     select gen_random_uuid(), 'welcome', n || '@example.com', '', '{}', case when n = 3 then 'refused' else 'sent' end, at
     from unnest(array['2026-02-28 23:59Z', '2026-03-01 00:00Z', '2026-03-02Z', '2025-09-30Z']::timestamptz[])
       with ordinality as m (at, n)`,
  );
  const months = await mailsByMonth(pg, new Date('2026-03-18T19:00:00Z'));
  expect(months).toHaveLength(6);
  expect(months.slice(0, 3)).toEqual([
    { month: '2026-03-01', sent: 1 },
    { month: '2026-02-01', sent: 1 },
    { month: '2026-01-01', sent: 0 },
  ]);
  for (const { month, sent } of months) {
    expect((await mailPage(pg, { page: 1, limit: 10, state: 'sent', month })).total, month).toBe(sent);
  }
  expect(await mailPage(pg, { page: 1, limit: 10, month: '2026-03-31' })).toMatchObject({
    total: 2,
    mails: [{ state: 'refused' }, { to: '2@example.com' }],
  });
});

test('months are counted from an index alone', async () => {
  await pg.execute(
    sql`insert into mails (id, template, recipient, subject_key, data, state, created_at)
     select gen_random_uuid(), 'welcome', 'ada@example.com', n::text, '{}', 'sent', '2026-03-18Z'::timestamptz - n * interval '1 hour'
     from generate_series(1, 5000) n`,
  );
  await pg.execute(sql`vacuum analyze mails`);
  const plan = await pg.query<{ 'QUERY PLAN': string }>(
    sql`explain ${sentByMonth(new Date('2026-03-18T19:00:00Z'))}`,
  );
  expect(plan.map(line => line['QUERY PLAN']).join('\n')).toContain(
    'Index Only Scan using mails_sent on mails',
  );
});
