import { sql } from '@closingwire/chassis/pg';
import type { KeptExport } from '@closingwire/contracts/exports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { madeUpLead } from './made-up-leads.ts';
import { startLeads } from './start-leads.ts';
import { subscriberOf } from './subscriber.ts';

const start = new Date();
let leads: Awaited<ReturnType<typeof startLeads>>;
beforeAll(async () => {
  leads = await startLeads();
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
