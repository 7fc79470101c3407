import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { openPg, sql, type Tx } from '@closingwire/chassis/pg';
import { foldTotals } from '@closingwire/chassis/stored-totals';
import { testDatabase } from '@closingwire/chassis/testing';
import type { WebhookDelivery } from '@closingwire/contracts/catalog';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  deleteFinishedBefore,
  deliveryPage,
  finishDelivery,
  insertDelivery,
  letWait,
  reopen,
  takeWaiting,
} from './store.ts';

const states: (WebhookDelivery['state'] | undefined)[] = [
  undefined,
  'waiting',
  'pending',
  'delivered',
  'failed',
  'skipped',
];

let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({
    url: await testDatabase('count_deliveries'),
    name: 'count deliveries',
    migrations: new URL('../../migrations/', import.meta.url),
    log: createLog('count deliveries', 'silent'),
  });
  await pg.part.start();
  await pg.execute(sql`insert into zips (zip_code, city, state) values ('98101', 'Seattle', 'WA')`);
});
afterAll(() => pg.part.stop());

const now = new Date();
const add = async (tx: Tx) => {
  const id = newId();
  await insertDelivery(tx, { id, zipCode: '98101', userId: newId(), reason: 'assigned' }, now);
  return id;
};
const added = () => pg.transaction(add);

async function expectCounted() {
  for (const state of states) {
    const { deliveries, total, waiting } = await deliveryPage(pg, { page: 1, limit: 10_000, state });
    const counts = await pg.one(
      sql`select count(*) filter (where ${state ?? null}::text is null or state = ${state ?? null}::text) as total,
         count(*) filter (where state = 'waiting') as waiting from webhook_deliveries`,
    );
    expect({ total, waiting }).toEqual(counts);
    expect(deliveries).toHaveLength(total);
  }
}

/** After each test, compares the stored counts with the rows, before and after `foldTotals` sums the stored counts. */
afterEach(async () => {
  await expectCounted();
  await foldTotals(pg);
  await expectCounted();
});

test('deliveries are counted in every state', async () => {
  const [first, second, third, fourth] = [await added(), await added(), await added(), await added()];
  await finishDelivery(pg, first, 'delivered', now);
  await finishDelivery(pg, second, 'failed', now);
  await letWait(pg, third);
  await letWait(pg, fourth);
  expect(await deliveryPage(pg, { page: 1, limit: 1 })).toMatchObject({ total: 4, waiting: 2 });
  await pg.transaction(tx => reopen(tx, second));
  await pg.transaction(tx => takeWaiting(tx, 1));
  expect(await deliveryPage(pg, { page: 1, limit: 1 })).toMatchObject({ total: 4, waiting: 1 });
  await deleteFinishedBefore(pg, new Date(now.getTime() + 1));
  expect(await deliveryPage(pg, { page: 1, limit: 1 })).toMatchObject({ total: 3 });
});

test('concurrent deliveries do not block each other', async () => {
  const id = await added();
  await pg.transaction(async one => {
    await add(one);
    await pg.transaction(async other => {
      await add(other);
      await finishDelivery(other, id, 'delivered', now);
    });
  });
});

test('a rolled back delivery is not counted', async () => {
  const id = await added();
  const undone = pg.transaction(async tx => {
    await add(tx);
    await finishDelivery(tx, id, 'failed', now);
    throw new Error('rolled back');
  });
  await expect(undone).rejects.toThrow('rolled back');
});

test('bulk changes and truncate are counted', async () => {
  await pg.execute(sql`insert into webhook_deliveries (id, zip_code, user_id, reason, state, created_at)
    select gen_random_uuid(), '98101', gen_random_uuid(), 'refresh',
      ('{waiting,pending,failed}'::text[])[1 + n % 3], now() from generate_series(1, 500) n`);
  await expectCounted();
  await pg.execute(sql`update webhook_deliveries set state = 'pending' where state = 'waiting'`);
  await expectCounted();
  await pg.execute(sql`truncate webhook_deliveries cascade`);
});
