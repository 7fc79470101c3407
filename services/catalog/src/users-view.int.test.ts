import { newId } from '@closingwire/chassis/ids';
import { openPg, type Pg, sql } from '@closingwire/chassis/pg';
import { replica } from '@closingwire/chassis/replica';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

type State = { id: string; version: number; email: string };

/** Writes users as the previous version does: through `people`, which is now a view of `users`. */
const usersByView = replica('people', {
  row: ({ id, version, email }: State) => ({ id, version, email, status: 'active' }),
  forgotten: { status: 'deleted', email: null },
  isForgotten: "status = 'deleted'",
});

let pg: Pg;
beforeAll(async () => {
  const migrations = new URL('../migrations/', import.meta.url);
  pg = openPg({ url: await testDatabase('users_view'), name: 'users view', migrations });
  await pg.part.start();
});
afterAll(() => pg.part.stop());

test('the previous version writes users through the view `people`', async () => {
  const id = newId();
  const stored = () => pg.one(sql`select version, email, status from users where id = ${id}`);
  expect(await usersByView.upsertIfNewer(pg, { id, version: 2, email: 'new@example.com' })).toBe(true);
  expect(await usersByView.upsertIfNewer(pg, { id, version: 1, email: 'old@example.com' })).toBe(false);
  expect(await usersByView.upsertIfNewer(pg, { id, version: 3, email: 'newer@example.com' })).toBe(true);
  expect(await stored()).toEqual({ version: 3, email: 'newer@example.com', status: 'active' });
  await usersByView.forget(pg, { id, version: 4 });
  expect(await usersByView.upsertIfNewer(pg, { id, version: 9, email: 'late@example.com' })).toBe(false);
  expect(await stored()).toEqual({ version: 4, email: null, status: 'deleted' });
});
