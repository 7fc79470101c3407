import { createLog } from '@closingwire/chassis/log';
import { openPg, type Pg, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Billing } from '../billing.ts';
import { remindOfTrials } from './reminders.ts';

let pg: Pg;

beforeAll(async () => {
  pg = openPg({
    url: await testDatabase('reminders'),
    name: 'reminders',
    migrations: new URL('../../migrations/', import.meta.url),
    log: createLog('reminders', 'silent'),
  });
  await pg.part.start();
});
afterAll(() => pg.part.stop());

test('a run reads pages of accounts until one is not full', async () => {
  const now = new Date();
  await pg.execute(
    sql`insert into accounts (id, email, first_name, last_name, industry, status, person_version, trial_days,
       trial_started_at, trial_expires_at)
     select gen_random_uuid(), n || '@example.com', 'Ada', 'Example', 'Mortgages', 'active', 1, 14,
       ${now}::timestamptz - interval '13 days', ${now}::timestamptz + interval '12 hours'
     from generate_series(1, 201) n`,
  );
  const found: number[] = [];
  const query: Pg['query'] = async <Row extends object>(...asked: Parameters<Pg['query']>) => {
    const rows = await pg.query<Row>(...asked);
    found.push(rows.length);
    return rows;
  };
  const billing = { pg: { ...pg, query }, clock: () => now, terms: { centsPerZip: 1_500 } };
  await remindOfTrials(billing as unknown as Billing);
  expect(found).toEqual([200, 1]);
});
