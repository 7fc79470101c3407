import { createLog } from '@closingwire/chassis/log';
import { openPg, type Pg, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailPage } from './log.ts';

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
