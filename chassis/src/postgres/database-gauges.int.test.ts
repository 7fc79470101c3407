import { afterEach, expect, test } from 'vitest';
import { openTestPg, partsOfTest, silent } from '../../test/bench-parts.ts';
import { registry } from '../process/telemetry.ts';
import { until } from '../testing/testing.ts';
import { databaseGauges } from './database-gauges.ts';
import { sql } from './pg.ts';

const parts = partsOfTest();
afterEach(() => parts.stop());

async function valuesOf(name: string, database: string) {
  const metric = await registry.getSingleMetric(name)?.get();
  const values = metric?.values.filter(({ labels }) => labels.database === database) ?? [];
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.kind), value]));
}

test("a metric has the database's value, and 0 once its row is gone", async () => {
  const pg = await openTestPg();
  await parts.start(pg.part);
  await pg.execute(sql`create table fruit (kind text)`);
  await pg.execute(sql`insert into fruit values ('apple'), ('apple'), ('pear')`);
  const gauge = {
    name: 'fruit',
    help: 'Fruit by kind',
    labels: ['kind'],
    sql: sql`select kind, count(*) as value from fruit group by kind`,
  };
  await parts.start(databaseGauges({ pg, log: silent, gauges: [gauge], everyMs: 50 }));
  await until(async () => (await valuesOf('fruit', pg.name)).apple === 2);
  await pg.execute(sql`delete from fruit where kind = 'apple'`);
  await until(async () => (await valuesOf('fruit', pg.name)).apple === 0);
  expect(await valuesOf('fruit', pg.name)).toEqual({ apple: 0, pear: 1 });
});

test('metrics show the use of the pool', async () => {
  const pg = await openTestPg({ max: 1 });
  await parts.start(pg.part);
  const client = await pg.pool.connect();
  const waiting = pg.query(sql`select 1`);
  const metric = await registry.getSingleMetric('pg_pool_connections')?.get();
  client.release();
  await waiting;
  const states = metric?.values.filter(({ labels }) => labels.pool === pg.name) ?? [];
  expect(Object.fromEntries(states.map(({ labels, value }) => [labels.state, value]))).toEqual({
    used: 1,
    idle: 0,
    waiting: 1,
  });
});
