import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { openPg, type Queries, sql } from '@closingwire/chassis/pg';
import { foldTotals } from '@closingwire/chassis/stored-totals';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { searchUsers, signUpsByDay } from './search.ts';
import { insertUser, listUsers } from './store.ts';

let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({
    url: await testDatabase('count_users'),
    name: 'count users',
    migrations: new URL('../../migrations/', import.meta.url),
    log: createLog('count users', 'silent'),
  });
  await pg.part.start();
});
afterAll(() => pg.part.stop());

const now = new Date('2026-11-24T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

const add = async (db: Queries, createdAt = now, id = newId()) => {
  const tx = db as Parameters<typeof insertUser>[0];
  await insertUser(tx, { id, email: `${id}@example.com`, passwordHash: null, createdAt });
  return id;
};

const stored = () =>
  pg.query(sql`select key as day, sum(amount) as users from stored_totals where name = 'users'
    group by key having sum(amount) <> 0 order by key`);
const counted = () =>
  pg.query(sql`select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) as users from users
    where deleted_at is null group by 1 order by 1`);

afterEach(async () => {
  expect(await stored()).toEqual(await counted());
  await foldTotals(pg);
  expect(await stored()).toEqual(await counted());
  const [{ total }, searched, { total: ofDays }] = await Promise.all([
    listUsers(pg, { page: 1, perPage: 1 }),
    searchUsers(pg, { text: '', page: 1 }),
    signUpsByDay(pg, 30, now),
  ]);
  expect([total, ofDays, searched.users.length]).toEqual([searched.total, searched.total, searched.total]);
});

test('inserts, deletions and restorations are counted', async () => {
  const [first, second] = [await add(pg), await add(pg, daysAgo(3))];
  await pg.execute(sql`update users set deleted_at = now() where id = ${first}`);
  expect((await signUpsByDay(pg, 4, now)).days.map(({ signUps }) => signUps)).toEqual([1, 0, 0, 0]);
  await pg.execute(sql`update users set deleted_at = null where id = ${first}`);
  await pg.execute(sql`update users set created_at = ${daysAgo(1)} where id = ${second}`);
  expect((await signUpsByDay(pg, 4, now)).days.map(({ signUps }) => signUps)).toEqual([0, 0, 1, 1]);
  await pg.execute(sql`update users set last_sign_in_at = now(), version = version + 1`);
  await pg.execute(sql`delete from users where id = ${first}`);
});

test('a refused insert is not counted', async () => {
  const id = await add(pg);
  const taken = { id: newId(), email: `${id}@example.com`, passwordHash: null, createdAt: now };
  expect(await pg.transaction(tx => insertUser(tx, taken))).toBe(false);
});

test('concurrent registrations do not wait for each other', async () => {
  await pg.transaction(async one => {
    await add(one);
    await pg.transaction(async other => void (await add(other)));
    await pg.transaction(async other => {
      await add(other);
      await other.execute(sql`delete from users where id = ${await add(other)}`);
    });
  });
});

test('a rollback is not counted', async () => {
  const id = await add(pg);
  const undone = pg.transaction(async tx => {
    await add(tx);
    await tx.execute(sql`delete from users where id = ${id}`);
    throw new Error('rolled back');
  });
  await expect(undone).rejects.toThrow('rolled back');
});

test('bulk inserts and truncate are counted', async () => {
  await pg.execute(sql`insert into users (id, created_at, deleted_at)
    select gen_random_uuid(), timestamptz '2026-11-20 12:00Z' + n % 5 * interval '1 day',
      case when n % 7 = 0 then now() end from generate_series(1, 1000) n`);
  expect(await stored()).toEqual(await counted());
  await pg.execute(sql`truncate users cascade`);
  expect(await stored()).toEqual([]);
  await add(pg);
});

test('a search counts up to ten thousand', async () => {
  await pg.execute(sql`insert into users (id, first_name, created_at)
    select gen_random_uuid(), 'Grace', timestamptz '2026-11-20 12:00Z' from generate_series(1, 10002) n`);
  const { users, total } = await searchUsers(pg, { text: 'grace', page: 1, limit: 2 });
  expect([users.length, total]).toEqual([2, 10_001]);
  await pg.execute(sql`delete from users where first_name = 'Grace'`);
});

test('an id that has the digits of a phone finds its user', async () => {
  for (const end of ['ab2065550188', '122065550188', '206555018812']) {
    const id = await add(pg, now, `${newId().slice(0, -12)}${end}`);
    const { users } = await searchUsers(pg, { text: ` ${id} `, page: 1, limit: 2 });
    expect(users, id).toMatchObject([{ id }]);
  }
  const id = await add(pg, now, 'ab206555-0188-7000-8000-0123456789ab');
  expect(await searchUsers(pg, { text: id, page: 1, limit: 2 })).toMatchObject({ users: [{ id }], total: 1 });
});
