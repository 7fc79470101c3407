import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLog } from '@closingwire/chassis/log';
import { openPg, raw, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../config.ts';
import { applySuppressions } from './suppressions.ts';
import { optOutPage } from './views.ts';

/** The last migration before opt-outs had requests. */
const LAST_BEFORE = '0010_who_may_read.sql';

let before: string;
let later: string[];
let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  before = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(migrations, before, { recursive: true });
  later = (await readdir(before)).filter(file => file > LAST_BEFORE).sort();
  for (const file of later) await rm(join(before, file));
  pg = openPg({
    url: await testDatabase('earlier'),
    name: 'earlier',
    migrations: pathToFileURL(`${before}/`),
    log: createLog('test', 'silent'),
  });
  await pg.part.start();
});
afterAll(async () => {
  await pg.part.stop();
  await rm(before, { recursive: true });
});

const samples = [
  ...['ada@example.com', 'Ada@Example.com', 'a\\b@example.com', '\\x41@example.com', 'zoë@example.com'].map(
    value => ['email', value] as const,
  ),
  ...['+1 (206) 555-0142', '206.555.0142', '(206) 555-CALL'].map(value => ['phone', value] as const),
  ...['WA 12-3', 'wa123', 'é12'].map(value => ['license', value] as const),
];
const hashes = () =>
  pg.query(
    sql`select contact_hash(kind, value) from unnest(${samples.map(([kind]) => kind)}::text[], ${samples.map(([, value]) => value)}::text[]) as t (kind, value)`,
  );

test('earlier suppressions hold, can be found and undone', async () => {
  await pg.execute(
    sql`insert into agents (zip, id, full_name, email, city, state, is_suppressed)
     values ('98030', gen_random_uuid(), 'Ada Example', 'ada@example.com', 'Kent', 'WA', true)`,
  );
  await pg.execute(
    sql`insert into suppressions (hash, kind) values (contact_hash('email', 'ada@example.com'), 'email'),
       (contact_hash('phone', '2065550142'), 'phone')`,
  );
  const known = await hashes();
  for (const file of later) await pg.execute(raw(await readFile(new URL(file, migrations), 'utf8')));
  expect(await hashes()).toEqual(known);

  const found = await optOutPage(pg, { page: 1, limit: 25, search: 'ada@example.com' }, new Date());
  expect(found).toMatchObject({
    total: 1,
    optOuts: [
      {
        state: 'in-effect',
        contacts: [{ kind: 'email', shown: 'not kept', isInEffect: true, agentCount: 1 }],
      },
    ],
  });
  const hash = await pg.one<{ hash: Buffer }>(sql`select contact_hash('email', 'ada@example.com') as hash`);
  const isHidden = () => pg.query(sql`select is_suppressed as is from agents`);
  await pg.transaction(tx => applySuppressions(tx, [hash.hash]));
  expect(await isHidden()).toEqual([{ is: true }]);
  await pg.execute(sql`delete from suppressions where request_id = ${found.optOuts[0]?.id}`);
  await pg.transaction(tx => applySuppressions(tx, [hash.hash]));
  expect(await isHidden()).toEqual([{ is: false }]);
});
