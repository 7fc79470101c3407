import { openPg, sql } from '@closingwire/chassis/pg';
import { testDatabase } from '@closingwire/chassis/testing';
import { MOST_COUNTED } from '@closingwire/contracts/counted';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../config.ts';
import { rejectsBy } from './list-rejects.ts';

let pg: ReturnType<typeof openPg>;
beforeAll(async () => {
  pg = openPg({ url: await testDatabase('rejects'), name: 'rejects', migrations });
  await pg.part.start();
  await pg.execute(
    sql`insert into sources (name, kind) select 'Source ' || n, 'file' from generate_series(1, 7) n`,
  );
  await pg.execute(
    sql`insert into batches (id, key_id, source_id, state, started_at, seen_at)
     select gen_random_uuid(), gen_random_uuid(), (select min(id) from sources where name = 'Source ' || (n % 6 + 1)), 'done',
       '2026-03-18'::timestamptz - n * interval '1 hour', now()
     from generate_series(1, 1000) n`,
  );
  await pg.execute(
    sql`insert into rejects (batch_id, line, field, message, zip)
     select b.id, l, 'price', 'Expected a number; got "' || md5(b.id::text || l) || '"', lpad((l * b.rn % 40000)::text, 5, '0')
     from (select id, row_number() over (order by started_at) as rn from batches) b, generate_series(1, 60) l`,
  );
  await pg.execute(
    sql`update rejects set message = 'Expected a day; got "soon"' where line = 7 and batch_id in (
       select id from batches order by started_at limit 3)`,
  );
  await pg.execute(
    sql`update rejects set further = '[{"field": "zip", "message": "Expected five digits; got \\"later\\""}]' where line = 9`,
  );
  await pg.execute(sql`analyze batches; analyze rejects`);
});
afterAll(() => pg.part.stop());

const ask = (asked: object) => rejectsBy({ reason: '', page: 1, limit: 25, ...asked });

async function scansOf(statement: ReturnType<typeof ask>['page']): Promise<string[]> {
  const lines = await pg.query<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
  return lines.map(line => line['QUERY PLAN']).filter(line => / Scan /.test(line));
}

const sourceId = async (name: string) =>
  (await pg.one<{ id: number }>(sql`select id from sources where name = ${name}`)).id;

test('a page reads no whole table, whatever it asks', async () => {
  const one = await sourceId('Source 1');
  for (const asked of [
    {},
    { reason: 'soon' },
    { reason: 'soon', state: 'all' },
    { state: 'repaired' },
    { state: 'undone' },
    { zip: '00123' },
    { sourceId: one },
    { reason: 'number', sourceId: one },
  ]) {
    expect((await scansOf(ask(asked).page)).join()).not.toMatch(/Seq Scan on (rejects|batches)/);
  }
  expect((await scansOf(ask({ reason: 'soon' }).page)).join()).toContain('rejects_reason');
  expect((await scansOf(ask({ reason: 'soon' }).page)).join()).toContain('rejects_further');
  expect((await scansOf(ask({ zip: '00123' }).page)).join()).toContain('rejects_zip');
  expect((await scansOf(ask({ sourceId: one }).page)).join()).toContain('batches_by_source');
});

test('rows are found by reason, source and ZIP, and counted up to a maximum', async () => {
  const countOf = async (asked: object) => (await pg.one<{ total: number }>(ask(asked).total)).total;
  expect(await pg.query(ask({ reason: 'SOON' }).page)).toMatchObject([{ field: 'price' }, {}, {}]);
  expect(await countOf({ reason: 'soon' })).toBe(3);
  expect(await countOf({ reason: 'got "later"' })).toBe(1000);
  expect(await countOf({})).toBe(MOST_COUNTED + 1);
  expect(await countOf({ sourceId: await sourceId('Source 7') })).toBe(0);
  const rows = await pg.query<{ zipCode: string; receivedAt: Date }>(ask({ zip: '00060' }).page);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ zipCode }) => zipCode === '00060')).toBe(true);
  const times = rows.map(({ receivedAt }) => receivedAt.getTime());
  expect(times).toEqual(times.toSorted((one, other) => other - one));
});
