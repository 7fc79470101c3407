import { afterEach, expect, test } from 'vitest';
import { openTestPg, partsOfTest, silent } from '../../test/bench-parts.ts';
import { type Pg, type Queries, sql } from '../postgres/pg.ts';
import { until } from '../testing/testing.ts';
import { jobRunner } from './jobs.ts';
import { foldTotals, totalsFold } from './stored-totals.ts';

const parts = partsOfTest();
afterEach(() => parts.stop());

async function open(): Promise<Pg> {
  const pg = await openTestPg();
  await parts.start(pg.part);
  return pg;
}

const add = (db: Queries, key: string, amount: number) =>
  db.query(sql`insert into stored_totals (name, key, amount) values ('things', ${key}, ${amount})`);
const rows = (db: Queries) =>
  db.query<{ key: string; amount: number }>(sql`select key, amount from stored_totals order by key, amount`);
const sum = async (db: Queries) =>
  (await db.one<{ sum: number }>(sql`select coalesce(sum(amount), 0) as sum from stored_totals`)).sum;

test('a fold leaves one row for each key with a total', async () => {
  const pg = await open();
  for (const [key, amount] of [
    ['a', 2],
    ['a', 3],
    ['b', 1],
    ['c', 1],
    ['c', -1],
  ] as const) {
    await add(pg, key, amount);
  }
  await foldTotals(pg);
  await foldTotals(pg);
  expect(await rows(pg)).toEqual([
    { key: 'a', amount: 5 },
    { key: 'b', amount: 1 },
  ]);
});

test('a fold does not wait for an open transaction and loses none of its rows', async () => {
  const pg = await open();
  await add(pg, 'a', 1);
  await add(pg, 'a', 1);
  await pg.transaction(async tx => {
    await add(tx, 'a', 10);
    await foldTotals(pg);
    expect(await rows(pg)).toEqual([{ key: 'a', amount: 2 }]);
  });
  await pg
    .transaction(async tx => {
      await add(tx, 'a', 100);
      await foldTotals(tx);
      throw new Error('rolled back');
    })
    .catch(() => {});
  await foldTotals(pg);
  expect(await rows(pg)).toEqual([{ key: 'a', amount: 12 }]);
});

test('concurrent folds and changes keep the sum', async () => {
  const pg = await open();
  const changing = [1, 2, 3, 4].map(async each => {
    for (let n = 0; n < 50; n++) await add(pg, `k${n % 3}`, each);
  });
  let isChanging = true;
  const folding = [1, 2, 3].map(async () => {
    while (isChanging) await foldTotals(pg);
  });
  await Promise.all(changing);
  isChanging = false;
  await Promise.all(folding);
  expect(await sum(pg)).toBe(50 * (1 + 2 + 3 + 4));
});

test('a truncated table has no total although a fold runs beside it', async () => {
  const pg = await open();
  await add(pg, 'a', 2);
  await add(pg, 'a', 3);
  const clear = sql`select clear_totals('{things}')`;
  await pg.transaction(async tx => {
    await foldTotals(tx);
    await pg.query(clear);
  });
  expect(await sum(pg)).toBe(0);
});

test('the job folds every minute', async () => {
  const pg = await open();
  await parts.start(jobRunner({ pg, log: silent, handlers: [totalsFold(pg)] }));
  const known = () => pg.query(sql`select identifier from graphile_worker._private_known_crontabs`);
  await until(async () => (await known()).length > 0);
  expect(await known()).toEqual([{ identifier: 'fold-totals' }]);
  await add(pg, 'a', 1);
  await add(pg, 'a', 1);
  await pg.execute(sql`select graphile_worker.add_job('fold-totals', '{}')`);
  await until(async () => (await rows(pg)).length === 1);
});

test('`keep_totals` counts each change of a table', async () => {
  const pg = await open();
  await pg.execute(sql`create table box (id int, kind text, note text)`);
  await pg.query(
    sql`select keep_totals('box', '{boxes}', '{kind}', ${"select 'boxes', r.kind, 1 where r.kind <> 'none'"})`,
  );
  await pg.execute(
    sql`insert into box select n, case when n < 4 then 'red' else 'none' end from generate_series(1, 6) n`,
  );
  await pg.execute(sql`update box set kind = 'blue' where id in (1, 5)`);
  await foldTotals(pg);
  const counted = [
    { key: 'blue', amount: 2 },
    { key: 'red', amount: 2 },
  ];
  expect(await rows(pg)).toEqual(counted);
  await pg.execute(sql`update box set note = 'seen'`);
  expect(await rows(pg)).toEqual(counted);
  await pg.execute(sql`delete from box where id = 1`);
  await foldTotals(pg);
  expect(await rows(pg)).toEqual([
    { key: 'blue', amount: 1 },
    { key: 'red', amount: 2 },
  ]);
  await pg.execute(sql`truncate box`);
  expect(await sum(pg)).toBe(0);
});
