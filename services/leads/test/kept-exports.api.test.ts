import { newId } from '@closingwire/chassis/ids';
import { sql } from '@closingwire/chassis/pg';
import type { KeptExport } from '@closingwire/contracts/exports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetOldExports, partsToBlank } from '../src/lists/kept-exports.ts';
import { madeUpLead } from './made-up-leads.ts';
import { startLeads } from './start-leads.ts';
import { subscriberOf } from './subscriber.ts';

const start = new Date();
let leads: Awaited<ReturnType<typeof startLeads>>;
beforeAll(async () => {
  leads = await startLeads({ EXPORTS_PER_ACCOUNT: 3 });
  const yesterday = new Date(start.getTime() - 86_400_000).toISOString().slice(0, 10);
  await leads.source.deliver([madeUpLead(1, { zip: '98361', soldDate: yesterday })]);
});
afterAll(() => leads.stop());

type Subscriber = Awaited<ReturnType<typeof subscriberOf>>;
const subscriber = () => subscriberOf(leads, ['98361'], start);

/** Stores exports of a user that were sent earlier and never listed. */
const keep = ({ id }: Subscriber, count: number) =>
  leads.pg.execute(
    sql`insert into kept_exports (id, account_id, made_at, format, preset, filters, is_only_new, closings, is_sent)
     select gen_random_uuid(), ${id}::uuid, now() - make_interval(hours => n), 'csv', 'full', '{}', false, 1, true
     from generate_series(1, ${count}::int) n`,
  );

const count = async ({ id }: Subscriber, condition = sql`true`) =>
  (
    await leads.pg.one<{ count: number }>(
      sql`select count(*) from kept_exports where account_id = ${id} and ${condition}`,
    )
  ).count;

test('a page of exports counts the agents of these only', async () => {
  const user = await subscriber();
  await keep(user, 5);
  const { exports } = await user.get<{ exports: KeptExport[] }>('/api/user/exports?limit=2');
  expect(exports.map(({ agents }) => agents)).toEqual([0, 0]);
  expect(await count(user, sql`agents is null`)).toBe(3);
});

const readPage = ({ ask }: Subscriber, exportId: string) =>
  ask(`/api/agents/98361?use=exports&exportId=${exportId}&page=1`);

test('exports that are read page by page are limited for each minute; further pages are not', async () => {
  const user = await subscriber();
  const ids = Array.from({ length: 3 }, () => newId());
  for (const id of [...ids, ...ids]) expect((await readPage(user, id)).status).toBe(200);
  const refused = await readPage(user, newId());
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
  expect(await count(user)).toBe(3);
  expect((await readPage(await subscriber(), newId())).status).toBe(200);
});

test('an account keeps its newest 400 exports, whichever way they are made', async () => {
  const user = await subscriber();
  await keep(user, 405);
  expect((await readPage(user, newId())).status).toBe(200);
  expect(await count(user)).toBe(400);
  await keep(user, 5);
  expect(await (await user.ask('/api/user/files', { method: 'POST', body: '{}' })).text()).toContain(',');
  expect(await count(user)).toBe(400);
});

test('the nightly job reads no parts again whose closings are gone, and forgets any number of exports', async () => {
  const user = await subscriber();
  await keep(user, 700);
  await leads.pg.execute(
    sql`update kept_exports set made_at = made_at - interval '95 days' where account_id = ${user.id}`,
  );
  await leads.pg.execute(
    sql`insert into kept_export_parts (export_id, zip, account_id, agent_ids, closing_ids)
     select e.id, (10000 + n)::text, e.account_id, array[gen_random_uuid()], case when n = 1 then array[gen_random_uuid()] end
     from kept_exports e cross join generate_series(1, 20) n where e.account_id = ${user.id}`,
  );
  await leads.pg.execute(sql`analyze kept_exports, kept_export_parts`);
  const plan = await leads.pg.query<Record<'QUERY PLAN', string>>(sql`explain ${partsToBlank(start)}`);
  expect(plan.map(line => line['QUERY PLAN']).join('\n')).toContain('kept_export_parts_to_blank');
  await forgetOldExports(leads.pg, start);
  expect(await count(user)).toBe(400);
  expect(await leads.pg.query(partsToBlank(start))).toEqual([]);
  await forgetOldExports(leads.pg, new Date(start.getTime() + 400 * 86_400_000));
  expect(await count(user)).toBe(0);
});
