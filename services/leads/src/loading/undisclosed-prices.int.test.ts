import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLog } from '@closingwire/chassis/log';
import { openPg, raw, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { expect, test } from 'vitest';
import { migrations } from '../config.ts';

const FILE = '0008_undisclosed_prices.sql';

test('stored prices of zero become null', async () => {
  const before = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(migrations, before, { recursive: true });
  await rm(join(before, FILE));
  const pg = openPg({
    url: await testDatabase('prices'),
    name: 'prices',
    migrations: pathToFileURL(`${before}/`),
    log: createLog('test', 'silent'),
  });
  await pg.part.start();
  await pg.execute(
    sql`insert into closings (zip, id, sale_id, agent_id, agent_role, sold_date, address1, city, state, price)
     select '98030', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'Agent', '2026-03-09', '1 Elm St',
       'Kent', 'WA', price from unnest(array[0, 1, 0, 250000]) as t (price)`,
  );
  await pg.execute(raw(await readFile(new URL(FILE, migrations), 'utf8')));
  expect(await pg.query(sql`select price from closings order by price nulls last`)).toEqual([
    { price: 1 },
    { price: 250_000 },
    { price: null },
    { price: null },
  ]);
  await pg.part.stop();
  await rm(before, { recursive: true });
});
